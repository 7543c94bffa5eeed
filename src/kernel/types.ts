import type { RecordSpan } from '../platform/telemetry/spans.ts';
import type { z } from 'zod';
import type { Failure } from '../domain/failure.ts';
import type { Admission, Rest } from '../platform/admission/admission.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Nudges } from '../platform/nudges.ts';
import type { EventType } from '../vocabulary/events.ts';
import type { Actor, Caller } from './actor.ts';
import type { BulkOperation } from './bulk-operation.ts';
import type { Cause } from './append-events.ts';
import type { Operation, OutputOf, NestedDryRun, OutputShape, TypedOperation } from './operation.ts';
import type { PrepareServices } from './prepare-services.ts';
import type { Rows } from './split-output.ts';
import type { Transact } from './transact.ts';

export interface KernelServices extends Omit<PrepareServices, 'now'> {
  admission: Admission;
  database: Database;
  clock: Clock;
  nudges: Nudges;
  /** Seconds for which a sign-in is recent, for each API; 0 if none needs to be, as in dry runs. */
  recentSignInSeconds: { management: number; account: number };
  recordSpan?: RecordSpan | undefined;
  /** The bulk operation of an operation, for `nestedDryRun`. */
  findBulk(operation: string): BulkOperation | undefined;
  /** In a dry run: runs other operations for the actor, of which nothing remains. */
  nestedDryRunIn?: ((scope: { tx: Transaction; actor: Actor; origin: Origin }) => NestedDryRun) | undefined;
}

/**
 * The origin of a call. With the name of the operation and the applications of the actor, it is the cause of the
 * events.
 */
export type Origin = Pick<Cause, 'requestId' | 'channel'> & Partial<Pick<Cause, 'traceId'>>;

export interface CallOptions {
  /** The version of the record that the caller has read: VERSION_MISMATCH if it has another one. */
  expectedVersion?: number | undefined;
  /** Identifies this call for 24 hours: a repeated call returns the first result and changes nothing. */
  idempotencyKey?: string | undefined;
  /** The JSON of the input that the client sent, if the input is not: it identifies a repeated call. */
  sentInput?: unknown;
}

/** The result of a call, with its events in order. */
export interface Executed<Output> {
  output: Output;
  eventIds: string[];
  rows: Rows;
  /** The call was repeated with its idempotency key: this is the result of the first one. */
  isReplay: boolean;
}

/**
 * The only way to run an operation. Throws `Failure` for a refusal; any other error is a bug or an outage. The rights
 * of the caller are read before the first step, and again before the transaction if that takes longer than a second.
 */
export type Execute<By = Caller> = <Input extends z.ZodType, Output extends OutputShape>(
  operation: TypedOperation<Input, Output>,
  caller: By,
  input: z.input<Input>,
  origin: Origin,
  options?: CallOptions,
) => Promise<Executed<OutputOf<Output>>>;

/** A `Failure` of one item among many. */
export interface Refusal extends Pick<Failure, 'code' | 'message' | 'problems'> {
  /** Log reference of an unexpected error. */
  reference?: string;
  /** An unexpected error: for the log only. */
  fault?: unknown;
}

/** The result of one item: the operation's output, or why it was refused. */
export type BulkResult = { index: number } & (
  | { output: Record<string, unknown>; failure: null }
  | { output: null; failure: Refusal }
);

/** The results of all items, and their events in order. */
export interface BulkExecuted {
  results: BulkResult[];
  eventIds: string[];
  /** The call was repeated with its idempotency key, and changed nothing. */
  isReplay: boolean;
}

interface BulkOptions extends Pick<CallOptions, 'idempotencyKey' | 'sentInput'> {
  /** The idempotency keys of items that have another one than that which is derived from the key of the call. */
  itemKeys?: readonly (string | undefined)[] | undefined;
  /** Milliseconds to wait for other bulk operations; 2,000 by default. */
  queueTimeout?: number | undefined;
}

/**
 * Runs an operation for many items. Throws `Failure` if the whole call is refused: without the permission, for an input
 * without items, and SERVICE_UNAVAILABLE if too many calls are in progress. In mode ALL it throws if any item is
 * refused, with problems below `items` and the index of the item. In mode EACH every item has its own result; after
 * unexpected errors of two consecutive items the remaining ones are not attempted. The rights of the caller are read as
 * by `Execute`, before each transaction.
 */
export type ExecuteBulk<By = Caller> = (
  bulk: BulkOperation,
  caller: By,
  input: unknown,
  origin: Origin,
  options?: BulkOptions,
) => Promise<BulkExecuted>;

/** A transaction of several calls, and how to run operations in it. */
export interface OneTransaction {
  readonly tx: Transaction;
  /** The caller when its turn came: nothing is read on another connection while the transaction is open. */
  readonly actor: Actor;
  execute: Execute<Actor>;
  executeBulk: ExecuteBulk<Actor>;
}

/** The transaction of a dry run: it begins with the first operation, after its preparation; `tx` throws before. */
export interface DryRun extends OneTransaction {
  /** Types of the events so far. */
  readonly emitted: ReadonlySet<EventType>;
}

export interface Kernel {
  execute: Execute;
  executeBulk: ExecuteBulk;
  /**
   * Runs operations in one transaction and rolls it back: nothing is stored or published. Waits at most `queueTimeout`
   * milliseconds for other dry runs, 2,000 by default; then SERVICE_UNAVAILABLE.
   */
  dryRun<T>(caller: Caller, work: (dryRun: DryRun) => Promise<T>, queueTimeout?: number): Promise<T>;
  /**
   * Runs operations in one transaction: all of them, or none if the work throws. Publishes after the commit. After a
   * deadlock or a serialization failure that it throws, the work is repeated. Waits as bulk operations do.
   */
  atomically<T>(caller: Caller, work: (transaction: OneTransaction) => Promise<T>, queueTimeout?: number): Promise<T>;
}

/** The effects of the pipeline: real ones, or those of a dry run. */
export interface PipelineEffects {
  /** A transaction for one operation. */
  transact: Transact;
  /** Notifies subscribers of committed events, and the engine of queued messages. */
  publish(operation: Pick<Operation, 'queuesMessages'>, types: readonly EventType[]): void;
}

export interface BulkEffects extends PipelineEffects {
  /** A transaction for many operations. */
  transactAll: Transact;
  /** Frees the slot of the call meanwhile. */
  rest: Rest;
}
