import { coalesce } from '../../platform/coalesce.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SafeFetch } from '../../platform/network/safe-fetch.ts';
import type { Engine, EngineServices } from './engine.ts';

/** Milliseconds between two looks whether there is a webhook now, and from the start to the first of them: it does not make the start longer. */
const patience = 1000;

export interface WebhookServices extends EngineServices {
  openFetch(): Promise<SafeFetch>;
}

/**
 * Serves the webhooks, from the moment when there is one: until then nothing of it is loaded (30 MB in memory), and no job is looked for.
 * Returns a function that ends it: requests under way have some seconds.
 */
export function startWebhooks(services: WebhookServices): () => Promise<void> {
  let engine: Engine | undefined;
  const start = async (): Promise<void> => {
    if (engine || !(await hasWebhooks(services.database))) return;
    const [{ startEngine }, fetch] = await Promise.all([import('./engine.ts'), services.openFetch()]);
    engine = await startEngine({ ...services, fetch });
    stopLooking();
  };
  const starting = coalesce(() =>
    start().catch((err: unknown) => services.logger.warn({ err }, 'webhook delivery: not started; will retry')),
  );
  const unsubscribe = services.onChange(() => void starting.run());
  const timer = setInterval(() => void starting.run(), patience);
  const stopLooking = (): void => {
    unsubscribe();
    clearInterval(timer);
  };
  return async () => {
    stopLooking();
    await starting.idle();
    await engine?.close();
  };
}

async function hasWebhooks({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ any: boolean }>('SELECT EXISTS (SELECT FROM webhooks) AS any');
  return rows[0]?.any ?? false;
}
