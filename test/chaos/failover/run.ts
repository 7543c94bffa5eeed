import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver } from '../../support/servers/receiver.ts';
import { ensurePrograms } from '../../support/servers/programs.ts';
import { startHaproxy } from '../../support/servers/proxies.ts';
import { keptPort } from '../../support/servers/kept-port.ts';
import { startSupervised } from '../supervised.ts';
import { createPrimary, type Ground, prepareGround, type Server } from '../../support/servers/debian-postgres.ts';
import { differencesIn } from './judge.ts';
import { accessToken, newClient, startWriters } from './writers.ts';

interface Failover {
  report(line: string): void;
  signal: AbortSignal;
}

/** Milliseconds of load before the primary is killed, and after the first write that was acknowledged again. */
const load = 6000;
/** Milliseconds within which a write must be acknowledged again. */
const bar = 10_000;
const writers = 8;

/**
 * A primary with a synchronous standby behind HAProxy, two processes of the platform, and clients that write. The
 * primary is killed and the standby promoted. Returns the exit code: 1 if something that was acknowledged is missing,
 * or the service was away for longer than the bar.
 */
export async function failOver({ report, signal }: Failover): Promise<number> {
  ensurePrograms({ haproxy: 'haproxy' });
  await using stack = new AsyncDisposableStack();
  const ground = stack.use(prepareGround());
  const primary = await createPrimary(ground);
  const standby = await addStandby(ground, primary);
  const proxyPort = await keptPort();
  const servers = { '10.0.0.1:5432': primary.port, '10.0.0.2:5432': standby.port };
  stack.use(await startHaproxy('docs/operating/haproxy.cfg', { '127.0.0.1:6432': proxyPort, ...servers }));
  const client = newClient();
  const [one, other] = [await keptPort(), await keptPort()];
  const publicUrl = `http://127.0.0.1:${one}`;
  const env = {
    DATABASE_URL: `postgresql://mandate@127.0.0.1:${proxyPort}/mandate`,
    PUBLIC_URL: publicUrl,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_CLIENT_ID: client.id,
    BOOTSTRAP_CLIENT_SECRET: client.secret,
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
  };
  const processes = await Promise.all([one, other].map((port) => startSupervised({ ...env, PORT: `${port}` })));
  for (const process of processes) stack.defer(() => process.stop());
  const token = await accessToken(publicUrl, publicUrl, client);
  const receiver = stack.use(await startReceiver());
  await createWebhook(publicUrl, token, receiver.url);
  const urls = processes.map(({ url }) => url);
  const writing = startWriters(urls, token, writers);
  stack.defer(() => writing.stop());
  await sleep(load, undefined, { signal });
  const before = writing.acknowledged.size;
  await primary.kill();
  const killedAt = performance.now();
  report(`primary killed after ${before} acknowledged writes`);
  const promotion = await promote(primary, standby, signal);
  report(`standby promoted ${promotion} ms after it`);
  const away = await untilWritten(writing.times, killedAt, signal);
  report(`first write acknowledged ${away} ms after it`);
  await sleep(load, undefined, { signal });
  await writing.stop();
  const delivered = () => new Set(receiver.received.map(({ json }) => String(json.subject.id)));
  await until(() => writing.acknowledged.isSubsetOf(delivered()), signal);
  const crashes = processes.flatMap((process) =>
    process.crashes.map((output) => `a process ended by itself: ${output}`),
  );
  const differences = [...(await differencesIn(standby, writing.acknowledged, delivered())), ...crashes];
  if (away > bar) differences.push(`no write was acknowledged for ${away} ms, more than ${bar}`);
  const refused = [...writing.refused].map(([status, count]) => `${count} × ${status}`).join(', ');
  report(`${writing.acknowledged.size} writes acknowledged, ${writing.acknowledged.size - before} of them afterwards`);
  report(`not acknowledged: ${refused || 'none'}`);
  for (const difference of differences) report(`WRONG ${difference}`);
  return differences.length ? 1 : 0;
}

async function createWebhook(url: string, token: string, receiver: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'All roles', url: receiver, eventTypes: ['Role.Created'] });
  const { status } = await fetch(`${url}/api/webhooks`, { method: 'POST', headers, body });
  if (status !== 201) throw new Error(`the webhook was not created: ${status}`);
}

/** Waits for webhooks: half a minute at most. */
async function until(isTrue: () => boolean, signal: AbortSignal): Promise<void> {
  for (const start = performance.now(); !isTrue() && performance.now() - start < 30_000; )
    await sleep(200, undefined, { signal });
}

/** A copy of the primary that follows it, and without which the primary acknowledges no commit from now on. */
async function addStandby(ground: Ground, primary: Server): Promise<Server> {
  const data = join(ground.folder, 'standby');
  // The setting is copied, as it is in most installations: a promoted standby would wait for a standby of its own.
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
  ground.run('pg_basebackup', ['-d', source, '-D', data, '-R', '-X', 'stream', '-c', 'fast']);
  const standby = await ground.start(data);
  await primary.query('SELECT pg_reload_conf()');
  for (;;) {
    const [row] = await primary.query(
      `SELECT count(*)::int AS number FROM pg_stat_replication WHERE sync_state = 'sync'`,
    );
    if (row?.['number'] === 1) return standby;
    await sleep(50);
  }
}

/** Acts as a cluster manager: notices that the primary is gone, and promotes. Returns the milliseconds it took. */
async function promote(primary: Server, standby: Server, signal: AbortSignal): Promise<number> {
  const start = performance.now();
  for (let failures = 0; failures < 3; ) {
    const isGone = await primary.query('SELECT 1').then(
      () => false,
      () => true,
    );
    failures = isGone ? failures + 1 : 0;
    await sleep(500, undefined, { signal });
  }
  await standby.query('SELECT pg_promote()');
  await standby.query(`ALTER SYSTEM SET synchronous_standby_names = ''`);
  await standby.query('SELECT pg_reload_conf()');
  return Math.round(performance.now() - start);
}

/**
 * Milliseconds from the end of the primary to the first acknowledgment by the standby: one that arrived at once was
 * already on its way.
 */
async function untilWritten(times: readonly number[], killedAt: number, signal: AbortSignal): Promise<number> {
  const underWay = 500;
  for (;;) {
    const first = times.at(-1);
    if (first !== undefined && first > killedAt + underWay) break;
    if (performance.now() - killedAt > 6 * bar) throw new Error('no write is acknowledged any more');
    await sleep(10, undefined, { signal });
  }
  return Math.round((times.find((time) => time > killedAt + underWay) ?? killedAt) - killedAt);
}
