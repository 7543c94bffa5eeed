import type { Transaction } from '../../platform/database/database.ts';
import { lock } from '../row-locks/row-locks.ts';

/** Relations that the public shape of a webhook needs (store/records/shapes.ts). */
export const webhookParts = {
  secrets: {
    where: { publicKey: { not: null } },
    select: { publicKey: true, expiresAt: true },
    orderBy: { id: 'desc' },
  },
} as const;

/**
 * Changes for a webhook that is enabled or gets another URL. It starts a new generation: earlier responses of the
 * endpoint and attempts in progress are ignored.
 */
export const newGeneration = (now: Date) =>
  ({ failures: 0, failingSince: null, pausedUntil: null, generation: { increment: 1 }, dueAt: now }) as const;

/** Locks the webhook and returns it. NOT_FOUND at "webhookId" if it does not exist. */
export async function lockWebhook(tx: Transaction, id: string) {
  await lock(tx, 'webhook', id, 'webhookId');
  return findWebhook(tx, id);
}

export const findWebhook = (tx: Transaction, id: string) =>
  tx.webhook.findUniqueOrThrow({ where: { id }, include: webhookParts });
