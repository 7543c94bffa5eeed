import type { Words } from '../../words/index.ts';

interface DeliveryStats {
  delivered: number;
  /** Including those that will be retried. */
  failed: number;
  retrying: number;
}

/** The statistics of deliveries, in the words of their states: what is retried is pending, and has not failed. */
export const statsText = ({ delivered, failed, retrying }: DeliveryStats, { webhooks }: Words): string =>
  webhooks.stats(delivered, failed - retrying, retrying);
