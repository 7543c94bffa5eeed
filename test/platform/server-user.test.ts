import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { chooseServerUser } from '../../src/platform/embedded-postgres/server-user.ts';

const nobody = { uid: 65_534, gid: 65_534 };
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
  it('keeps its data from the processes of "nobody"', async () => {
    const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { durable: false });
    const file = join(folder, 'postgres', 'cluster', 'data', 'PG_VERSION');
    const read = spawnSync('cat', [file], { ...nobody, encoding: 'utf8' });
    await postgres.stop({ evenIfUsed: true });
    expect(read.stderr).toContain('Permission denied');
    expect(postgres.warning).toBeUndefined();
  });

  it('has a user id that nobody else has where the system has no account for it', () => {
    const user = chooseServerUser('/bin/true', folder, join(folder, 'data'), 'no-such-account');
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    user.give(join(folder, 'data'));
    const { uid } = statSync(join(folder, 'data'));
    expect(spawnSync('id', ['-nu', String(uid)]).status).not.toBe(0);
    expect([0, nobody.uid]).not.toContain(uid);
    expect(user.warning).toBeUndefined();
  });

  it('goes on as the owner of its data, with a warning when that is "nobody"', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    chownSync(data, nobody.uid, nobody.gid);
    const user = chooseServerUser('/bin/true', folder, data);
    expect(await userIdOf(user)).toBe(nobody.uid);
    expect(user.warning).toMatch(/runs as "nobody"/);
  });
});
