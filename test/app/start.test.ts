import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { killAll, startPlatform, temporaryDataDir } from '../support/platform-process.ts';

afterEach(killAll);

describe('on a machine with Node only', () => {
  let data: ReturnType<typeof temporaryDataDir>;
  beforeAll(() => {
    data = temporaryDataDir();
  });
  afterAll(() => data.remove());

  it('the first start prints the addresses and, once, the credentials', async () => {
    const platform = await startPlatform({ DATA_DIR: data.path });
    await platform.ready;
    expect(platform.stdout()).toMatch(/ {4}Issuer {10}http:\/\/localhost:\d+\/oidc\n/);
    expect(platform.stdout()).toMatch(/ {4}Username {8}admin\n {4}Password {8}[\w-]{20}\n/);
    expect(platform.stdout()).toMatch(/ {4}Client ID {7}app_\w{26}\n {4}Client secret {3}[\w-]{43,}\n/);
    expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
    platform.child.kill('SIGTERM');
    await expect(platform.ended).resolves.toBe(0);
    expect(platform.stderr()).toBe('');
  });

  it('the second start finds the data, prints no credentials, and needs no migration', async () => {
    const platform = await startPlatform({ DATA_DIR: data.path });
    await platform.ready;
    expect(platform.stdout()).toContain('Mandate listens at');
    expect(platform.stdout()).not.toMatch(/Password|secret|brought up to date/);
    platform.child.kill('SIGINT');
    await expect(platform.ended).resolves.toBe(0);
  });

  it('a start after kill -9 recovers, any number of times', async () => {
    for (let round = 0; round < 2; round += 1) {
      const killed = await startPlatform({ DATA_DIR: data.path });
      await killed.ready;
      killed.child.kill('SIGKILL');
      await expect(killed.ended).resolves.toBe('SIGKILL');
    }
    const platform = await startPlatform({ DATA_DIR: data.path });
    await platform.ready;
    expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
    platform.child.kill('SIGTERM');
    await expect(platform.ended).resolves.toBe(0);
    // It joined the database that the killed process left behind, and stopped it as its last user.
    expect(() => readFileSync(join(data.path, 'postgres', 'cluster', 'data', 'postmaster.pid'))).toThrow('ENOENT');
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
  });
});

describe('the command', () => {
  it('--help prints every setting, and starts nothing', async () => {
    const platform = await startPlatform({ DATA_DIR: '/dev/null/x' }, ['--help']);
    await expect(platform.ended).resolves.toBe(0);
    expect(platform.stdout()).toMatch(/^Usage: node src\/main\.ts/);
    expect(platform.stdout()).toContain('SECRETS_KEY');
  });

  it('--version prints the version', async () => {
    const platform = await startPlatform({}, ['--version']);
    await expect(platform.ended).resolves.toBe(0);
    expect(platform.stdout()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('refuses any other argument', async () => {
    const platform = await startPlatform({}, ['--port=1']);
    await expect(platform.ended).resolves.toBe(1);
    expect(platform.stderr()).toBe('Unknown argument "--port=1". See --help.\n');
  });
});
