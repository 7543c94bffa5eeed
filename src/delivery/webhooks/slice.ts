import { setTimeout } from 'node:timers/promises';
import { attemptsOf } from '../../domain/nudged.ts';
import { type Health, healthAfter, isBroken, isHopeless, isResting } from '../../domain/webhook-health.ts';
import type { Database } from '../../platform/database.ts';
import type { Nudges } from '../../platform/nudges.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { type Endpoint, findEndpoint, lockEndpoint, saveHealth } from '../../store/webhook-endpoints.ts';
import {
  endHolds,
  endTurns,
  giveBackTurns,
  holdBack,
  lockTurns,
  logAttempts,
  nextTurn,
  saveStandings,
  takeTurns,
  type Turn,
} from '../../store/webhook-turns.ts';
import type { AttemptFailure, DisabledReason } from '../../vocabulary/resources.ts';
import { attempt, type Attempted, type AttemptServices } from './attempt.ts';
import { keepLease, leaseMs } from './lease.ts';

export interface SliceServices extends AttemptServices {
  database: Pick<Database, 'pool'>;
  secretBox: SecretBox;
  nudges: Pick<Nudges, 'publish'>;
  /** Counts an attempt, by where it failed; null when it did not. */
  count(failure: AttemptFailure | null): void;
  /** Disables a webhook, with its event. */
  disable(webhookId: string, reason: Exclude<DisabledReason, 'requested'>): Promise<void>;
}

/** How work is ended: `drain` begins nothing more, `cut` ends what is under way as if it had never been begun. */
export interface Ends {
  drain: AbortSignal;
  cut: AbortSignal;
}

/** When a webhook has to be looked at again: at once, at a time, or when something happens (null). */
export type Again = 'now' | Date | null;

/** Requests to one endpoint at a time. */
const concurrency = 8;
/** Deliveries that one round takes, when the endpoint is quick. */
const mostPerRound = 128;
/** Milliseconds after which a round begins no more attempts, and a slice no more rounds: then it is another endpoint's turn. */
const patience = 5000;

/** Tells the endpoint of a webhook what is due, for a while: rounds of deliveries, each written down before the next one is taken. */
export async function runSlice(services: SliceServices, webhookId: string, ends: Ends): Promise<Again> {
  const { clock, database } = services;
  const startedAt = performance.now();
  for (let size = concurrency; !ends.drain.aborted; ) {
    if (performance.now() - startedAt > patience) return 'now';
    const endpoint = await findEndpoint(services, webhookId, clock.now());
    if (!endpoint?.isEnabled) return null;
    if (isResting(endpoint, clock.now())) return endpoint.restsUntil;
    await inTransaction(database, (client) => endHolds(client, webhookId, clock.now()));
    const now = clock.now();
    const most = isBroken(endpoint) ? 1 : size;
    const takenUntil = new Date(now.getTime() + leaseMs);
    const turns = await takeTurns(database, webhookId, { now, lease: takenUntil, most });
    if (!turns.length) return nextTurn(database, webhookId);
    const round = await runRound(services, endpoint, { turns, takenUntil }, ends);
    if (await isOver(services, endpoint, round)) return null;
    size = round.wasQuick ? Math.min(size * 2, mostPerRound) : concurrency;
  }
  return 'now';
}

interface Round {
  attempted: Attempted[];
  health: Health;
  wasQuick: boolean;
}

/** Attempts what was taken, several at a time. It ends early when the endpoint does nothing but fail: the rest is given back. */
async function runRound(
  services: SliceServices,
  endpoint: Endpoint,
  { turns, takenUntil }: { turns: readonly Turn[]; takenUntil: Date },
  { drain, cut }: Ends,
): Promise<Round> {
  const startedAt = performance.now();
  const lease = keepLease(
    services,
    turns.map(({ id }) => id),
    takenUntil,
  );
  const attempted: Attempted[] = [];
  const waiting = [...turns];
  let health: Health = endpoint;
  const isLate = () => drain.aborted || performance.now() - startedAt > patience;
  const work = async (): Promise<void> => {
    for (let turn = waiting.shift(); turn; turn = waiting.shift()) {
      const done = await attempt(services, endpoint, turn, cut);
      health = healthAfter(health, done.reply, isBroken(endpoint));
      attempted.push(done);
      if (isLate() || isBroken(health) || done.isGone) return;
    }
  };
  const works = await Promise.allSettled(Array.from({ length: Math.min(concurrency, turns.length) }, work));
  await lease.end();
  await writeDown(services, endpoint, attempted, health);
  services.nudges.publish({ types: [attemptsOf(endpoint.webhookId)] });
  for (const { logged } of attempted) services.count(logged.failure as AttemptFailure | null);
  const known = new Set(attempted.map(({ standing }) => standing.id));
  const left = turns.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  await giveBackTurns(services.database, left, services.clock.now());
  const fault = works.find((result) => result.status === 'rejected');
  if (fault && !cut.aborted) throw fault.reason;
  const wasQuick = performance.now() - startedAt < 1000 && attempted.every(({ reply }) => reply.isSuccess);
  return { attempted, health, wasQuick };
}

/** Milliseconds between two tries to write down what was done. */
const pause = 500;

/** What was sent must not be forgotten for the sake of a database that is away for a moment. */
async function writeDown(
  services: SliceServices,
  endpoint: Endpoint,
  attempted: Attempted[],
  health: Health,
): Promise<void> {
  for (let left = 5; ; left--) {
    try {
      await record(services, endpoint, attempted, health);
      return;
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(pause);
    }
  }
}

const record = (
  { database, clock }: SliceServices,
  { webhookId }: Endpoint,
  attempted: readonly Attempted[],
  health: Health,
): Promise<void> =>
  inTransaction(database, async (client) => {
    if (!attempted.length) return;
    const made = await lockEndpoint(client, webhookId);
    if (made === undefined) return;
    const standings = attempted.map(({ standing }) => standing);
    await lockTurns(client, webhookId, standings);
    await saveStandings(client, standings, made);
    await logAttempts(
      client,
      attempted.map(({ logged }) => logged),
    );
    await holdBack(client, webhookId, standings);
    await endTurns(client, webhookId, standings, clock.now());
    await saveHealth(client, webhookId, health, made + BigInt(attempted.length));
  });

/** Whether the webhook is disabled now because its endpoint is gone, or has failed for too long. */
async function isOver({ disable, clock }: SliceServices, { webhookId }: Endpoint, round: Round): Promise<boolean> {
  const isGone = round.attempted.some((done) => done.isGone);
  if (!isGone && !isHopeless(round.health, clock.now())) return false;
  await disable(webhookId, isGone ? 'gone' : 'failing');
  return true;
}
