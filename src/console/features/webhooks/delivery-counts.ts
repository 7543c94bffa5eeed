import type { Words } from '../../words/index.ts';

interface DeliveryCounts {
  delivered: number;
  /** Including those that will be retried. */
  failed: number;
  retrying: number;
}

/** The statistics of deliveries, in the words of their states: what is retried is pending, and has not failed. */
export const deliveryCounts = ({ delivered, failed, retrying }: DeliveryCounts, { webhooks }: Words): string =>
  webhooks.stats(delivered, failed - retrying, retrying);
