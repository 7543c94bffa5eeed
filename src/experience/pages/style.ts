import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Brand } from '../../domain/branding/brand.ts';
import { pointedAt, textOn } from '../../domain/branding/contrast.ts';
import { projectFile } from '../../platform/project-file.ts';
import { type Scheme, schemes } from '../../vocabulary/branding.ts';

const plain = readFileSync(projectFile('src/experience/style.css'), 'utf8');
const version = hash('sha256', plain, 'base64url').slice(0, 12);

const colorNames = ['accent', 'background'] as const;
type Colors = Record<(typeof colorNames)[number], string | null>;

/**
 * The address of the style sheet with the colors of a brand: no page has a style of its own, which its policy would
 * refuse. It changes with the content, so that browsers may cache it forever. `scheme`: the only one that it has,
 * whatever the browser prefers, for previews.
 */
export function styleAddress(colors: Brand['colors'] | undefined, scheme?: Scheme): string {
  const query = new URLSearchParams({ v: version });
  for (const one of colors ? schemes : [])
    for (const name of colorNames) {
      const color = colors?.[one][name];
      if (color) query.set(`${one}-${name}`, color.slice(1));
    }
  if (scheme) query.set('scheme', scheme);
  return `/sign-in/style.css?${query}`;
}

/** The style sheet at such an address. What is no color is left out. */
export function styleAt(query: (name: string) => string | undefined): Buffer {
  const colorOf = (name: string): string | null => {
    const digits = query(name);
    return digits !== undefined && /^[0-9a-f]{6}$/.test(digits) ? `#${digits}` : null;
  };
  const branded = schemes.map((scheme) => {
    const variables = variablesOf({ accent: colorOf(`${scheme}-accent`), background: colorOf(`${scheme}-background`) });
    return variables && `\n@media (prefers-color-scheme: ${scheme}) {\n  :root {${variables} }\n}\n`;
  });
  const fixed = schemes.find((scheme) => scheme === query('scheme'));
  const text = [plain, ...branded].join('');
  return Buffer.from(fixed ? inScheme(text, fixed) : text);
}

const variablesOf = ({ accent, background }: Colors): string =>
  Object.entries({
    ...(accent && { accent, 'accent-strong': pointedAt(accent), 'on-accent': textOn(accent) }),
    ...(background && { page: background, 'on-page': textOn(background) }),
  })
    .map(([name, value]) => ` --${name}: ${value};`)
    .join('');

const inScheme = (text: string, fixed: Scheme): string =>
  text
    .replaceAll(/@media \(prefers-color-scheme: (\w+)\)/g, (_all, scheme) =>
      scheme === fixed ? '@media all' : '@media not all',
    )
    .replace('color-scheme: light dark', `color-scheme: ${fixed}`);
