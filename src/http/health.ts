import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import type { DatabaseTime } from '../platform/database/database-time.ts';
import type { HttpEnv, Routes } from './routes.ts';

/** Milliseconds after which the process counts as not ready: a lost connection delays an exchange as long. */
const timeout = 3000;

/**
 * `/healthz`: the process runs; restart it otherwise. `/readyz`: it should receive requests, because the database
 * answers a question of a token exchange, the clock is right (platform/database/database-time.ts) and the process is
 * not stopping. Redis is not required: without it, changes of other processes are noticed later.
 */
export function healthRoutes(
  isAnswering: () => Promise<boolean>,
  time: Pick<DatabaseTime, 'isWrong'>,
  isDraining: () => boolean,
): Routes {
  const databaseAnswers = shared(() => Promise.race([isAnswering(), delay(timeout, false, { ref: false })]));
  return new Hono<HttpEnv>()
    .get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get('/readyz', async (context) => {
      const answer = () => databaseAnswers().then((answers) => (answers ? 'ready' : 'database does not respond'));
      const status = isDraining() ? 'stopping' : time.isWrong() ? 'clock is wrong' : await answer();
      return context.json({ status }, status === 'ready' ? 200 : 503, { 'cache-control': 'no-store' });
    });
}

// Any number of requests cause one question at a time.
function shared<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined;
  return () => {
    current ??= ask().finally(() => {
      current = undefined;
    });
    return current;
  };
}
