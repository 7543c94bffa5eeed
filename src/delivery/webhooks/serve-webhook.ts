import { isCircuitOpen, hasFailedTooLong, isPaused } from '../../domain/webhooks/webhook-health.ts';
import { resendsAt } from '../../domain/webhooks/webhook-sending.ts';
import type { LoggedEvent } from '../../store/logged-event.ts';
import type { Place } from '../../store/event-positions.ts';
import { pooledTransaction } from '../../store/sql/pooled-transaction.ts';
import { type DueDelivery, dueDeliveries } from '../../store/webhooks/deliveries.ts';
import type { Endpoint } from '../../store/webhooks/endpoints.ts';
import type { NextEvents } from '../../store/webhooks/events.ts';
import { type Lease, releaseWebhook } from '../../store/webhooks/leases.ts';
import { endOrderingTimeouts, type Ordering, readOrdering } from '../../store/webhooks/ordering.ts';
import { spreadResends } from '../../store/webhooks/redelivery.ts';
import type { DisabledReason } from '../../vocabulary/records/delivery-shapes.ts';
import { type AttemptServices, isGone } from './attempt.ts';
import { completeRound, type ResultServices, type RoundResults } from './results.ts';
import { concurrency, mayBegin, type Round, sendRound, sliceDuration, type WorkLimits } from './send-round.ts';

export interface WorkerServices extends AttemptServices, ResultServices {
  /** The next events for a webhook, from memory or the log. */
  nextEvents(endpoint: Endpoint, limit: number): Promise<NextEvents>;
  /** Disables a webhook and emits the event, unless the webhook has a later generation. */
  disable(
    endpoint: Pick<Endpoint, 'webhookId' | 'generation'>,
    reason: Exclude<DisabledReason, 'requested'>,
  ): Promise<void>;
}

/** The result of serving a webhook. */
export interface Served {
  /** When the webhook has work again: now, at a time, or after a new event (null). */
  nextRun: 'now' | Date | null;
  /** The stored cursor. */
  cursor: number;
}

/** Pause of a failing endpoint when too many are being probed (ms). */
const probePause = 5000;
/** Deliveries of the first round, and of the largest one: each quick round doubles the size. */
const firstRound = 50;
const largestRound = 400;

/**
 * Serves a webhook that this process has claimed, in rounds, for `sliceDuration` at most, and releases it. If the lease
 * is lost, the next holder sends again what was not written.
 */
export async function serveWebhook(services: WorkerServices, claimed: Lease, limits: WorkLimits): Promise<Served> {
  const { clock, nextEvents } = services;
  const startedAt = performance.now();
  let lease = claimed;
  for (let size = firstRound; mayBegin(limits) && performance.now() - startedAt < sliceDuration; ) {
    const now = clock.now();
    const next = await nextEvents(lease, size);
    const isInactive = !lease.isEnabled || isPaused(lease, now);
    const isHeld = next.events.length > 0 && (isInactive || isCircuitOpen(lease));
    if (!isHeld && isInactive && !next.hasMore) return release(services, lease, next.upTo);
    if (!isHeld && isCircuitOpen(lease) && !limits.slot.tryProbe())
      return release(services, lease, next.upTo, new Date(now.getTime() + probePause));
    const due = isHeld || isInactive ? [] : await dueInPace(services, lease, isCircuitOpen(lease) ? 1 : size);
    const isIdle = !due.length && !next.events.length;
    if (isIdle && !next.hasMore) return release(services, lease, next.upTo);
    if (isHeld || isIdle) {
      const passed = await completeRound(services, lease, await postpone(services, lease, next));
      if (!passed || passed.isReleased) return { nextRun: null, cursor: (passed?.lease ?? lease).cursor };
      lease = passed.lease;
      continue;
    }
    const { round, completed } = await runRound(services, lease, { due, next }, limits);
    if (!completed || completed.isReleased) return { nextRun: null, cursor: (completed?.lease ?? lease).cursor };
    if (round.fault) throw round.fault.reason;
    const isDisabled = await giveUp(services, lease, round);
    lease = { ...completed.lease, ...(isDisabled && { isEnabled: false }) };
    size = round.wasQuick ? Math.min(size * 2, largestRound) : concurrency;
  }
  return { ...(await release(services, lease)), nextRun: 'now' };
}

/** Releases the lease. A disabled webhook has no work. */
async function release(
  { database, clock }: WorkerServices,
  lease: Lease,
  upTo: Place = cursorOf(lease),
  notBefore: Date | null = null,
): Promise<Served> {
  const released = await releaseWebhook(database, lease, { upTo, notBefore }, clock.now());
  return { nextRun: (lease.isEnabled && released?.dueAt) || null, cursor: (released ?? lease).cursor };
}

/** It was stored, so the log has it as long as the lease is held. */
const cursorOf = ({ cursor }: Lease): Place => ({ position: cursor, id: null });

/** Events for a paused, failing or disabled endpoint become deliveries, so that they are listed. */
async function postpone(services: WorkerServices, lease: Lease, { events, upTo }: NextEvents): Promise<RoundResults> {
  const { deliveries } = await numbered(services, lease, events);
  const { resendsFrom } = lease;
  return { attempted: [], added: deliveries, health: lease, resendsFrom, upTo, mayRelease: false };
}

interface Work {
  due: readonly DueDelivery[];
  next: NextEvents;
}

async function runRound(services: WorkerServices, lease: Lease, { due, next }: Work, limits: WorkLimits) {
  const { deliveries, chains } = await numbered(services, lease, next.events);
  const round = await sendRound(services, lease, [...due.map((one) => [one]), ...chains], limits);
  const { attempted, health, resendsFrom, endedEarly } = round;
  // Events after the last attempted one stay in the log.
  const attemptedDeliveries = new Set(attempted.map(({ delivery }) => delivery));
  const added = endedEarly
    ? deliveries.slice(0, deliveries.findLastIndex((one) => attemptedDeliveries.has(one)) + 1)
    : deliveries;
  const upTo = endedEarly ? (added.at(-1)?.event ?? cursorOf(lease)) : next.upTo;
  const mayRelease = !next.hasMore && !endedEarly && !isDue(lease, services.clock.now());
  const results = { attempted, health, resendsFrom, added, upTo, mayRelease };
  return { round, completed: await completeRound(services, lease, results) };
}

/** Assigns sequence numbers. A chain has the events about one record, unless an earlier delivery blocks them. */
async function numbered({ database, ids }: WorkerServices, { webhookId }: Lease, events: readonly LoggedEvent[]) {
  const subjectKeys = [...new Set(events.map(({ subjectKey }) => subjectKey))];
  const orderings = subjectKeys.length ? await readOrdering(database, webhookId, subjectKeys) : [];
  const ordering = new Map(orderings.map((one) => [one.subjectKey, one]));
  const chains = new Map<string, DueDelivery[]>();
  const deliveries = events.map((event) => {
    const { subjectKey } = event;
    const before = ordering.get(subjectKey);
    const delivery = newDelivery(ids.next('webhookDelivery'), event, before);
    const isBlocked = before?.isBlocked ?? false;
    ordering.set(subjectKey, { subjectKey, sequence: (before?.sequence ?? 0) + 1, lastEventId: event.id, isBlocked });
    const chain = chains.get(subjectKey);
    if (chain) chain.push(delivery);
    else if (!isBlocked) chains.set(subjectKey, [delivery]);
    return delivery;
  });
  return { deliveries, chains: [...chains.values()] };
}

const newDelivery = (id: string, event: LoggedEvent, before: Ordering | undefined): DueDelivery => ({
  id,
  sequence: (before?.sequence ?? 0) + 1,
  previousId: before?.lastEventId ?? null,
  attempts: 0,
  tries: 0,
  firstAttemptAt: null,
  dueAt: null,
  isResend: false,
  event,
});

const isDue = ({ dueAt }: Pick<Endpoint, 'dueAt'>, now: Date): boolean => dueAt !== null && dueAt <= now;

/**
 * Due deliveries. If more redeliveries are due than the rate allows, for example after a pause, they are rescheduled.
 */
async function dueInPace({ clock, database }: WorkerServices, lease: Lease, limit: number): Promise<DueDelivery[]> {
  const now = clock.now();
  if (!isDue(lease, now)) return [];
  const { webhookId } = lease;
  await endOrderingTimeouts(database, webhookId, now);
  const due = await dueDeliveries(database, webhookId, { now, limit });
  if (due.filter(({ isResend }) => isResend).length <= resendsAt(lease, now)) return due;
  await pooledTransaction(database, (client) => spreadResends(client, webhookId, lease, now));
  return dueDeliveries(database, webhookId, { now, limit });
}

/** Disables the webhook if its endpoint is gone or has failed for too long. */
async function giveUp({ disable, clock }: WorkerServices, endpoint: Endpoint, round: Round): Promise<boolean> {
  const wasGone = round.attempted.some(isGone);
  if (!wasGone && !hasFailedTooLong(round.health, clock.now())) return false;
  await disable(endpoint, wasGone ? 'gone' : 'failing');
  return true;
}
