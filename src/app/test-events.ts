import type { Config } from '../config.ts';
import type { SampleServices } from '../delivery/webhooks/sample.ts';
import type { SendTestEvent } from '../kernel/prepare-services.ts';
import { shape } from './payload-selection.ts';

/** Sends test events to webhooks. The first one loads the code; connections are closed after each. */
export const createTestEventSender =
  (
    config: Pick<Config, 'webhookPrivateAddresses'>,
    services: Omit<SampleServices, 'safeFetch' | 'shape'>,
  ): SendTestEvent =>
  async (webhookId, type) => {
    const [{ sendSample }, { createSafeFetch }] = await Promise.all([
      import('../delivery/webhooks/sample.ts'),
      import('../platform/network/safe-fetch.ts'),
    ]);
    const safeFetch = createSafeFetch({ allowPrivateAddresses: config.webhookPrivateAddresses });
    try {
      return await sendSample({ ...services, safeFetch, shape }, webhookId, type);
    } finally {
      await safeFetch.close();
    }
  };
