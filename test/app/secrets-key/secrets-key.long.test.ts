import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src/app/create.ts';
import { readConfig } from '../../../src/config.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { createSecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { sealedColumns } from '../../../src/store/sealed/columns.ts';
import { runMain } from '../../support/command-line.ts';
import { type OwnDatabase, ownDatabase, waitingForLocks } from '../../support/servers/database.ts';
import { quickKeyPair } from '../../support/key-pairs.ts';
import { killAll, startPlatform } from '../../support/servers/platform-process.ts';
import { fillSealedColumns, keysInColumns, secrets, unreadable } from './sealed-values.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const boxOf = (...keys: Buffer[]) => createSecretBox(keys);
const [olderId = '', newerId = ''] = boxOf(older, newer).keyIds;

let own: OwnDatabase;
let pool: pg.Pool;
const apps: App[] = [];
const envOf = (...keys: Buffer[]) => ({
  DATABASE_URL: own.url,
  SECRETS_KEY: keys.map((key) => key.toString('base64')).join(','),
  PORT: '0',
});
async function start(...keys: Buffer[]): Promise<App> {
  const logger = createLogger('error', { write: () => {} });
  const app = await createApp(readConfig(envOf(...keys)), { logger, newKeyPair: quickKeyPair });
  apps.push(app);
  return app;
}
const replace = (keys: Buffer[], ...flags: string[]) => runMain(['replace-secrets-key', ...flags], envOf(...keys));
const everywhere = (...ids: string[]) => Object.fromEntries(sealedColumns.map(({ content }) => [content, ids]));

beforeEach(async () => {
  own = await ownDatabase();
  pool = new pg.Pool({ connectionString: own.url, max: 2 });
  const app = await start(older);
  await fillSealedColumns(app);
  await app.close();
});
afterEach(async () => {
  killAll();
  for (const app of apps.splice(0)) await app.close();
  await pool.end();
  await own.drop();
});

describe('replace-secrets-key', () => {
  it('encrypts every value again beside a running platform, which then needs the new key alone', async () => {
    expect(await keysInColumns({ pool })).toEqual(everywhere(olderId));
    const running = await start(newer, older);
    const { exitCode, stdout, stderr } = await replace([newer, older]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const { content } of sealedColumns)
      expect(stdout).toMatch(new RegExp(`^${content}: [1-9]\\d* encrypted again$`, 'm'));
    expect(stdout).toMatch(/\nNothing needs the other keys of SECRETS_KEY any more\..*\n$/);
    expect(await keysInColumns({ pool })).toEqual(everywhere(newerId));
    expect(await unreadable({ pool }, boxOf(newer))).toEqual([]);
    await running.close();
    const { services } = await start(newer);
    const origin = { requestId: 'req_test', channel: 'platform' } as const;
    const repeated = { idempotencyKey: 'ada' };
    const { isReplay } = await services.execute(createUser, platformActor, { username: 'ada' }, origin, repeated);
    expect(isReplay).toBe(true);
  });

  it('changes nothing else: no version, no time, no event', async () => {
    const records = async () => {
      const statements = ['webhooks', 'connectors', 'users'].map(
        (table) => `SELECT id, version, updated_at FROM ${table} ORDER BY id`,
      );
      const rows = await Promise.all(
        [...statements, 'SELECT id FROM events ORDER BY id'].map((sql) => pool.query(sql)),
      );
      return rows.map(({ rows: found }) => found as unknown);
    };
    const before = await records();
    expect((await replace([newer, older])).exitCode).toBe(0);
    expect(await records()).toEqual(before);
  });

  it('--dry-run only counts', async () => {
    const { exitCode, stdout } = await replace([newer, older], '--dry-run');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('authenticator apps and backup codes: 4 to encrypt again\n');
    expect(stdout).toMatch(/\nNothing was changed\.\n$/);
    expect(await keysInColumns({ pool })).toEqual(everywhere(olderId));
  });

  it('has nothing to do when it is run again, or with a single key', async () => {
    await replace([newer, older]);
    const again = await replace([newer, older]);
    expect(again.exitCode).toBe(0);
    expect(again.stdout).toContain('signing keys: 0 encrypted again\n');
    const alone = await replace([newer]);
    expect([alone.exitCode, alone.stdout.endsWith('with the only key of SECRETS_KEY.\n')]).toEqual([0, true]);
  });

  it('loses nothing if it is killed in the middle, and continues when it is run again', async () => {
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE factors');
    const killed = await startPlatform(envOf(newer, older), ['replace-secrets-key']);
    await expect.poll(() => waitingForLocks({ pool }), { timeout: 30_000 }).toBe(1);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    await holder.query('ROLLBACK');
    holder.release();
    const between = await keysInColumns({ pool });
    expect([between['signing keys'], between['results of idempotency keys']]).toEqual([[newerId], [olderId]]);
    expect(await unreadable({ pool }, boxOf(newer, older))).toEqual([]);
    expect((await replace([newer, older])).exitCode).toBe(0);
    expect(await keysInColumns({ pool })).toEqual(everywhere(newerId));
    expect(await unreadable({ pool }, boxOf(newer))).toEqual([]);
  });

  it('states that the old key is needed while a process encrypts with it', async () => {
    const running = await start(older, newer);
    const early = await replace([newer, older]);
    expect(early.exitCode).toBe(1);
    expect(early.stdout).toMatch(/\n1 running process still encrypts with another key: .*run this again\.\n$/);
    await running.close();
    expect((await replace([newer, older])).exitCode).toBe(0);
  });

  it('changes nothing while a process could not decrypt with the new key', async () => {
    await start(older);
    const { exitCode, stdout, stderr } = await replace([newer, older]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^SECRETS_KEY: 1 running process could not decrypt what its first key encrypts\. Add .*\n$/);
    expect(await keysInColumns({ pool })).toEqual(everywhere(olderId));
  });

  it('counts what no key decrypts, and leaves it as it is', async () => {
    const lost = Uint8Array.from(boxOf(randomBytes(32)).seal(Buffer.from('lost')));
    await pool.query('UPDATE connectors SET encrypted_secrets = $1', [lost]);
    const { exitCode, stdout } = await replace([newer, older]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('secrets of connectors: 0 encrypted again, 1 cannot be decrypted\n');
    expect(stdout).toContain('\n1 value cannot be decrypted with any of the keys: see --lost.\n');
  });

  it('is refused with wrong flags', async () => {
    const usage = /^Usage: .+ replace-secrets-key \[--dry-run \| --lost \| --lost --confirm\]\n$/;
    for (const flags of [['--confirm'], ['--dry-run', '--lost'], ['key']]) {
      expect(await replace([newer, older], ...flags)).toEqual({
        exitCode: 1,
        stdout: '',
        stderr: expect.stringMatching(usage),
      });
    }
    const misplaced = await runMain(['unlock', 'ada', '--lost'], envOf(newer, older));
    expect(misplaced.stderr).toBe('unlock does not take "--lost". See --help.\n');
    expect(await keysInColumns({ pool })).toEqual(everywhere(olderId));
  });

  it('prints no secret and no key', async () => {
    const runs = [
      await replace([newer, older], '--dry-run'),
      await replace([newer], '--lost'),
      await replace([newer, older]),
    ];
    const printed = runs.map(({ stdout, stderr }) => stdout + stderr).join('');
    for (const secret of [...secrets, ...[older, newer].map((key) => key.toString('base64'))])
      expect(printed).not.toContain(secret);
  });
});
