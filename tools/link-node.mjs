import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const packages = 'node_modules';
const link = join(packages, '.bin', 'node');

/**
 * npm 10 (Node 22) deletes node_modules/.bin/node at the end of an installation: the packages with Node for other
 * platforms have the same command, and npm cleans up after them. npm 11 does not.
 */
export function linkNode() {
  const installed = readdirSync(packages).find(
    (name) => /^node(-bin)?-(linux|darwin)-/.test(name) && existsSync(join(packages, name, 'bin', 'node')),
  );
  if (installed && !existsSync(link)) symlinkSync(join('..', installed, 'bin', 'node'), link);
}
