import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../testing/steps.ts';

const inputs = ['src/console', 'tools/console', 'schema.graphql', 'package-lock.json'];

/** Digest of everything that the built console depends on. */
export function digestOfInputs(): string {
  const digest = createHash('sha256');
  for (const path of inputs.flatMap(filesBelow))
    digest
      .update(path)
      .update('\0')
      .update(readFileSync(join(projectFolder, path)));
  return digest.digest('hex');
}

function filesBelow(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(projectFolder, path), { withFileTypes: true })
    .filter(({ name }) => name !== 'generated')
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
    .toSorted();
}
