import { type Health, healthAfter, isCircuitOpen } from '../../domain/webhooks/webhook-health.ts';
import { resendsFromAfter } from '../../domain/webhooks/webhook-sending.ts';
import type { DueDelivery } from '../../store/webhooks/deliveries.ts';
import type { Endpoint } from '../../store/webhooks/endpoints.ts';
import { type AttemptOutcome, type AttemptResult, type AttemptServices, createAttempts, isGone } from './attempt.ts';
import type { Slot } from './concurrency-slots.ts';

/** Signals that end work early: after `drain` nothing is begun, `abort` ends requests in progress. */
export interface WorkLimits {
  drain: AbortSignal;
  abort: AbortSignal;
  /** Whether this process still holds the lease. */
  isHeld(): boolean;
  slot: Slot;
}

export const mayBegin = ({ drain, isHeld }: WorkLimits): boolean => !drain.aborted && isHeld();

/** Concurrent requests to one endpoint. */
export const concurrency = 8;
/** Time after which no more attempts begin, so that other endpoints are served (ms). */
export const sliceDuration = 5000;
/** Maximum duration of a quick round (ms). */
const quickDuration = 1000;

/** A round of attempts. */
export interface Round {
  attempted: readonly AttemptResult[];
  health: Health;
  /** Time from which the next redelivery may be sent. */
  resendsFrom: Date | null;
  /** Whether some deliveries were not attempted. */
  endedEarly: boolean;
  wasQuick: boolean;
  fault: PromiseRejectedResult | undefined;
}

/**
 * Attempts deliveries: several chains concurrently, the deliveries of a chain in sequence while they succeed. Ends
 * early after `sliceDuration`, or if the circuit breaker opens or the endpoint is gone.
 */
export async function sendRound(
  services: AttemptServices,
  endpoint: Endpoint,
  chains: readonly (readonly DueDelivery[])[],
  limits: WorkLimits,
): Promise<Round> {
  const startedAt = performance.now();
  const attempt = createAttempts(services, endpoint, limits.abort);
  const attempted: AttemptResult[] = [];
  const queue = chains.values();
  let health: Health = endpoint;
  let wasGone = false;
  let endedEarly = false;
  const isOver = () =>
    (endedEarly ||=
      isCircuitOpen(health) || wasGone || !mayBegin(limits) || performance.now() - startedAt > sliceDuration);
  const record = ({ result, reply }: AttemptOutcome): void => {
    health = healthAfter(health, reply, isCircuitOpen(endpoint));
    attempted.push(result);
    if (result.failure !== 'timeout') limits.slot.responded();
    wasGone ||= isGone(result);
  };
  const work = async (): Promise<void> => {
    for (const chain of queue)
      for (const delivery of chain) {
        if (attempted.length ? isOver() : (endedEarly ||= !mayBegin(limits))) return;
        const result = await attempt(delivery);
        record(result);
        if (!result.reply.isSuccess) break;
      }
  };
  const works = await Promise.allSettled(Array.from({ length: Math.min(concurrency, chains.length) }, work));
  const failed = works.find((one) => one.status === 'rejected');
  const duration = performance.now() - startedAt;
  const resends = attempted.filter(({ delivery }) => delivery.isResend).length;
  return {
    attempted,
    health,
    resendsFrom: resendsFromAfter(endpoint, resends, services.clock.now()),
    endedEarly: endedEarly || failed !== undefined,
    wasQuick: !failed && duration < quickDuration && attempted.every(({ failure }) => failure === null),
    fault: limits.abort.aborted ? undefined : failed,
  };
}
