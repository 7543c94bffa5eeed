import { randomBytes } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keptPort } from '../../support/servers/kept-port.ts';
import { type Supervised, startSupervised } from '../supervised.ts';
import { createPrimary, type Ground, prepareGround, type Server } from '../../support/servers/debian-postgres.ts';
import { accessToken, createRole, newClient } from './writers.ts';

interface Restore {
  report(line: string): void;
  signal: AbortSignal;
}

/** The number of roles before the backup, after it, and after the point in time. */
const rolesPerStage = 20;

/**
 * A backup with an archive of the log, and a mistake that deletes everything. The backup is restored to the moment
 * before it, as docs/operating.md describes. Returns the exit code: 1 if the platform does not have what it had then.
 */
export async function restoreToPointInTime({ report, signal }: Restore): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const ground = stack.use(prepareGround());
  const archive = ground.folderFor('archive');
  const primary = await createPrimary(ground, [
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
  ]);
  const client = newClient();
  const port = await keptPort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const env = {
    PORT: `${port}`,
    PUBLIC_URL: publicUrl,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_CLIENT_ID: client.id,
    BOOTSTRAP_CLIENT_SECRET: client.secret,
  };
  const before = await startSupervised({ ...env, DATABASE_URL: primary.url('mandate') });
  stack.defer(() => before.stop());
  const token = await accessToken(publicUrl, publicUrl, client);
  const kept = await createRoles(before, token, 'Before the backup');
  const backup = join(ground.folder, 'backup');
  ground.run('pg_basebackup', ['-d', `host=127.0.0.1 port=${primary.port} user=postgres`, '-D', backup, '-c', 'fast']);
  kept.push(...(await createRoles(before, token, 'After the backup')));
  const [moment] = await primary.query('SELECT clock_timestamp()::text AS now');
  // The next transaction has a later time.
  await sleep(50, undefined, { signal });
  const later = await createRoles(before, token, 'After the moment');
  await primary.query('DELETE FROM events; DELETE FROM roles', 'mandate');
  report(`${kept.length + later.length} roles were created, then all were deleted`);
  await before.stop();
  await primary.query('SELECT pg_switch_wal()');
  await archived(primary);
  await primary.kill();
  const restored = await recover(ground, backup, { archive, moment: String(moment?.['now']) });
  const after = await startSupervised({ ...env, DATABASE_URL: restored.url('mandate') });
  stack.defer(() => after.stop());
  return await judge({ restored, after, token, kept, later, report });
}

async function createRoles({ url }: Supervised, token: string, name: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= rolesPerStage; number++) {
    const answer = await createRole(url, token, `${name} ${number}`);
    if (!('id' in answer)) throw new Error(`a role was not created: ${answer.status}`);
    ids.push(answer.id);
  }
  return ids;
}

/** Waits until the log up to now is in the archive. */
async function archived(server: Server): Promise<void> {
  const [current] = await server.query('SELECT pg_walfile_name(pg_current_wal_lsn()) AS file');
  for (;;) {
    const [row] = await server.query('SELECT last_archived_wal AS last FROM pg_stat_archiver');
    // The current file is a new one, which the archive gets when it is full.
    if (String(row?.['last']) >= previous(String(current?.['file']))) return;
    await sleep(50);
  }
}

const previous = (file: string): string =>
  file.slice(0, 16) + (Number.parseInt(file.slice(16), 16) - 1).toString(16).toUpperCase().padStart(8, '0');

/** The steps of docs/operating.md. */
async function recover(
  ground: Ground,
  backup: string,
  { archive, moment }: { archive: string; moment: string },
): Promise<Server> {
  appendFileSync(
    join(backup, 'postgresql.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
  );
  writeFileSync(join(backup, 'recovery.signal'), '');
  const server = await ground.start(backup);
  for (;;) {
    const [row] = await server.query('SELECT pg_is_in_recovery() AS waits');
    if (row?.['waits'] === false) return server;
    await sleep(50);
  }
}

interface Judged {
  restored: Server;
  after: Supervised;
  token: string;
  kept: readonly string[];
  later: readonly string[];
  report(line: string): void;
}

async function judge({ restored, after, token, kept, later, report }: Judged): Promise<number> {
  const roles = new Set((await restored.query('SELECT id FROM roles', 'mandate')).map(({ id }) => id as string));
  const differences = [
    ...kept.filter((id) => !roles.has(id)).map((id) => `${id} is missing`),
    ...later.filter((id) => roles.has(id)).map((id) => `${id} was created after the moment`),
  ];
  // The access token of before is signed with a key that is still decrypted and published.
  const answer = await createRole(after.url, token, 'After the restore');
  if (!('id' in answer)) differences.push(`no role can be created: ${answer.status}`);
  report(`restored: ${kept.length} roles of before the moment, and the platform accepts writes and its earlier tokens`);
  for (const difference of differences) report(`WRONG ${difference}`);
  return differences.length ? 1 : 0;
}
