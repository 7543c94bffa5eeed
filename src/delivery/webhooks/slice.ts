import { isBroken, isHopeless, isResting } from '../../domain/webhook-health.ts';
import { resendsAt } from '../../domain/webhook-sending.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import { inTransaction } from '../../store/sql/in-transaction.ts';
import { type Batch, batchSize, nextBatches } from '../../store/webhook-batches.ts';
import { type Endpoint, findEndpoint } from '../../store/webhook-endpoints.ts';
import type { ReadEventTexts } from '../../store/webhook-events.ts';
import { spreadResends } from '../../store/webhook-pace.ts';
import { endHolds } from '../../store/webhook-streams.ts';
import { dueTurns, nextTurn, type Turn } from '../../store/webhook-turns.ts';
import type { DisabledReason } from '../../vocabulary/resources.ts';
import { type AttemptServices, isGone } from './attempt.ts';
import { type BatchServices, eventsOf, type OpenBatch, openBatch } from './batch.ts';
import { createRecord, type Record, type RecordServices } from './record.ts';
import { concurrency, type Ends, mayBegin, patience, type Round, runRound } from './round.ts';

export interface SliceServices extends AttemptServices, BatchServices, RecordServices {
  secretBox: SecretBox;
  readEvents: ReadEventTexts;
  /** Disables a webhook, with its event; one that began afresh since that was heard of its endpoint stays enabled. */
  disable(
    endpoint: Pick<Endpoint, 'webhookId' | 'beginnings'>,
    reason: Exclude<DisabledReason, 'requested'>,
  ): Promise<void>;
}

/** When a webhook has to be looked at again: at once, at a time, or when something happens (null). */
export type Again = 'now' | Date | null;

/** Milliseconds after which it is looked again whether an endpoint that did nothing but fail can be asked, when too many such are asked now. */
const putOff = 5000;
/** Deliveries of one round, when the endpoint is quick. */
const mostPerRound = batchSize;

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
    if (!found) return null;
    const endpoint = record.open ? { ...found, ...heardOf(found, last) } : found;
    const batches = await nextBatches(database, webhookId, lastOf(record.open?.batch));
    if (batches.length && !isCalm(endpoint, clock.now())) {
      await writeUnasked(services, endpoint, batches, record);
      continue;
    }
    if (!endpoint.isEnabled) return null;
    if (isResting(endpoint, clock.now())) return endpoint.pausedUntil;
    if (isBroken(endpoint) && !ends.place.mayProbe()) return new Date(clock.now().getTime() + putOff);
    if (!last?.wasQuick) await inTransaction(database, (client) => endHolds(client, webhookId, clock.now()));
    const most = isBroken(endpoint) ? 1 : size;
    const due = await nextDue(services, endpoint, { batches, record, most });
    if (!due.chains.length && !due.batch && !record.open) return nextTurn(database, webhookId);
    last = await runRound(services, endpoint, due.chains, ends);
    await record.add({ ...last, batch: due.batch });
    if (last.wasQuick && (due.batch || due.chains.length === most)) continue;
    await record.complete();
    if (last.fault) throw last.fault.reason;
    await giveUp(services, endpoint, last);
  }
  return 'now';
}

/** What a round that may not be written down yet says of the endpoint; nothing of its health when the webhook began afresh since. */
const heardOf = ({ beginnings }: Endpoint, last: Round | undefined): Partial<Endpoint> | undefined =>
  last && { ...(last.beginnings === beginnings && last.health), resendsFrom: last.resendsFrom };

const sizeAfter = (round: Round | undefined, size: number): number =>
  round?.wasQuick ? Math.min(size * 2, mostPerRound) : concurrency;

const isCalm = (endpoint: Endpoint, now: Date): boolean =>
  endpoint.isEnabled && !isBroken(endpoint) && !isResting(endpoint, now);

/** Makes deliveries of what was fanned out to an endpoint that is not asked now: it is seen that they wait. */
async function writeUnasked(
  services: SliceServices,
  endpoint: Endpoint,
  batches: readonly Batch[],
  record: Record,
): Promise<void> {
  await record.complete();
  const events = await eventsOf(batches, services.readEvents);
  const batch = await openBatch(services, endpoint.webhookId, batches, events);
  await record.add({ ...endpoint, attempted: [], health: endpoint, batch });
  await record.complete();
}

/** What a round is made of: deliveries that are due, or events that have none yet, whichever were due first. */
interface Due {
  chains: readonly (readonly Turn[])[];
  batch: OpenBatch | undefined;
}

interface Looking {
  batches: readonly Batch[];
  record: Record;
  most: number;
}

async function nextDue(services: SliceServices, endpoint: Endpoint, looking: Looking): Promise<Due> {
  const { batches, record } = looking;
  const turns = await dueInPace(services, endpoint, looking);
  if (turns.length || !batches.length) return { chains: turns.map((turn) => [turn]), batch: undefined };
  const events = await eventsOf(batches, services.readEvents);
  const open = new Set(record.open?.batch?.turns.map(({ event }) => event.subjectKey));
  // Events about a record are counted on from what is written down.
  if (events.some(({ subjectKey }) => open.has(subjectKey))) await record.complete();
  const batch = await openBatch(services, endpoint.webhookId, batches, events);
  return { chains: batch.chains, batch };
}

/** Deliveries that are due. When more are sent again than the pace allows, as after a rest, these are spread over the time to come. */
async function dueInPace(
  { clock, database }: SliceServices,
  endpoint: Endpoint,
  { batches, record, most }: Looking,
): Promise<Turn[]> {
  const { webhookId } = endpoint;
  const look = () => {
    const except = record.open?.attempted.map(({ turn }) => turn.id) ?? [];
    return dueTurns(database, webhookId, { now: batches[0]?.createdAt ?? clock.now(), most, except });
  };
  const turns = await look();
  const now = clock.now();
  if (turns.filter(({ isResend }) => isResend).length <= resendsAt(endpoint, now)) return turns;
  await record.complete();
  await inTransaction(database, (client) => spreadResends(client, webhookId, endpoint, now));
  return look();
}

const lastOf = (batch: OpenBatch | undefined): number => batch?.positions.at(-1) ?? 0;

/** Disables the webhook when its endpoint is gone, or has failed for too long. */
async function giveUp({ disable, clock }: SliceServices, endpoint: Endpoint, round: Round): Promise<void> {
  const wantsNoMore = round.attempted.some(isGone);
  if (!wantsNoMore && !isHopeless(round.health, clock.now())) return;
  await disable(endpoint, wantsNoMore ? 'gone' : 'failing');
}
