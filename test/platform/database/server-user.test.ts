import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/start.ts';
import { chooseServerUser } from '../../../src/platform/embedded-postgres/server-user.ts';

const unprivileged = { uid: 65_534, gid: 65_534 };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mandate-user-'));
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const userIdOf = async (user: ReturnType<typeof chooseServerUser>) => {
  const child = user.run('/bin/sh', ['-c', 'stat -c %u /proc/$$'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'close')]);
  return Number(output);
};

describe.skipIf(process.getuid?.() !== 0)('started by root, the embedded PostgreSQL', () => {
  it('protects its data from the processes of "nobody"', async () => {
    const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { durable: false });
    const file = join(folder, 'postgres', 'cluster', 'data', 'PG_VERSION');
    const read = spawnSync('cat', [file], { ...unprivileged, encoding: 'utf8' });
    await postgres.stop({ evenIfUsed: true });
    expect(read.stderr).toContain('Permission denied');
    expect(postgres.warning).toBeUndefined();
  });

  it('has a user id of its own if the system has no account for it', () => {
    const user = chooseServerUser('/bin/true', folder, join(folder, 'data'), 'no-such-account');
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    user.give(join(folder, 'data'));
    const { uid } = statSync(join(folder, 'data'));
    expect(spawnSync('id', ['-nu', String(uid)]).status).not.toBe(0);
    expect([0, unprivileged.uid]).not.toContain(uid);
    expect(user.warning).toBeUndefined();
  });

  it('runs as the owner of its data, with a warning if that is "nobody"', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    chownSync(data, unprivileged.uid, unprivileged.gid);
    const user = chooseServerUser('/bin/true', folder, data);
    expect(await userIdOf(user)).toBe(unprivileged.uid);
    expect(user.warning).toMatch(/runs as "nobody"/);
  });
});
