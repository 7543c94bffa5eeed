import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { program } from '../../tools/server/program.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { inherited, killAll, programBuilt, startPlatform } from '../support/servers/platform-process.ts';
import { query } from '../support/query.ts';
import { freePort } from '../support/servers/redis-server.ts';
import { until } from '../support/until.ts';

let own: OwnDatabase;
let folder: string;
let settings: Record<string, string>;
beforeEach(async () => {
  own = await ownDatabase();
  folder = mkdtempSync(join(tmpdir(), 'mandate-credentials-'));
  settings = {
    DATABASE_URL: own.url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: folder,
  };
});
afterEach(async () => {
  killAll();
  await own.drop();
  rmSync(folder, { recursive: true });
});
const file = () => join(folder, 'first-credentials.txt');
const secrets = /Password {8}([\w-]{20})\s+[^]*Client secret {3}([\w-]{43,})\s/;

/** Starts the platform in a pseudo-terminal until it listens, and types Ctrl-C. Returns what was shown. */
async function showAtTerminal(env: Record<string, string>): Promise<string> {
  await programBuilt();
  const child = spawn(
    'script',
    ['--quiet', '--return', '--command', `exec ${process.execPath} ${program}`, '/dev/null'],
    {
      env: { ...inherited(), HOST: '127.0.0.1', PORT: String(await freePort()), ...settings, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => void (shown += chunk.toString()));
  const ended = once(child, 'close');
  await until(() => /Health .*\r\n(.*\r\n)*\r\n/.test(shown) || child.exitCode !== null);
  child.stdin.write('\u0003');
  await ended;
  expect(child.exitCode).toBe(0);
  return shown;
}

describe('at a terminal', () => {
  it('a start shows readable lines, its addresses and, once, the credentials, and stores none', async () => {
    const first = await showAtTerminal({});
    expect(first).toContain('Mandate listens at http://localhost:3000');
    expect(first).toMatch(/ {4}Issuer {10}http:\/\/localhost:3000\/oidc\r\n/);
    expect(first).toMatch(secrets);
    expect(first).not.toContain('{"level"');
    expect(existsSync(file())).toBe(false);
    expect(await showAtTerminal({})).not.toMatch(/Password|secret/);
  });

  it('a first start in production shows where they are, and not what they are', async () => {
    const shown = await showAtTerminal({ NODE_ENV: 'production' });
    expect(shown).toContain('Mandate listens at http://localhost:3000');
    expect(shown).toMatch(/ {2}warn {3}first start: stored the credentials .*first-credentials\.txt/);
    const [, ...made] = secrets.exec(readFileSync(file(), 'utf8')) ?? [];
    expect(made).toHaveLength(2);
    for (const secret of made) expect(shown).not.toContain(secret);
  });
});

describe('a first start that cannot store its credentials', () => {
  it('is refused before it has changed anything', async () => {
    const platform = await startPlatform({ ...settings, DATA_DIR: '/dev/null/x' });
    await expect(platform.ended).resolves.toBe(1);
    expect(platform.stderr()).toMatch(
      /^DATA_DIR: cannot store the credentials of the first start, unless BOOTSTRAP_[^\n]*: ENOTDIR[^\n]*\.\n$/,
    );
    expect(await query(own.url, 'SELECT id FROM users UNION ALL SELECT id FROM applications')).toEqual([]);
  });

  it('is not refused if they are given', async () => {
    const platform = await startPlatform({
      ...settings,
      DATA_DIR: '/dev/null/x',
      BOOTSTRAP_ADMIN_PASSWORD: 'correct horse battery',
      BOOTSTRAP_CLIENT_SECRET: 'a-secret-of-more-than-thirty-two-characters',
    });
    await platform.ready;
    expect(platform.stdout()).not.toMatch(/first start|correct horse|a-secret/);
  });
});
