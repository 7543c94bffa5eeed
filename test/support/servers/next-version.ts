import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programBuilt } from './platform-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Folders of which the next version has copies, so that their paths lead to its own files. */
const copied = ['dist', 'prisma'];

/** The platform as a next version builds it, with one more migration. */
interface NextVersion {
  /** The built program, as of `npm start`. */
  program: string;
  remove(): void;
}

/** Makes a folder with the built platform and its migrations, followed by this one. Everything else are links. */
export async function nextVersion(migration: { name: string; sql: string }): Promise<NextVersion> {
  await programBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'mandate-next-'));
  for (const entry of readdirSync(root)) {
    if (copied.includes(entry)) cpSync(join(root, entry), join(folder, entry), { recursive: true });
    else symlinkSync(join(root, entry), join(folder, entry));
  }
  const added = join(folder, 'prisma/migrations', migration.name);
  mkdirSync(added);
  writeFileSync(join(added, 'migration.sql'), migration.sql);
  return {
    program: join(folder, 'dist/server/main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
