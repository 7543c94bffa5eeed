import { startWebhooks } from '../delivery/webhooks/start.ts';
import type { Metrics } from '../server/metrics.ts';
import { platformActor } from '../kernel/actor.ts';
import { disableWebhook } from '../operations/webhooks/disable-webhook.ts';
import { concerns } from '../platform/nudges.ts';
import { eventTypesAbout } from '../vocabulary/events.ts';
import type { Services } from './services.ts';
import { shape } from './payload-selection.ts';
import { platformOrigin } from './platform-origin.ts';

/** Delivers events to webhooks. Returns a function that stops it. */
export function startDelivery(services: Services, metrics: Metrics): () => Promise<void> {
  const { config, execute, ids, nudges } = services;
  const options = { allowPrivateAddresses: config.webhookPrivateAddresses };
  return startWebhooks({
    ...services,
    shape,
    count: metrics.countAttempt,
    onChange: (listener) =>
      nudges.subscribe((nudge) => {
        if (concerns(nudge, eventTypesAbout('webhook'))) listener();
      }),
    openFetch: async () => (await import('../platform/network/safe-fetch.ts')).createSafeFetch(options),
    async disable({ webhookId, generation }, reason) {
      await execute(disableWebhook, platformActor, { webhookId, generation, reason }, platformOrigin(ids));
    },
  });
}
