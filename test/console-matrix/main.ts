import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const help = `npm run check:console: every page and every dialog of the console in Chromium, on the whole platform.
Pages, dialogs and pictures have 20,000 users more, and names that are long, equal, Arabic and hostile.

  pages      accessible (axe) in light and dark, at 1280 and 360 pixels; complete at 200 % zoom, in German, and with words
             that are two fifths longer; nothing moves for someone who prefers reduced motion
  dialogs    the same, for the dialog of every operation of the Management API
  rights     with each permission alone: the pages that are offered work, the others name what is missing;
             an administrator of one organization receives no id of another
  tasks      what administrators come for, by someone who finds everything by its name: in so many clicks and dialogs
  keyboard   the dialog of every operation is filled in by keys alone, and shows its events
  pictures   every page looks as before, in light and dark; the pictures are in .data/pictures
  code       what the dialogs offer to copy, as curl with GraphQL and REST, is sent as a dry run and accepted;
             programs that receive webhooks, obtain tokens and sign people in are started and do so. Go, Java, PHP, Python
             and Ruby come from Debian, and are installed with apt-get where that is possible without a password

npm run check:console                     all of it
npm run check:console -- dialogs code     only these
npm run check:console -- -t createUser    only what has this in its title
npm run check:console -- pictures --update   accepts how the pages look now
npm run check:console -- documentation    takes the pictures in docs/images

Takes about ten minutes on two cores. Exit code 1 if anything failed.`;

const options = {
  help: { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
  'test-name': { type: 'string', short: 't' },
} as const;

const parts = ['pages', 'dialogs', 'rights', 'tasks', 'keyboard', 'pictures', 'code'];

function main(args: string[]): number {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const files = positionals.length > 0 ? positionals : parts;
  const title = values['test-name'];
  const { status } = spawnSync(
    process.execPath,
    [
      'tools/test.ts',
      ...files.map((name) => `test/console-matrix/${name}`),
      ...(title === undefined ? [] : ['-t', title]),
      '--reporter=verbose',
      '--config=test/console-matrix/vitest.config.ts',
    ],
    { stdio: 'inherit', env: { ...process.env, ...(values.update ? { PICTURES: 'update' } : {}) } },
  );
  return status ?? 1;
}

process.exit(main(process.argv.slice(2)));
