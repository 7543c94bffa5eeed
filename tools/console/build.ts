import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { buildFolder } from '../built-folder.ts';
import { writeDocumentation } from '../pages/documentation.ts';
import { componentStyles } from './styles.ts';

// node tools/console/build.ts           builds dist/console, unless nothing that it depends on has changed
// node tools/console/build.ts --force   builds in any case
async function build(folder: string): Promise<void> {
  const { generate } = await import('./generate.ts');
  generate();
  const vite = await import('vite');
  const { viteConfig } = await import('./vite.ts');
  await vite.build(viteConfig(folder));
  addLinks(folder);
  writeDocumentation(folder);
  const assets = join(folder, 'assets');
  const texts = readdirSync(assets).filter((name) => name.endsWith('.js') || name.endsWith('.css'));
  await Promise.all(texts.map((name) => compress(join(assets, name))));
}

/**
 * Adds what the console needs to the page, so that it loads at once: the scripts, and, after the first view, which does
 * not wait for them, the styles of the components, then those of the console.
 */
function addLinks(folder: string): void {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets);
  const scripts = names.filter((name) => name.endsWith('.js')).map((name) => readFileSync(join(assets, name), 'utf8'));
  const text = componentStyles(scripts.join('\n'));
  const components = `assets/components-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.css`;
  writeFileSync(join(folder, components), text);
  const { files, styles } = filesOfEveryPage(folder);
  const sheets = [components, ...styles].map((name) => `<link rel="stylesheet" crossorigin href="/console/${name}">`);
  const links = files.map((name) => `<link rel="modulepreload" crossorigin href="/console/${name}">`);
  const page = join(folder, 'index.html');
  const html = readFileSync(page, 'utf8')
    .replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
    .replace('</body>', `  ${sheets.join('\n    ')}\n  </body>`);
  writeFileSync(page, html);
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

/** The scripts and styles of what the entry loads, without the entry. */
function filesOfEveryPage(folder: string): { files: string[]; styles: string[] } {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const entry = 'index.html';
  const found = new Set([entry]);
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const imported of manifest[name]?.imports ?? []) visit(imported);
  };
  for (const loaded of manifest[entry]?.dynamicImports ?? []) visit(loaded);
  found.delete(entry);
  const chunks = [...found].flatMap((name) => manifest[name] ?? []);
  return { files: chunks.map(({ file }) => file), styles: chunks.flatMap(({ css = [] }) => css) };
}

/** Beside the file, so that the server only reads. */
async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content));
}

await buildFolder({
  path: 'dist/console',
  inputs: [
    'src/console',
    'src/operations',
    'src/kernel',
    'src/domain',
    'src/reads',
    'src/vocabulary',
    'tools/console',
    'tools/pages',
    'docs',
    'schema.graphql',
    'package-lock.json',
  ],
  outputs: ['src/console/generated/schema.d.ts'],
  build,
});
