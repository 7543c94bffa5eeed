// The end of an installation: builds what the platform runs from. It runs with the Node of npm, before the required one
// is available.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { linkNode } from './link-node.mjs';

const steps = ['prisma generate', 'node tools/server/build.ts', 'node tools/console/build.ts'];

linkNode();
if (existsSync('node_modules/rolldown')) process.exitCode = steps.some((step) => run(step) !== 0) ? 1 : 0;
else
  console.log('Nothing is built without the packages for development: bring dist, built from this source with them.');

/** npm puts the commands of the packages, and so the required Node, first in PATH. */
function run(step) {
  return spawnSync(step, { shell: true, stdio: 'inherit' }).status;
}
