import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import type { DatabaseTime } from '../platform/database/database-time.ts';
import type { HttpEnv, Routes } from './routes.ts';

/** Milliseconds after which the process counts as not ready: what an exchange may cost when a connection is lost. */
const patience = 3000;

/**
 * `/healthz`: the process is alive (restart it when it is not). `/readyz`: it should get requests now: the database answers
 * what a token exchange asks, in the way an exchange asks it, the clock of this machine is right (platform/database/database-time.ts), and the process is
 * not stopping. Redis is no condition: without it, changes made on other processes are seen later.
 */
export function healthRoutes(
  isAnswering: () => Promise<boolean>,
  time: Pick<DatabaseTime, 'isWrong'>,
  isDraining: () => boolean,
): Routes {
  const databaseAnswers = shared(() => Promise.race([isAnswering(), delay(patience, false, { ref: false })]));
  return new Hono<HttpEnv>()
    .get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get('/readyz', async (context) => {
      const answer = () => databaseAnswers().then((answers) => (answers ? 'ready' : 'database does not answer'));
      const status = isDraining() ? 'stopping' : time.isWrong() ? 'clock is wrong' : await answer();
      return context.json({ status }, status === 'ready' ? 200 : 503, { 'cache-control': 'no-store' });
    });
}

// Anyone may ask, but not make us ask the database more than once at a time.
function shared<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined;
  return () => {
    current ??= ask().finally(() => {
      current = undefined;
    });
    return current;
  };
}
