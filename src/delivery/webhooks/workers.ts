import type { Logger } from '../../platform/logger.ts';
import { type Lease, leaseSeconds, renewLeases } from '../../store/webhooks/leases.ts';
import { createConcurrencySlots } from './concurrency-slots.ts';
import { type Served, serveWebhook, type WorkerServices } from './serve-webhook.ts';

/** Time for requests in progress when the platform stops (ms). */
const grace = 5000;
/** Age at which a lease is renewed, and pause between two checks (ms). Several renewals may fail before it expires. */
const renewalAge = 3000;
const renewalInterval = 1000;

/** The webhooks that this process serves. */
export interface Workers {
  /** Number of webhooks that may be claimed. */
  free(): number;
  isServing(webhookId: string): boolean;
  /**
   * Serves a claimed webhook. `claimedAt` is the value of `performance.now()` before the claim. `ended` is called when
   * it is no longer served, without a result if that failed.
   */
  start(lease: Lease, claimedAt: number, ended: (served: Served | undefined) => void): void;
  /** Begins nothing more, waits some seconds for requests in progress, then aborts them. They are sent again later. */
  close(): Promise<void>;
}

export interface WorkersServices extends WorkerServices {
  logger: Logger;
}

export function createWorkers(services: WorkersServices): Workers {
  const { database, logger } = services;
  const drain = new AbortController();
  const requests = new AbortController();
  const slots = createConcurrencySlots();
  const running = new Map<string, { lease: Lease; heldUntil: number; end: Promise<void> }>();

  const renew = async (): Promise<void> => {
    const heldUntil = performance.now() + leaseSeconds * 1000;
    const old = Array.from(running.values()).filter((one) => one.heldUntil <= heldUntil - renewalAge);
    if (!old.length) return;
    const leases = old.map(({ lease }) => lease);
    const renewed = await renewLeases(database, leases);
    for (const webhookId of renewed) {
      const held = running.get(webhookId);
      if (held) held.heldUntil = heldUntil;
    }
  };
  const timer = setInterval(() => {
    renew().catch((err: unknown) => logger.warn({ err }, 'webhook leases: renewal failed; will retry'));
  }, renewalInterval);
  return {
    free: () => (drain.signal.aborted ? 0 : slots.free()),
    isServing: (webhookId) => running.has(webhookId),
    start(lease, claimedAt, ended) {
      const { webhookId } = lease;
      const slot = slots.take();
      const isHeld = () => performance.now() < (running.get(webhookId)?.heldUntil ?? 0);
      const held = { lease, heldUntil: claimedAt + leaseSeconds * 1000, end: Promise.resolve() };
      running.set(webhookId, held);
      const failed = (err: unknown) => logger.warn({ err, webhookId }, 'webhook: delivery interrupted; will retry');
      held.end = serveWebhook(services, lease, { drain: drain.signal, abort: requests.signal, isHeld, slot })
        .catch(failed)
        .then((served) => {
          running.delete(webhookId);
          slot.release();
          ended(served ?? undefined);
        });
    },
    async close() {
      drain.abort();
      const aborting = setTimeout(() => requests.abort(new Error('platform stops')), grace);
      await Promise.all(Array.from(running.values(), ({ end }) => end));
      clearTimeout(aborting);
      clearInterval(timer);
    },
  };
}
