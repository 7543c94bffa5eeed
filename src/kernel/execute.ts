import type { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import type { NewKeyPair } from '../platform/crypto/key-pairs.ts';
import type { Nudges } from '../platform/nudges.ts';
import type { Passwords } from '../platform/passwords/passwords.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { EventType } from '../vocabulary/events.ts';
import type { Actor } from './actor.ts';
import type { ExecuteBulk } from './bulk.ts';
import { prepareCall, runCall } from './call.ts';
import type { Cause } from './event-log.ts';
import type {
  AddressProblem,
  OutputOf,
  OutputShape,
  SelectionProblems,
  TellWebhook,
  TypedOperation,
} from './operation.ts';
import type { Rows } from './rows.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { authorise } from './run.ts';
import { executeBulkIn } from './run-bulk.ts';
import { inSavepoints, inTransactions, type Transact, undone, wholly } from './transactions.ts';

export interface KernelServices {
  database: Database;
  clock: Clock;
  ids: Ids;
  passwords: Passwords;
  secretBox: SecretBox;
  newKeyPair: NewKeyPair;
  nudges: Nudges;
  selectionProblems: SelectionProblems;
  addressProblem: AddressProblem;
  tellWebhook: TellWebhook;
}

/** Where a call comes from; the operation's name and the actor's applications are added to make the event's cause. */
export type Origin = Pick<Cause, 'requestId' | 'channel'>;

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
  rows: Rows;
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
  /** It begins with the first operation, after its preparation; it must not be used before. */
  readonly tx: Transaction;
  execute: Execute;
  executeBulk: ExecuteBulk;
}

export interface Kernel {
  execute: Execute;
  /** Runs one operation for many items. */
  executeBulk: ExecuteBulk;
  /** Runs several operations as a whole: all are committed, or none when `work` throws. Bounded as bulk operations are. */
  together<T>(work: (inside: Inside) => Promise<T>): Promise<T>;
  /**
   * Runs operations and rolls them back: nothing is stored and no subscriber is notified. Three run at a time; the others wait at most
   * `queueTimeout` milliseconds (two seconds by default) and are then refused with SERVICE_UNAVAILABLE.
   */
  rehearse<T>(work: (inside: Inside) => Promise<T>, queueTimeout?: number): Promise<T>;
}

/** What operations run in: their transactions, and who is told of their events when they are committed. */
export interface Frame {
  /** For one operation. */
  transact: Transact;
  /** For many, as a whole. */
  whole: Transact;
  tell(types: EventType[]): void;
}

export function createKernel(services: KernelServices): Kernel {
  const { database, nudges } = services;
  const tell = (types: EventType[]) => {
    if (types.length) nudges.publish({ kind: 'events', types });
  };
  const doorsIn = (frame: Frame, outside = services) => ({
    execute: executeIn(outside, frame),
    executeBulk: executeBulkIn(outside, frame),
  });
  const inside = (begin: () => Promise<Transaction>, later: EventType[], outside = services): Inside => {
    let tx: Transaction | undefined;
    const transact: Transact = async (work) => inSavepoints((tx ??= await begin()))(work);
    const doors = doorsIn({ transact, whole: transact, tell: (types) => void later.push(...types) }, outside);
    return {
      get tx() {
        if (!tx) throw new Error('the transaction of a dry run was used before it began');
        return tx;
      },
      execute: doors.execute,
      async executeBulk(...call) {
        const executed = await doors.executeBulk(...call);
        // Its answer is read in the transaction also when all items were refused before it.
        tx ??= await begin();
        return executed;
      },
    };
  };
  const doors = doorsIn({ transact: inTransactions(database), whole: (work) => wholly(database, work), tell });
  const yielding = inTransactions(database, { yieldsToTokenRequests: true });
  const bulkDoors = doorsIn({ transact: yielding, whole: (work) => wholly(database, work), tell });
  const inBulk = createConcurrencyLimit('bulk operations');
  const inDryRun = createConcurrencyLimit('dry runs');
  return {
    execute: doors.execute,
    async executeBulk(bulk, actor, input, origin, options) {
      // A caller without the permission takes no place.
      authorise(bulk.operation, actor);
      return inBulk(() => bulkDoors.executeBulk(bulk, actor, input, origin, options), options?.queueTimeout);
    },
    async together(work) {
      const later: EventType[] = [];
      const attempt = (tx: Transaction) => {
        later.length = 0;
        return work(inside(() => Promise.resolve(tx), later));
      };
      const result = await inBulk(() => wholly(database, attempt));
      tell(later);
      return result;
    },
    rehearse: (work, queueTimeout) =>
      inDryRun(() => undone(database, (begin) => work(inside(begin, [], rehearsing(services)))), queueTimeout),
  };
}

/** What a dry run works with: it calls no webhook, and a password that is not stored needs no hash. */
const rehearsing = (services: KernelServices): KernelServices => ({
  ...services,
  tellWebhook: () => Promise.resolve(null),
  passwords: { ...services.passwords, hash: () => Promise.resolve('not a hash') },
});

/** Authorise, validate, prepare, transaction (run, check the promised events, write them), then tell. */
function executeIn(services: KernelServices, { transact, tell }: Frame): Execute {
  return async (operation, actor, input, origin, options = {}) => {
    const call = await prepareCall(services, { operation, actor, input, origin, options });
    const { types, ...executed } = await transact((tx) => runCall(services, call, tx));
    tell(types);
    return executed as Executed<never>;
  };
}
