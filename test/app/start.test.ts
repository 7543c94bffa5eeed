import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { killAll, startPlatform, temporaryDataDir } from '../support/servers/platform-process.ts';

afterEach(killAll);

/** The log, each line of which is JSON. */
const linesOf = (output: string): Record<string, unknown>[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('on a machine with Node only', () => {
  let data: ReturnType<typeof temporaryDataDir>;
  beforeAll(() => {
    data = temporaryDataDir();
  });
  afterAll(() => data.remove());

  const file = () => join(data.path, 'first-credentials.txt');

  it('the first start logs where its credentials are: in a file for its user only', async () => {
    const platform = await startPlatform({ DATA_DIR: data.path });
    await platform.ready;
    expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
    platform.child.kill('SIGTERM');
    await expect(platform.ended).resolves.toBe(0);
    expect(platform.stderr()).toBe('');
    const credentials = readFileSync(file(), 'utf8');
    expect(credentials).toMatch(/ {4}Username {8}admin\n {4}Password {8}[\w-]{20}\n/);
    expect(credentials).toMatch(/ {4}Client ID {7}app_\w{26}\n {4}Client secret {3}[\w-]{43,}\n/);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const log = linesOf(platform.stdout());
    expect(log).toContainEqual(expect.objectContaining({ level: 'warn', file: file() }));
    const publicUrl = platform.url.replace('127.0.0.1', 'localhost');
    expect(log).toContainEqual(expect.objectContaining({ publicUrl, msg: 'platform: listening' }));
    for (const [, secret = ''] of credentials.matchAll(/(?:Password|Client secret) +(\S+)/g))
      expect(platform.stdout()).not.toContain(secret);
    expect(readdirSync(data.path).toSorted()).toEqual(['first-credentials.txt', 'postgres', 'secrets.key']);
    rmSync(file());
  });

  it('the second start finds the data, stores no credentials, and needs no migration', async () => {
    const platform = await startPlatform({ DATA_DIR: data.path });
    await platform.ready;
    platform.child.kill('SIGINT');
    await expect(platform.ended).resolves.toBe(0);
    expect(linesOf(platform.stdout()).map(({ msg }) => msg)).toEqual(['platform: listening']);
    expect(existsSync(file())).toBe(false);
  });

  it('a start after kill -9 recovers, any number of times', async () => {
    for (let round = 0; round < 2; round += 1) {
      const killed = await startPlatform({ DATA_DIR: data.path });
      await killed.ready;
      expect((await fetch(`${killed.url}/readyz`)).status).toBe(200);
      killed.child.kill('SIGKILL');
      await expect(killed.ended).resolves.toBe('SIGKILL');
    }
  });

  it('two processes share the data folder, and the last one stops the database', async () => {
    const [one, other] = await Promise.all([
      startPlatform({ DATA_DIR: data.path }),
      startPlatform({ DATA_DIR: data.path }),
    ]);
    await Promise.all([one.ready, other.ready]);
    one.child.kill('SIGTERM');
    await expect(one.ended).resolves.toBe(0);
    expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
    other.child.kill('SIGTERM');
    await expect(other.ended).resolves.toBe(0);
    // They joined the database that the killed process left behind, and stopped it as its last users.
    expect(() => readFileSync(join(data.path, 'postgres', 'cluster', 'data', 'postmaster.pid'))).toThrow('ENOENT');
  });
});
