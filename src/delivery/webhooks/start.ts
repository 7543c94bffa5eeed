import type { Database } from '../../platform/database/database.ts';
import type { SafeFetch } from '../../platform/network/safe-fetch.ts';
import { startWhenNeeded } from '../start-when-needed.ts';
import type { EngineServices } from './engine.ts';

interface WebhookServices extends EngineServices {
  database: EngineServices['database'] & Pick<Database, 'prisma'>;
  openFetch(): Promise<SafeFetch>;
  /** Calls the listener when webhooks may have changed, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** Starts the engine when the first webhook exists. Returns a function that stops it. */
export const startWebhooks = (services: WebhookServices): (() => Promise<void>) =>
  startWhenNeeded({
    name: 'webhook delivery',
    isNeeded: () => hasWebhooks(services.database),
    async start() {
      const [{ startEngine }, safeFetch] = await Promise.all([import('./engine.ts'), services.openFetch()]);
      return startEngine({ ...services, safeFetch });
    },
    onChange: (listener) => services.onChange(listener),
    logger: services.logger,
  });

const hasWebhooks = async ({ prisma }: Pick<Database, 'prisma'>): Promise<boolean> =>
  (await prisma.webhook.findFirst({ select: { id: true } })) !== null;
