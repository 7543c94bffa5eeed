import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from './sources.ts';

const index = 'src/console/style/console.css';
/** The styles of the first view, which are in the page itself, and of the documentation. */
const ofPages = ['tokens.css', 'fonts.css', 'first-view.css', 'documentation.css'];

describe('the styles of the console', () => {
  it('are all in the index, which has their order', () => {
    const listed = Array.from(readFileSync(index, 'utf8').matchAll(/^@import "(.+)";$/gm), ([, path = '']) =>
      relative('.', join(index, '..', path)),
    );
    const all = globSync('src/console/**/*.css').filter(
      (path) => !['console.css', ...ofPages].includes(basename(path)),
    );
    expect(all.length).toBeGreaterThan(10);
    expect(listed.toSorted()).toEqual(all.toSorted());
  });

  it('are not in the elements, except for what is computed: style={{ "--height": … }}', () => {
    const sources = readSources('src/console');
    const found = sources.flatMap(({ path, text }) => inlineStyles(text).map((style) => `${path}: ${style}`));
    expect(found.filter((style) => !isComputed(style))).toEqual([]);
    expect(found.length).toBeGreaterThan(3);
  });

  it('styles in an element are found however they are written', () => {
    const text = "style={{ '--x': `${x}px`, gap: 8 }} style={own} styles={{ label: {} }} {...{ style: { gap } }}";
    expect(inlineStyles(text).filter((style) => !isComputed(style))).toHaveLength(4);
    const computed = inlineStyles("style={{ '--x': `${x}px`, '--y': isFirst ? undefined : y }} />");
    expect(computed.map(isComputed)).toEqual([true]);
  });
});

const withoutTemplates = (text: string): string => text.replaceAll(/`[^`]*`/g, '``');

/** `style={{ … }}`, also that of parts of a component, and `style: { … }` in what is spread. */
const inlineStyles = (text: string): string[] =>
  Array.from(withoutTemplates(text).matchAll(/\bstyles?(?:=\{[^}]*\}|: \{[^}]*\})/g), ([style]) => style);

/** Whether it has nothing but properties of its own, from which the style sheet computes. */
function isComputed(style: string): boolean {
  const names = style.matchAll(/[{,]\s*(?:'([^']+)'|(\w+))\s*(?=[:,}])/g).map(([, quoted, bare]) => quoted ?? bare);
  const found = [...names];
  return found.length > 0 && found.every((name) => name?.startsWith('--'));
}
