import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { projectFolder } from '../testing/steps.ts';

const styles = ['tokens', 'fonts', 'first-view'].map((name) => `${projectFolder}/src/console/style/${name}.css`);
const fontFile = (name: string): string =>
  createRequire(import.meta.url).resolve(`@fontsource-variable/inter/files/${name}`);
const fonts = ['inter-latin-wght-normal.woff2', 'inter-latin-ext-wght-normal.woff2'];

/**
 * Writes the styles of the first view into the page, with the typeface, whose most used part loads at once: what they
 * say is drawn with the first bytes, before any other file is there.
 */
export function firstView(): Plugin {
  let isBuild = false;
  return {
    name: 'first-view',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    buildStart() {
      if (!isBuild) return;
      for (const name of fonts) this.emitFile({ type: 'asset', name, source: readFileSync(fontFile(name)) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const addressOf = (name: string): string =>
          bundle ? addressIn(bundle, name) : `/console/@fs${fontFile(name)}`;
        const [first = ''] = fonts;
        const preload = `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="${addressOf(first)}">`;
        const text = styles.map((path) => compact(readFileSync(path, 'utf8'))).join('');
        const written = text.replaceAll(/url\("([\w-]+\.woff2)"\)/g, (_, name: string) => `url("${addressOf(name)}")`);
        return html.replace(
          '</title>',
          () => `</title>\n    ${preload}\n    <style nonce="__NONCE__">${written}</style>`,
        );
      },
    },
  };
}

function addressIn(bundle: Rolldown.OutputBundle, name: string): string {
  const file = Object.values(bundle).find(
    (one) => one.type === 'asset' && one.names.some((it) => basename(it) === name),
  );
  if (!file) throw new Error(`The build has no ${name}.`);
  return `/console/${file.fileName}`;
}

/** Without comments and spaces. */
const compact = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1');
