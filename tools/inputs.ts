import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './testing/steps.ts';

/** Digest of these files, and of those in these folders, which something is built from. */
export function digestOfInputs(paths: readonly string[]): string {
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
