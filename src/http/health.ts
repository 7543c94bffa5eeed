import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import type { HttpEnv, Routes } from './pages.ts';
import type { Pool } from 'pg';

/** Milliseconds the database may take to answer before the process counts as not ready. */
const patience = 2000;

/**
 * `/healthz`: the process is alive (restart it when it is not). `/readyz`: it should get requests now: the database answers and
 * the process is not stopping. Redis is no condition: without it, changes made on other processes are seen later.
 */
export function healthRoutes(pool: Pick<Pool, 'query'>, isDraining: () => boolean): Routes {
  const databaseAnswers = shared(() => answers(pool));
  return new Hono<HttpEnv>()
    .get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get('/readyz', async (context) => {
      const status = isDraining() ? 'stopping' : (await databaseAnswers()) ? 'ready' : 'database does not answer';
      return context.json({ status }, status === 'ready' ? 200 : 503, { 'cache-control': 'no-store' });
    });
}

function answers(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const query = pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  return Promise.race([query, delay(patience, false, { ref: false })]);
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
