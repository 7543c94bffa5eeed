import { type Health, healthAfter, isBroken, isHopeless, isResting } from '../../domain/webhook-health.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { type Endpoint, findEndpoint } from '../../store/webhook-endpoints.ts';
import { dueTurns, endHolds, nextTurn, type Turn } from '../../store/webhook-turns.ts';
import type { DisabledReason } from '../../vocabulary/resources.ts';
import { attempt, type Attempted, type AttemptServices } from './attempt.ts';
import { createRecord, type Made, type Record, type RecordServices } from './record.ts';

export interface SliceServices extends AttemptServices, RecordServices {
  secretBox: SecretBox;
  /** Disables a webhook, with its event. */
  disable(webhookId: string, reason: Exclude<DisabledReason, 'requested'>): Promise<void>;
}

/** How work is ended: `drain` begins nothing more, `cut` ends what is under way as if it had never been begun. */
export interface Ends {
  drain: AbortSignal;
  cut: AbortSignal;
  /** Whether nobody else is at work for the webhook: a process that stood still may have been taken for gone. */
  isHeld(): boolean;
}

/** When a webhook has to be looked at again: at once, at a time, or when something happens (null). */
export type Again = 'now' | Date | null;

/** Requests to one endpoint at a time. */
const concurrency = 8;
/** Deliveries of one round, when the endpoint is quick. */
const mostPerRound = 128;
/** Milliseconds after which a round begins no more attempts, and a slice no more rounds: then it is another endpoint's turn. */
const patience = 5000;

const mayBegin = ({ drain, isHeld }: Ends): boolean => !drain.aborted && isHeld();

/**
 * Tells the endpoint of a webhook what is due, for a while, in rounds of deliveries. Whoever calls this has the webhook alone: nothing says
 * that a delivery is being made, and what was not written down is due still.
 */
export async function runSlice(services: SliceServices, webhookId: string, ends: Ends): Promise<Again> {
  const record = createRecord(services, webhookId);
  try {
    return await runRounds(services, webhookId, record, ends);
  } finally {
    await record.complete();
  }
}

/**
 * As long as the endpoint is quick, a round is written down while the next one is sent. Events about the same record come one after the
 * other all the same: the next one is due when the one before is written down.
 */
async function runRounds(services: SliceServices, webhookId: string, record: Record, ends: Ends): Promise<Again> {
  const { clock, database } = services;
  const startedAt = performance.now();
  let last: Round | undefined;
  for (let size = concurrency; mayBegin(ends); size = sizeAfter(last, size)) {
    if (performance.now() - startedAt > patience) return 'now';
    const found = await findEndpoint(services, webhookId, clock.now());
    if (!found?.isEnabled) return null;
    const endpoint = record.open.length ? { ...found, ...last?.health } : found;
    if (isResting(endpoint, clock.now())) return endpoint.restsUntil;
    if (!last?.wasQuick) await inTransaction(database, (client) => endHolds(client, webhookId, clock.now()));
    const most = isBroken(endpoint) ? 1 : size;
    const turns = await dueTurns(database, webhookId, { now: clock.now(), most, except: record.open });
    if (!turns.length && !record.open.length) return nextTurn(database, webhookId);
    last = await runRound(services, endpoint, turns, ends);
    await record.add(last);
    if (last.wasQuick && turns.length === most) continue;
    await record.complete();
    if (last.fault) throw last.fault.reason;
    if (await isOver(services, endpoint, last)) return null;
  }
  return 'now';
}

interface Round extends Made {
  wasQuick: boolean;
  fault: PromiseRejectedResult | undefined;
}

const sizeAfter = (round: Round | undefined, size: number): number =>
  round?.wasQuick ? Math.min(size * 2, mostPerRound) : concurrency;

/** Attempts what is due, several at a time. It ends early when the endpoint does nothing but fail: the rest stays due. */
async function runRound(
  services: AttemptServices,
  endpoint: Endpoint,
  turns: readonly Turn[],
  ends: Ends,
): Promise<Round> {
  const startedAt = performance.now();
  const attempted: Attempted[] = [];
  const waiting = turns.values();
  let health: Health = endpoint;
  const isLate = () => !mayBegin(ends) || performance.now() - startedAt > patience;
  const work = async (): Promise<void> => {
    for (const turn of waiting) {
      if (isLate()) return;
      const done = await attempt(services, endpoint, turn, ends.cut);
      health = healthAfter(health, done.reply, isBroken(endpoint));
      attempted.push(done);
      if (isBroken(health) || done.isGone) return;
    }
  };
  const works = await Promise.allSettled(Array.from({ length: Math.min(concurrency, turns.length) }, work));
  const fault = works.find((result) => result.status === 'rejected' && !ends.cut.aborted);
  const tookLong = performance.now() - startedAt >= 1000;
  const wasQuick = !fault && !tookLong && attempted.every(({ reply }) => reply.isSuccess);
  return { attempted, health, wasQuick, fault: fault as PromiseRejectedResult | undefined };
}

/** Whether the webhook is disabled now because its endpoint is gone, or has failed for too long. */
async function isOver({ disable, clock }: SliceServices, { webhookId }: Endpoint, round: Round): Promise<boolean> {
  const isGone = round.attempted.some((done) => done.isGone);
  if (!isGone && !isHopeless(round.health, clock.now())) return false;
  await disable(webhookId, isGone ? 'gone' : 'failing');
  return true;
}
