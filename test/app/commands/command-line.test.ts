import { describe, expect, it } from 'vitest';
import { calledAs } from '../../../src/app/commands/called-as.ts';
import { usage } from '../../../src/app/usage.ts';
import { documentedVariables } from '../../../src/config.ts';
import { runMain } from '../../support/command-line.ts';

describe('the command line', () => {
  it('--help shows how the program was called, every command and every setting, and starts nothing', async () => {
    const { exitCode, stdout } = await runMain(['--help'], { DATA_DIR: '/dev/null/x' });
    expect(exitCode).toBe(0);
    const call = `${process.execPath} dist/server/main.js`;
    expect(stdout).toContain(`Usage: ${call} [--help | --version]\n       ${call} COMMAND\n`);
    const shown = [...stdout.matchAll(/^ {2}([a-z][a-z-]+)/gm)].map(([, name]) => name);
    expect(shown).toEqual([
      'check-config',
      'migrate',
      'unlock',
      'reset-password',
      'remove-factors',
      'make-administrator',
      'policy-test',
      'replace-secrets-key',
    ]);
    for (const { name, meaning, otherwise, secret } of documentedVariables) {
      for (const text of [name, meaning, `Default: ${otherwise}.`]) expect(stdout).toContain(text);
      if (secret) expect(stdout).toMatch(new RegExp(`^ {2}${name}$`, 'm'));
    }
  });

  it('--help with a command shows that command alone', async () => {
    const { exitCode, stdout } = await runMain(['replace-secrets-key', '--help'], {});
    expect(exitCode).toBe(0);
    const call = `${process.execPath} dist/server/main.js`;
    expect(stdout).toContain(`Usage: ${call} replace-secrets-key [--dry-run | --lost | --lost --confirm]\n`);
    expect(stdout).toMatch(/^ {2}--dry-run +Only count\.$/m);
    expect(stdout).not.toContain('reset-password');
  });

  it('--version prints the version', async () => {
    expect((await runMain(['--version'], {})).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [['--port=1'], 'Unknown argument "--port=1". See --help.\n'],
    [['start'], 'Unknown argument "start". See --help.\n'],
    [['check-config', '--plan'], 'check-config does not take "--plan". See --help.\n'],
    [['check-config', 'x'], /^Usage: \S+ dist\/server\/main\.js check-config\n$/],
    [['migrate', '--plan', '--breaking'], /^Usage: \S+ dist\/server\/main\.js migrate \[--plan \| --breaking\]\n$/],
    [['reset-password'], /^Usage: \S+ dist\/server\/main\.js reset-password IDENTIFIER \[--stdin\]\n$/],
  ])('refuses %j', async (args, sentence) => {
    const { exitCode, stdout, stderr } = await runMain(args, {});
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
  });
});

describe('the name of the program', () => {
  const called = (argv0: string, script: string, env: Record<string, string> = {}) =>
    calledAs({ argv0, argv: ['/bin/node', script] }, env, '/srv/mandate');

  it('the name is the path from the present folder, or else the whole path', () => {
    expect(called('node', '/srv/mandate/dist/server/main.js')).toBe('node dist/server/main.js');
    expect(called('node_modules/.bin/node', '/srv/mandate/src/main.ts')).toBe('node_modules/.bin/node src/main.ts');
    expect(called('node', '/app/dist/server/main.js')).toBe('node /app/dist/server/main.js');
  });

  it('the name is npm start if that started the program', () => {
    const npm = { npm_lifecycle_event: 'start', npm_package_name: 'mandate' };
    expect(called('node', '/srv/mandate/dist/server/main.js', npm)).toBe('npm start --');
    expect(called('node', '/app/main.js', { ...npm, npm_package_name: 'other' })).toBe('node /app/main.js');
    expect(usage('npm start --')).toContain('Usage: npm start -- [--help | --version]\n');
  });
});
