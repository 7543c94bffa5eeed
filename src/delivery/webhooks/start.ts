import { coalesce } from '../../platform/coalesce.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SafeFetch } from '../../platform/network/safe-fetch.ts';
import type { Engine, EngineServices } from './engine.ts';

/** Pause between two checks for a webhook, and before the first one, which must not delay the start (ms). */
const pollInterval = 1000;

interface WebhookServices extends EngineServices {
  openFetch(): Promise<SafeFetch>;
  /** Calls the listener when webhooks may have changed, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/**
 * Starts the engine when the first webhook exists; it is not loaded before. Returns a function that stops it, and waits
 * some seconds for requests in progress.
 */
export function startWebhooks(services: WebhookServices): () => Promise<void> {
  let engine: Engine | undefined;
  const start = async (): Promise<void> => {
    if (engine || !(await hasWebhooks(services.database))) return;
    const [{ startEngine }, fetch] = await Promise.all([import('./engine.ts'), services.openFetch()]);
    engine = startEngine({ ...services, fetch });
    stopChecking();
  };
  const starting = coalesce(() =>
    start().catch((err: unknown) => services.logger.warn({ err }, 'webhook delivery: not started; will retry')),
  );
  const unsubscribe = services.onChange(() => void starting.run());
  const timer = setInterval(() => void starting.run(), pollInterval);
  const stopChecking = (): void => {
    unsubscribe();
    clearInterval(timer);
  };
  return async () => {
    stopChecking();
    await starting.idle();
    await engine?.close();
  };
}

async function hasWebhooks({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ any: boolean }>('SELECT EXISTS (SELECT FROM webhooks) AS any');
  return rows[0]?.any ?? false;
}
