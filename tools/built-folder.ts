import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './testing/steps.ts';

/** A folder that is built from other files. */
interface BuiltFolder {
  path: string;
  /** Files, and folders with all of their files, except generated ones. */
  inputs: readonly string[];
  /** Files elsewhere that the build writes as well. */
  outputs?: readonly string[];
  /** Builds into a new folder. */
  build(folder: string): Promise<void>;
}

/**
 * Builds a folder, unless none of its inputs has changed; with `--force` on the command line in any case. It is built
 * beside the old one and then replaces it, so two builds at the same time do not disturb each other. Nothing is built
 * without the packages for development, nor in production with `--start`, as `npm start` calls it. If it has to be and
 * is not, the exit code is 1.
 */
export async function buildFolder({ path, inputs, outputs = [], build }: BuiltFolder): Promise<void> {
  const built = join(projectFolder, path);
  const marker = join(built, 'inputs');
  const digest = digestOf(inputs);
  const exists = [marker, ...outputs.map((output) => join(projectFolder, output))].every((file) => existsSync(file));
  const isCurrent = exists && readFileSync(marker, 'utf8') === digest;
  if (isCurrent && !process.argv.includes('--force')) return;
  if (process.argv.includes('--start') && process.env['NODE_ENV'] === 'production')
    return refuse(`${path} is not built from this source: run npm ci first.`);
  if (!existsSync(join(projectFolder, 'node_modules/rolldown')))
    return refuse(`${path} is not built from this source, and nothing is built without the packages for development.`);
  const folder = `${built}.${process.pid}`;
  try {
    // Before the bundler, whose own error is a crash report.
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refuse(`${path} is not built from this source, and cannot be written (${code}): run npm ci as its owner.`);
  }
  try {
    await build(folder);
    writeFileSync(join(folder, 'inputs'), digest);
    replace(built, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

/** Of two builds at the same time, one replaces the old folder. */
function replace(built: string, folder: string): void {
  const old = `${folder}.old`;
  try {
    if (existsSync(built)) renameSync(built, old);
    renameSync(folder, built);
  } catch (error) {
    if (!replacedMeanwhile.includes((error as NodeJS.ErrnoException).code)) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

const replacedMeanwhile: (string | undefined)[] = ['ENOENT', 'ENOTEMPTY', 'EEXIST'];

function digestOf(paths: readonly string[]): string {
  const digest = createHash('sha256');
  for (const path of paths.flatMap(filesBelow))
    digest
      .update(path)
      .update('\0')
      .update(readFileSync(join(projectFolder, path)));
  return digest.digest('hex');
}

// Generated files follow from others.
function filesBelow(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(projectFolder, path), { withFileTypes: true })
    .filter(({ name }) => name !== 'generated')
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
    .toSorted();
}
