// npm 10, which comes with Node 20 and 22, removes node_modules/.bin/node at the end of an installation: the packages with
// Node for other platforms name the same command, and it cleans up after those that do not fit. npm 11 does not.
// Runs in every Node.js that npm runs in, before the one that the platform needs is found.
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const packages = 'node_modules';
const link = join(packages, '.bin', 'node');

const installed = readdirSync(packages).find(
  (name) => /^node(-bin)?-(linux|darwin)-/.test(name) && existsSync(join(packages, name, 'bin', 'node')),
);
if (installed && !existsSync(link)) symlinkSync(join('..', installed, 'bin', 'node'), link);
