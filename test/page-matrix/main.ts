import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const help = `npm run check:pages: every page for people in Chromium, on the whole platform: signing in and up, links, accounts.
Each is accessible (axe), and no wider than the window: at 1280, 390 and 320 pixels, in light, dark and forced colors, in
Arabic, Japanese and Spanish, with the branding of an application. The pictures are in .data/pages.

npm run check:pages                    all of it
npm run check:pages -- -t "in Arabic"  only what has this in its title

Takes about ten minutes on two cores. Exit code 1 if anything failed.`;

const options = {
  help: { type: 'boolean', default: false },
  'test-name': { type: 'string', short: 't' },
} as const;

function main(args: string[]): number {
  const { values } = parseArgs({ args, options });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const title = values['test-name'];
  const selection = title === undefined ? [] : ['-t', title];
  const config = '--config=test/page-matrix/vitest.config.ts';
  const command = ['tools/test.ts', 'test/page-matrix', ...selection, '--reporter=verbose', config];
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
}

process.exit(main(process.argv.slice(2)));
