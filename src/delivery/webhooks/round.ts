import { type Health, healthAfter, isBroken } from '../../domain/webhook-health.ts';
import { resendsFromAfter } from '../../domain/webhook-sending.ts';
import type { Endpoint, Heard } from '../../store/webhook-endpoints.ts';
import type { Turn } from '../../store/webhook-turns.ts';
import type { Place } from './places.ts';
import { type Answered, type Attempted, type AttemptServices, createAttempts, isGone } from './attempt.ts';

/** How work goes on and is ended: `drain` begins nothing more, `cut` ends what is under way as if it had never been begun. */
export interface Ends {
  drain: AbortSignal;
  cut: AbortSignal;
  /** Whether nobody else is at work for the webhook: a process that stood still may have been taken for gone. */
  isHeld(): boolean;
  /** Where it is done. */
  place: Place;
}

export const mayBegin = ({ drain, isHeld }: Ends): boolean => !drain.aborted && isHeld();

/** Requests to one endpoint at a time. */
export const concurrency = 8;
/** Milliseconds after which a round begins no more attempts, and a slice no more rounds: then it is another endpoint's turn. */
export const patience = 5000;

/** What was attempted together. */
export interface Round extends Heard {
  attempted: readonly Attempted[];
  wasQuick: boolean;
  fault: PromiseRejectedResult | undefined;
}

/**
 * Attempts what is due, several chains at a time, and what is in a chain one after the other as long as that succeeds. It ends early when the
 * endpoint does nothing but fail: the rest stays due.
 */
export async function runRound(
  services: AttemptServices,
  endpoint: Endpoint,
  chains: readonly (readonly Turn[])[],
  ends: Ends,
): Promise<Round> {
  const startedAt = performance.now();
  const attempt = createAttempts(services, endpoint, ends.cut);
  const attempted: Attempted[] = [];
  const waiting = chains.values();
  let health: Health = endpoint;
  const isLate = () => !mayBegin(ends) || performance.now() - startedAt > patience;
  let wantsNoMore = false;
  const note = (answered: Answered): void => {
    health = healthAfter(health, answered.reply, isBroken(endpoint));
    attempted.push(answered.attempted);
    if (answered.attempted.failure !== 'timeout') ends.place.answered();
    wantsNoMore ||= isGone(answered.attempted);
  };
  const work = async (): Promise<void> => {
    for (const chain of waiting)
      for (const turn of chain) {
        if (isLate()) return;
        const answered = await attempt(turn);
        note(answered);
        if (isBroken(health) || wantsNoMore) return;
        if (!answered.reply.isSuccess) break;
      }
  };
  const works = await Promise.allSettled(Array.from({ length: Math.min(concurrency, chains.length) }, work));
  const fault = works.find((result) => result.status === 'rejected' && !ends.cut.aborted);
  const tookLong = performance.now() - startedAt >= 1000;
  const wasQuick = !fault && !tookLong && attempted.every(({ failure }) => failure === null);
  const { beginnings } = endpoint;
  const resends = attempted.filter(({ turn }) => turn.isResend).length;
  const resendsFrom = resendsFromAfter(endpoint, resends, services.clock.now());
  return { attempted, beginnings, health, resendsFrom, wasQuick, fault: fault as PromiseRejectedResult | undefined };
}
