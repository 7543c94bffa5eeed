import type { Transaction } from '../platform/database/database.ts';
import type { EventType } from '../vocabulary/events.ts';
import type { Actor } from './actor.ts';
import { appendEvents } from './event-log.ts';
import type { CallOptions, Executed, KernelServices, Origin } from './execute.ts';
import { checkKey, claim, keep } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { noRows, partRows } from './rows.ts';
import { authorise, authoriseWithin, checkVersion, countChange, parseInput, startRun } from './run.ts';

/** A call as it comes in. */
export interface Asked {
  operation: Operation;
  actor: Actor;
  input: unknown;
  origin: Origin;
  options: CallOptions;
}

/** A call whose input was accepted, and for which all that is slow is done. */
export interface Call extends Asked {
  input: never;
  prepared: unknown;
  now: Date;
}

/** What a call did, and the types of the events to tell of. */
export type Done = Executed<unknown> & { types: EventType[] };

/** The part before the transaction: authorise, validate, prepare. */
export async function prepareCall(services: KernelServices, asked: Asked): Promise<Call> {
  const { operation, actor } = asked;
  authorise(operation, actor);
  const input = parseInput(operation, asked.input) as never;
  const now = services.clock.now();
  const prepared: unknown = await operation.prepare?.({ ...services, now }, input);
  return { ...asked, input, prepared, now };
}

/** The part inside the transaction. A call can be run again when its transaction is. */
export async function runCall(services: KernelServices, call: Call, tx: Transaction): Promise<Done> {
  const { operation, actor, input, options } = call;
  await authoriseWithin(operation, { tx, actor }, input);
  return options.idempotencyKey === undefined ? run(services, call, tx) : runOnce(services, call, tx);
}

async function run({ ids }: KernelServices, call: Call, tx: Transaction): Promise<Done> {
  const { operation, actor, input, now } = call;
  await checkVersion(operation, tx, input, call.options.expectedVersion);
  const { context, finish } = startRun(operation, { tx, actor, ids, now });
  const answered = (await operation.run(context, input, call.prepared)) as Record<string, unknown>;
  const emitted = finish();
  const cause = { ...call.origin, operation: operation.name };
  const facts = { actor, cause, occurredAt: now, counted: countChange(operation, input) };
  if (emitted.length) await appendEvents(tx, emitted, facts);
  const countedId = emitted.length && operation.subject ? input[operation.subject] : undefined;
  const parted = partRows(operation, answered, countedId);
  return { ...parted, eventIds: emitted.map(({ id }) => id), types: emitted.map(({ type }) => type) };
}

/** Does the work, unless a call with the same key did it before: then its answer is given again. */
async function runOnce(services: KernelServices, call: Call, tx: Transaction): Promise<Done> {
  const key = call.options.idempotencyKey ?? '';
  checkKey(key);
  const keyed = { actorId: call.actor.id ?? '', key, operation: call.operation.name, input: call.input };
  const before = await claim(tx, services.secretBox, keyed, call.now);
  if (before) return { ...before, rows: noRows, types: [] };
  const done = await run(services, call, tx);
  await keep(tx, services.secretBox, keyed, done);
  return done;
}
