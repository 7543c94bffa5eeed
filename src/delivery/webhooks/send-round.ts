import { type Health, healthAfter, isBroken } from '../../domain/webhook-health.ts';
import { resendsFromAfter } from '../../domain/webhook-sending.ts';
import type { DueDelivery } from '../../store/webhooks/deliveries.ts';
import type { Endpoint } from '../../store/webhooks/endpoints.ts';
import { type Attempted, type AttemptResult, type AttemptServices, createAttempts, isGone } from './attempt.ts';
import type { Slot } from './concurrency-slots.ts';

/** What may end work early: `drain` begins nothing more, `cut` aborts what is in progress. */
export interface WorkLimits {
  drain: AbortSignal;
  cut: AbortSignal;
  /** Whether this process holds the lease: after it was frozen, another one may. */
  isHeld(): boolean;
  slot: Slot;
}

export const mayBegin = ({ drain, isHeld }: WorkLimits): boolean => !drain.aborted && isHeld();

/** Requests to one endpoint at a time. */
export const concurrency = 8;
/** Milliseconds after which no more attempts begin: then it is another endpoint's turn. */
export const sliceDuration = 5000;
/** Milliseconds up to which a round was quick. */
const quickDuration = 1000;

/** What was attempted together. */
export interface Round {
  attempted: readonly AttemptResult[];
  health: Health;
  /** When the next event may be sent again. */
  resendsFrom: Date | null;
  /** Whether it ended before everything was attempted. */
  endedEarly: boolean;
  wasQuick: boolean;
  fault: PromiseRejectedResult | undefined;
}

/**
 * Attempts what is due: several chains at a time, and the deliveries of a chain one after the other as long as they succeed. Ends early when
 * the time is over, the circuit breaker opens or the endpoint is gone.
 */
export async function sendRound(
  services: AttemptServices,
  endpoint: Endpoint,
  chains: readonly (readonly DueDelivery[])[],
  limits: WorkLimits,
): Promise<Round> {
  const startedAt = performance.now();
  const attempt = createAttempts(services, endpoint, limits.cut);
  const attempted: AttemptResult[] = [];
  const waiting = chains.values();
  let health: Health = endpoint;
  let wasGone = false;
  let endedEarly = false;
  const isOver = () =>
    (endedEarly ||= isBroken(health) || wasGone || !mayBegin(limits) || performance.now() - startedAt > sliceDuration);
  const note = ({ result, reply }: Attempted): void => {
    health = healthAfter(health, reply, isBroken(endpoint));
    attempted.push(result);
    if (result.failure !== 'timeout') limits.slot.answered();
    wasGone ||= isGone(result);
  };
  const work = async (): Promise<void> => {
    for (const chain of waiting)
      for (const delivery of chain) {
        if (attempted.length ? isOver() : (endedEarly ||= !mayBegin(limits))) return;
        const made = await attempt(delivery);
        note(made);
        if (!made.reply.isSuccess) break;
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
    fault: limits.cut.aborted ? undefined : failed,
  };
}
