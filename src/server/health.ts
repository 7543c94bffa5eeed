import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import type { DatabaseTime } from '../platform/database/database-time.ts';
import type { MetricsAccess } from './metrics-access.ts';
import type { HttpEnv, Routes } from './routes.ts';

/** Milliseconds after which the process counts as not ready: a lost connection delays an exchange as long. */
const timeout = 3000;

/** "ready", or why the process should not receive requests. */
type Readiness =
  | 'ready'
  | 'stopping'
  | 'clock is wrong'
  | 'database does not respond'
  | 'database was migrated by a newer version';

/**
 * Whether the process should receive requests: "ready", or why not. It should if the database responds to the read of
 * a token exchange, no newer version has applied a breaking migration, the clock is right
 * (platform/database/database-time.ts) and the process is not stopping. Redis is not required: without it, changes of
 * other processes are noticed later.
 */
export function createReadiness(
  isResponding: () => Promise<boolean>,
  isOutdated: () => Promise<boolean>,
  time: Pick<DatabaseTime, 'isWrong'>,
  isDraining: () => boolean,
): () => Promise<Readiness> {
  const absent: Readiness = 'database does not respond';
  const respondingState = async (): Promise<Readiness> => ((await isResponding()) ? 'ready' : absent);
  const stateOfDatabase = async (): Promise<Readiness> =>
    // First: after such a migration, the read may fail.
    (await isOutdated()) ? 'database was migrated by a newer version' : respondingState();
  const ofDatabase = oneAtATime(() =>
    Promise.race([stateOfDatabase().catch(() => absent), delay(timeout, absent, { ref: false })]),
  );
  return async () => (isDraining() ? 'stopping' : time.isWrong() ? 'clock is wrong' : ofDatabase());
}

/**
 * `/healthz`: the process runs; restart it otherwise. `/readyz`: it should receive requests; why not is for those who
 * may read the metrics. Both answer without a Host header, as HAProxy and others check by default.
 */
export const healthRoutes = (readiness: () => Promise<Readiness>, mayReadWhy: MetricsAccess): Routes =>
  new Hono<HttpEnv>()
    .get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get('/readyz', async (context) => {
      const readinessNow = await readiness();
      const isReady = readinessNow === 'ready';
      const status = isReady || mayReadWhy(context) ? readinessNow : 'not ready';
      return context.json({ status }, isReady ? 200 : 503, { 'cache-control': 'no-store' });
    });

// Any number of requests cause one read at a time.
function oneAtATime<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined;
  return () => {
    current ??= read().finally(() => {
      current = undefined;
    });
    return current;
  };
}
