import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { digestOfInputs } from '../inputs.ts';
import { projectFolder } from '../testing/steps.ts';
import { componentStyles } from './styles.ts';

// node tools/console/build.ts           builds dist/console, unless nothing that it depends on has changed
// node tools/console/build.ts --force   builds in any case
const built = join(projectFolder, 'dist/console');
// Built beside it and then renamed: two builds at the same time do not disturb each other.
const folder = `${built}.${process.pid}`;
const assets = join(folder, 'assets');
const inputs = ['src/console', 'tools/console', 'schema.graphql', 'package-lock.json'];
const types = join(projectFolder, 'src/console/generated/schema.d.ts');

async function main(): Promise<void> {
  if (!isInstalled()) return;
  const digest = digestOfInputs(inputs);
  const marker = join(built, 'inputs');
  const isCurrent = existsSync(types) && existsSync(marker) && readFileSync(marker, 'utf8') === digest;
  if (isCurrent && !process.argv.includes('--force')) return;
  const { generate } = await import('./generate.ts');
  generate();
  const { build } = await import('vite');
  const { viteConfig } = await import('./vite.ts');
  await build(viteConfig(folder));
  addLinks();
  await Promise.all(readdirSync(assets).map((name) => compress(join(assets, name))));
  writeFileSync(join(folder, 'inputs'), digest);
  rmSync(built, { recursive: true, force: true });
  renameSync(folder, built);
}

/** Without the packages for development, as in `npm ci --omit=dev`, nothing is built. */
const isInstalled = (): boolean => existsSync(join(projectFolder, 'node_modules/vite'));

/**
 * Adds what the first view needs to the page, so that it loads at once: the styles of the components, then those of
 * the console, and the scripts.
 */
function addLinks(): void {
  const names = readdirSync(assets);
  const scripts = names.filter((name) => name.endsWith('.js')).map((name) => readFileSync(join(assets, name), 'utf8'));
  const text = componentStyles(scripts.join('\n'));
  const components = `assets/components-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.css`;
  writeFileSync(join(folder, components), text);
  const { files, styles } = filesOfEveryPage();
  const links = [
    ...[components, ...styles].map((name) => `<link rel="stylesheet" crossorigin href="/console/${name}">`),
    ...files.map((name) => `<link rel="modulepreload" crossorigin href="/console/${name}">`),
  ];
  const page = join(folder, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('</head>', `  ${links.join('\n    ')}\n  </head>`));
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

/** The scripts and styles of what the entry loads, without the entry. */
function filesOfEveryPage(): { files: string[]; styles: string[] } {
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

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
