import type { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Transaction } from '../platform/database.ts';
import type { Ids } from '../platform/ids.ts';
import type { Nudges } from '../platform/nudges.ts';
import type { Passwords } from '../platform/passwords.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import type { EventType } from '../vocabulary/events.ts';
import type { Actor } from './actor.ts';
import { appendEvents, type Cause } from './event-log.ts';
import { checkKey, claim, keep } from './idempotency.ts';
import type { Operation, OutputOf, OutputShape, TypedOperation } from './operation.ts';
import { authorise, authoriseWithin, checkVersion, countChange, parseInput, startRun } from './run.ts';
import { inSavepoints, inTransactions, type Transact, undone, wholly } from './transactions.ts';

export interface KernelServices {
  database: Database;
  clock: Clock;
  ids: Ids;
  passwords: Passwords;
  secretBox: SecretBox;
  nudges: Nudges;
}

/** Where a call comes from; the operation's name is added to make the event's cause. */
export type Origin = Omit<Cause, 'operation'>;

/** How a call is to be run. */
export interface CallOptions {
  /** The version that the caller has seen of the record it changes: CONFLICT when it has another one. */
  expectedVersion?: number | undefined;
  /** Names this call for 24 hours: when it is repeated, the first answer is given again and nothing is done. */
  idempotencyKey?: string | undefined;
}

/** What a call answers, and the events it emitted, in their order. */
export interface Executed<Output> {
  output: Output;
  eventIds: string[];
}

/** The one way to run an operation. Throws `Failure` for a refusal; anything else that is thrown is a fault. */
export type Execute = <Input extends z.ZodType, Output extends OutputShape>(
  operation: TypedOperation<Input, Output>,
  actor: Actor,
  input: z.input<Input>,
  origin: Origin,
  options?: CallOptions,
) => Promise<Executed<OutputOf<Output>>>;

/** One transaction for several operations: what they see of one another, and how the next one is run in it. */
export interface Inside {
  tx: Transaction;
  execute: Execute;
}

export interface Kernel {
  execute: Execute;
  /** Runs several operations as a whole: all are committed, or none when `work` throws. */
  together<T>(work: (inside: Inside) => Promise<T>): Promise<T>;
  /** Runs operations as they would run, and undoes them: nothing is stored, nobody is told. */
  rehearse<T>(work: (inside: Inside) => Promise<T>): Promise<T>;
}

/** What an operation runs in: its transactions, and who is told of its events when they are committed. */
interface Frame {
  transact: Transact;
  tell(types: EventType[]): void;
}

export function createKernel(services: KernelServices): Kernel {
  const { database, nudges } = services;
  const tell = (types: EventType[]) => {
    if (types.length) nudges.publish({ types });
  };
  const inside = (tx: Transaction, later: EventType[]): Inside => ({
    tx,
    execute: executeIn(services, { transact: inSavepoints(tx), tell: (types) => void later.push(...types) }),
  });
  return {
    execute: executeIn(services, { transact: inTransactions(database), tell }),
    async together(work) {
      const later: EventType[] = [];
      const result = await wholly(database, (tx) => {
        later.length = 0;
        return work(inside(tx, later));
      });
      tell(later);
      return result;
    },
    rehearse: (work) => undone(database, (tx) => work(inside(tx, []))),
  };
}

/** Authorise, validate, prepare, transaction (run, check the promised events, write them), then tell. */
function executeIn(services: KernelServices, { transact, tell }: Frame): Execute {
  return async (operation, actor, input, origin, options = {}) => {
    authorise(operation, actor);
    const parsed = parseInput(operation, input) as never;
    const now = services.clock.now();
    const prepared: unknown = await operation.prepare?.({ ...services, now }, parsed);
    const call = { operation, actor, input: parsed, prepared, origin, options, now };
    const { types, ...executed } = await transact(async (tx) => {
      await authoriseWithin(operation, { tx, actor }, parsed);
      return options.idempotencyKey === undefined ? run(services, call, tx) : runOnce(services, call, tx);
    });
    tell(types);
    return executed as Executed<never>;
  };
}

/** A call whose input was accepted. */
interface Call {
  operation: Operation;
  actor: Actor;
  input: never;
  prepared: unknown;
  origin: Origin;
  options: CallOptions;
  now: Date;
}

type Done = Executed<unknown> & { types: EventType[] };

async function run({ ids }: KernelServices, call: Call, tx: Transaction): Promise<Done> {
  const { operation, actor, input, now } = call;
  await checkVersion(operation, tx, input, call.options.expectedVersion);
  const { context, finish } = startRun(operation, { tx, actor, ids, now });
  const output: unknown = await operation.run(context, input, call.prepared);
  const emitted = finish();
  const cause = { ...call.origin, operation: operation.name };
  const facts = { actor, cause, occurredAt: now, counted: countChange(operation, input) };
  if (emitted.length) await appendEvents(tx, emitted, facts);
  return { output, eventIds: emitted.map(({ id }) => id), types: emitted.map(({ type }) => type) };
}

/** Does the work, unless a call with the same key did it before: then its answer is given again. */
async function runOnce(services: KernelServices, call: Call, tx: Transaction): Promise<Done> {
  const key = call.options.idempotencyKey ?? '';
  checkKey(key);
  const keyed = { actorId: call.actor.id ?? '', key, operation: call.operation.name, input: call.input };
  const before = await claim(tx, services.secretBox, keyed, call.now);
  if (before) return { ...before, types: [] };
  const done = await run(services, call, tx);
  await keep(tx, services.secretBox, keyed, done);
  return done;
}
