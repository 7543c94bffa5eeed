import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { raw } from 'hono/html';
import type { Brand } from '../../domain/branding/brand.ts';
import { type Markup, markup } from '../../http/markup.ts';
import { projectFile } from '../../platform/project-file.ts';
import type { Emphasis } from '../texts/emphasis.ts';
import { textsIn, type Texts } from '../texts/index.ts';
import { styleAddress } from './style.ts';

export const script = readFileSync(projectFile('src/experience/script.js'));
/** The script of every page, for passkeys and conveniences. */
export const scriptElement = markup`<script type="module" src="/sign-in/script.js?v=${hash('sha256', script, 'base64url').slice(0, 12)}"></script>`;

const mark = raw(
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">' +
    '<path fill="currentColor" d="M12 1 3 4.5v6.2c0 5.6 3.8 10.2 9 12.3 5.2-2.1 9-6.7 9-12.3V4.5L12 1Z"/>' +
    '<path fill="none" stroke="var(--card)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="m8 12.2 2.8 2.8L16 9.4"/></svg>',
);

/** The texts of a page, and how it looks: null for the look of the platform. */
export type PageTexts = Texts & { brand?: Brand | null };

interface PageOptions {
  /** Elements of a single page. */
  head?: Markup;
  texts?: PageTexts;
  /** Whether nothing is at the top: the page is seen for a moment only. */
  isBare?: boolean;
  /** The part before the content, instead of the brand in it: of a page with more than one card. */
  header?: Markup;
}

/** A page with its title as the heading. */
export const laidOut = (
  title: string,
  body: Markup,
  texts: PageTexts,
  options: Omit<PageOptions, 'texts'> = {},
): string => pageDocument(title, markup`<h1>${title}</h1>\n${body}`, { texts, ...options });

/** A complete page as text. */
export function pageDocument(
  title: string,
  body: Markup,
  { head, texts = textsIn('en'), isBare = false, header }: PageOptions = {},
): string {
  const { language, direction, brand = null } = texts;
  return markup`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${styleAddress(brand?.colors)}">
${brand?.favicon ? markup`<link rel="icon" href="${brand.favicon}">\n` : ''}${scriptElement}
${head ?? ''}
</head>
<body>
${header ?? ''}<main id="main">
${isBare || header ? '' : brandOf(brand)}
${body}
</main>
${brand && !isBare ? markup`<footer>${texts.securedBy}</footer>` : ''}
</body>
</html>`.toString();
}

/** The brand of the page: our own mark only if there is none. */
export function brandOf(brand: Brand | null): Markup {
  if (!brand) return markup`<p class="brand">${mark}<span>Mandate</span></p>`;
  const { name, logos, owner } = brand;
  if (!logos && name === null) return markup``;
  return markup`<p class="brand">${logos ? logoOf(logos, name === null ? owner : '') : ''}${name === null ? '' : markup`<span>${name}</span>`}</p>`;
}

const logoOf = ({ light, dark }: NonNullable<Brand['logos']>, alt: string): Markup =>
  light === dark
    ? markup`<img class="logo" src="${light}" alt="${alt}">`
    : markup`<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img class="logo" src="${light}" alt="${alt}"></picture>`;

/** A sentence whose emphasized part is a link. */
export const linked = ([before, text, after]: Emphasis, url: string): Markup =>
  markup`${before}<a href="${url}">${text}</a>${after}`;
