import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bindServer } from '../../src/server/server.ts';
import { runMain } from '../support/command-line.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { killAll, startPlatform } from '../support/servers/platform-process.ts';
import { freePort } from '../support/servers/redis-server.ts';
import { until } from '../support/until.ts';

let database: OwnDatabase;
const folder = mkdtempSync(join(tmpdir(), 'mandate-configuration-'));
const key = () => randomBytes(32).toString('base64');
const SECRETS_KEY = key();

beforeAll(async () => {
  database = await ownDatabase();
});
afterEach(killAll);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Starts with valid settings changed by `env`, and returns the sentence with which the start ends. */
async function sentence(env: Record<string, string>): Promise<string> {
  const platform = await startPlatform({ DATABASE_URL: database.url, DATA_DIR: folder, SECRETS_KEY, ...env });
  await expect(platform.ended).resolves.toBe(1);
  expect(platform.stdout()).not.toContain('listening');
  expect(platform.stderr()).toMatch(/^[^\n]+\.\n$/);
  expect(platform.stderr()).not.toMatch(/ at .*\.ts:|Error:|sesame/);
  return platform.stderr().trimEnd();
}

function changed(url: string, change: (address: URL) => void): string {
  const address = new URL(url);
  change(address);
  return address.href;
}

describe('a start with an invalid setting, which ends with exit code 1 and one sentence that names the variable,', () => {
  it('is refused for a value out of range', async () => {
    await expect(sentence({ LOG_LEVEL: 'loud' })).resolves.toBe(
      'LOG_LEVEL must be one of trace, debug, info, warn, error; it is "loud".',
    );
  });

  it('is refused for a missing SECRETS_KEY, DATABASE_URL or PUBLIC_URL in production', async () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com' };
    await expect(sentence({ ...production, SECRETS_KEY: '' })).resolves.toMatch(/^SECRETS_KEY is required /);
    await expect(sentence({ ...production, DATABASE_URL: '' })).resolves.toMatch(/^DATABASE_URL is required /);
    await expect(sentence({ ...production, PUBLIC_URL: '' })).resolves.toMatch(/^PUBLIC_URL is required /);
  });

  it('is refused for a wrong database password', async () => {
    const url = changed(database.url, (address) => {
      address.password = 'sesame';
    });
    await expect(sentence({ DATABASE_URL: url })).resolves.toMatch(/^DATABASE_URL: .*password authentication failed/);
  });

  it('is refused for an unknown parameter of the database', async () => {
    await expect(sentence({ DATABASE_URL: `${database.url}?sslmode=sesame` })).resolves.toBe(
      'DATABASE_URL: sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full.',
    );
  });

  it('is refused for a Redis address with an invalid database', async () => {
    await expect(sentence({ REDIS_URL: 'redis://:sesame@127.0.0.1:6379/first' })).resolves.toMatch(
      /^REDIS_URL must be a Redis address /,
    );
  });

  it('is refused for a port that is in use, before any data is changed', async () => {
    const other = await bindServer(0, '127.0.0.1');
    const port = String(other.port);
    await expect(sentence({ PORT: port, DATA_DIR: '/dev/null/x', SECRETS_KEY: '' })).resolves.toMatch(
      /^PORT or HOST: .*EADDRINUSE/,
    );
    await other.close();
  });

  it('is refused for an address that is not one of this machine', async () => {
    await expect(sentence({ HOST: '192.0.2.1' })).resolves.toMatch(/^PORT or HOST: .*192\.0\.2\.1/);
  });

  it('is refused for a data folder that cannot be written', async () => {
    await expect(sentence({ DATA_DIR: '/dev/null/x', SECRETS_KEY: '' })).resolves.toMatch(/^DATA_DIR: .*ENOTDIR/);
    await expect(sentence({ DATA_DIR: '/dev/null/x', DATABASE_URL: '' })).resolves.toMatch(/^DATA_DIR: .*ENOTDIR/);
  });

  it('is refused for a damaged key in the data folder', async () => {
    writeFileSync(join(folder, 'secrets.key'), 'damaged');
    await expect(sentence({ SECRETS_KEY: '' })).resolves.toMatch(/^DATA_DIR: .*secrets\.key must contain 32 bytes/);
  });

  it('is refused for a SECRETS_KEY that differs from that of the database; with both keys, the start succeeds', async () => {
    const first = await startPlatform({ DATABASE_URL: database.url, SECRETS_KEY });
    await first.ready;
    const other = key();
    await expect(sentence({ SECRETS_KEY: other })).resolves.toMatch(/^SECRETS_KEY: /);
    const both = await startPlatform({ DATABASE_URL: database.url, SECRETS_KEY: `${other},${SECRETS_KEY}` });
    await expect(both.ready).resolves.toBeUndefined();
  });
});

describe.skipIf(process.getuid?.() !== 0)('data that belongs to another user', () => {
  const unprivileged = { uid: 65_534, gid: 65_534 };
  const advice = (path: string) =>
    `${path} belongs to user 0, and this process runs as user 65534: start it as user 0, or make user 65534 the owner of the whole folder.\n`;
  let foreign: string;
  beforeAll(() => {
    foreign = mkdtempSync(join(tmpdir(), 'mandate-foreign-'));
    chmodSync(foreign, 0o755);
  });
  afterAll(() => rmSync(foreign, { recursive: true }));

  it('is refused in one sentence with the owner and what to do', async () => {
    const credentials = join(foreign, 'postgres', 'cluster', 'credentials.json');
    mkdirSync(dirname(credentials), { recursive: true });
    writeFileSync(credentials, '{}', { mode: 0o600 });
    const settings = { DATA_DIR: foreign, HOST: '127.0.0.1', PORT: '0' };
    expect(await runMain([], { ...settings, SECRETS_KEY }, '', unprivileged)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `DATA_DIR: cannot start the embedded database: ${advice(credentials)}`,
    });
    // As a folder of its own in a folder of root.
    const { stderr } = await runMain([], { ...settings, DATABASE_URL: database.url }, '', unprivileged);
    expect(stderr).toBe(`DATA_DIR: cannot store the key for secrets: ${advice(foreign)}`);
    writeFileSync(join(foreign, 'secrets.key'), `${SECRETS_KEY}\n`, { mode: 0o600 });
    const unlock = await runMain(['unlock', 'admin'], { ...settings, DATABASE_URL: database.url }, '', unprivileged);
    expect(unlock.stderr).toBe(`DATA_DIR: cannot read the key for secrets: ${advice(join(foreign, 'secrets.key'))}`);
  });
});

describe('a database that is not there yet', () => {
  it.each<[string, () => string | Promise<string>, RegExp]>([
    [
      'no server',
      async () => `postgresql://mandate:sesame@127.0.0.1:${await freePort()}/mandate`,
      /"reason":"The database cannot be reached: connect ECONNREFUSED .*"msg":"database: not usable yet; waiting"/,
    ],
    ['no such host', () => 'postgresql://mandate:sesame@nowhere.invalid/mandate', /nowhere\.invalid/],
    [
      'no such database',
      () => changed(database.url, (address) => void (address.pathname = '/absent')),
      /database \\"absent\\" does not exist/,
    ],
  ])('is waited for with a line in the log, until the process is stopped: %s', async (_what, url, reason) => {
    const platform = await startPlatform({ DATABASE_URL: await url(), DATA_DIR: folder, SECRETS_KEY });
    await until(() => reason.test(platform.stdout()));
    platform.child.kill('SIGTERM');
    await expect(platform.ended).resolves.toBe(0);
    expect(platform.stderr()).toBe('');
    expect(platform.stdout()).not.toContain('sesame');
  });

  it('misspelled variables were named before, which may be the reason', async () => {
    const DATABASE_URL = `postgresql://mandate@127.0.0.1:${await freePort()}/mandate`;
    const misspelled = { DATABASE_POOL_SIZES: '20' };
    const platform = await startPlatform({ DATABASE_URL, DATA_DIR: folder, SECRETS_KEY, ...misspelled });
    await until(() => platform.stdout().includes('waiting'));
    expect(platform.stdout()).toMatch(
      /DATABASE_POOL_SIZES is not a setting: did you mean DATABASE_POOL_SIZE\?[^]*waiting/,
    );
    platform.child.kill('SIGTERM');
    await platform.ended;
  });
});
