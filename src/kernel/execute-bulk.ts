import { z } from 'zod';
import { badUserInput, Failure, type FieldProblem, maxProblems, problemOf } from '../domain/failure.ts';
import { validOrRefused } from '../domain/problems.ts';
import type { Rest } from '../platform/admission/admission.ts';
import type { EventType } from '../vocabulary/events.ts';
import type { Actor, Caller } from './actor.ts';
import { authorize } from './authorization.ts';
import { bulkMode, type BulkOperation, maxItems } from './bulk-operation.ts';
import { actorOf } from './current-actor.ts';
import { asFailure } from './database-errors.ts';
import { accept, type AcceptedCall, authorizeNow, type Invocation, perform } from './pipeline.ts';
import { checkSignIn, requireRecentSignIn, requiresRecentSignIn } from './recent-sign-in.ts';
import type { BulkExecuted, BulkEffects, BulkResult, ExecuteBulk, KernelServices, Refusal } from './types.ts';

/** An item that passed the steps before the transaction, or why it was refused. */
type Item = { index: number } & ({ call: AcceptedCall; failure?: never } | { call?: never; failure: Failure });

/** Runs the steps of the pipeline for every item: those before the transactions concurrently, the others in order. */
export const createExecuteBulk =
  (services: KernelServices, effects: BulkEffects): ExecuteBulk<Caller | Actor> =>
  async (bulk, caller, input, origin, { idempotencyKey, itemKeys, sentInput = input } = {}) => {
    const { operation } = bulk;
    const actor = await actorOf(caller);
    authorize(operation, actor);
    const { items, mode, shared } = parse(bulk, input);
    // Of the call as a whole: otherwise some items would be applied before the user signs in again.
    if (items.some((item) => requiresRecentSignIn(operation, { ...shared, ...Object(item) })))
      requireRecentSignIn(checkSignIn(services, actor));
    const sentItem = sentItemsOf(bulk, sentInput);
    const acceptOne = (item: unknown, index: number): Promise<Item> => {
      const derived = idempotencyKey === undefined ? undefined : `${idempotencyKey}/${index}`;
      const options = { idempotencyKey: itemKeys?.[index] ?? derived, sentInput: sentItem(index) };
      return acceptItem(services, index, () => {
        return { operation, caller, input: itemInput(bulk, shared, item), origin, options };
      });
    };
    // Meanwhile passwords wait for turns of their own.
    const accepted = await effects.rest(() => Promise.all(items.map(acceptOne)));
    return mode === 'ALL'
      ? performAll(bulk, services, effects, accepted)
      : performEach(services, effects, accepted, origin.requestId);
  };

/** Parses the input except the items, so that each item is refused on its own. */
function parse({ shared }: BulkOperation, input: unknown) {
  const fields = Object.fromEntries(shared.map((field) => [field, z.unknown()]));
  const schema = z.strictObject({ ...fields, items: z.array(z.unknown()).min(1).max(maxItems), mode: bulkMode });
  const { items, mode, ...others } = validOrRefused(schema, input);
  return { items, mode, shared: others };
}

function itemInput({ shared }: BulkOperation, sharedInput: Record<string, unknown>, item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const misplaced = shared.find((field) => field in item);
  if (misplaced !== undefined)
    throw badUserInput('This field applies to all items: set it once, next to `items`.', misplaced);
  return { ...sharedInput, ...item };
}

/** Each item as the client sent it, with the shared fields. */
function sentItemsOf({ shared }: BulkOperation, sentInput: unknown): (index: number) => object {
  const { items, ...others } = Object(sentInput) as Record<string, unknown>;
  const fields = Object.fromEntries(Object.entries(others).filter(([name]) => shared.includes(name)));
  // In GraphQL a single item need not be in a list.
  const list = [items].flat();
  return (index) => ({ ...fields, ...Object(list[index]) });
}

async function acceptItem(services: KernelServices, index: number, invocation: () => Invocation): Promise<Item> {
  try {
    return { index, call: await accept(services, invocation()) };
  } catch (failure) {
    if (failure instanceof Failure) return { index, failure };
    throw failure;
  }
}

async function performEach(
  services: KernelServices,
  effects: BulkEffects,
  items: readonly Item[],
  requestId: string,
): Promise<BulkExecuted> {
  const results: BulkResult[] = [];
  const eventIds: string[] = [];
  const replays: boolean[] = [];
  let faults = 0;
  for (const { index, call, failure } of items) {
    if (faults === maxFaultsInARow) {
      results.push({ index, output: null, failure: notAttempted(requestId) });
      continue;
    }
    try {
      if (failure) throw failure;
      await effects.rest(nothing);
      const current = await authorizeNow(services, call);
      const outcome = await effects.transact((tx) => perform(services, current, tx));
      effects.publish(call.operation, outcome.types);
      eventIds.push(...outcome.eventIds);
      replays.push(outcome.isReplay);
      results.push({ index, output: outcome.output as Record<string, unknown>, failure: null });
      faults = 0;
    } catch (error) {
      const isRefusal = error instanceof Failure;
      faults = isRefusal ? 0 : faults + 1;
      results.push({ index, output: null, failure: isRefusal ? refusalOf(error) : failed(error, requestId) });
    }
  }
  return { results, eventIds, isReplay: areReplays(replays) };
}

/** For work in a transaction of several calls, which never rests. */
export const keepSlot: Rest = (waiting) => waiting();

const nothing = (): Promise<void> => Promise.resolve();

const areReplays = (replays: readonly boolean[]): boolean => replays.length > 0 && replays.every(Boolean);

/** Consecutive unexpected errors after which the remaining items are not attempted: the items are not the cause. */
const maxFaultsInARow = 2;

const refusalOf = ({ code, message, problems }: Failure): Refusal => ({ code, message, problems });

// After a connection is lost during the commit, the outcome is unknown.
const failed = (fault: unknown, reference: string): Refusal => ({
  code: 'INTERNAL_SERVER_ERROR',
  message: 'Unexpected error; it is unknown whether this item was applied. The log contains it with this reference.',
  problems: [],
  reference,
  fault,
});

const notAttempted = (reference: string): Refusal => ({
  code: 'INTERNAL_SERVER_ERROR',
  message: 'Not attempted: earlier items failed unexpectedly.',
  problems: [],
  reference,
});

async function performAll(
  { shared, operation }: BulkOperation,
  services: KernelServices,
  effects: BulkEffects,
  items: readonly Item[],
): Promise<BulkExecuted> {
  const belowItem = pathsBelowItem(shared);
  refuseAll(belowItem, items.filter(({ failure }) => failure !== undefined) as { index: number; failure: Failure }[]);
  const calls = await Promise.all(items.flatMap(({ call }) => call ?? []).map((call) => authorizeNow(services, call)));
  const types: EventType[] = [];
  const executed = await effects.transactAll(async (tx) => {
    const results: BulkResult[] = [];
    const eventIds: string[] = [];
    const replays: boolean[] = [];
    types.length = 0;
    for (const [index, call] of calls.entries()) {
      const outcome = await perform(services, call, tx).catch((error: unknown) => {
        const refusal = asFailure(error);
        throw refusal instanceof Failure ? belowItem(index, refusal) : refusal;
      });
      types.push(...outcome.types);
      eventIds.push(...outcome.eventIds);
      replays.push(outcome.isReplay);
      results.push({ index, output: outcome.output as Record<string, unknown>, failure: null });
    }
    return { results, eventIds, isReplay: areReplays(replays) };
  });
  effects.publish(operation, types);
  return executed;
}

function refuseAll(belowItem: BelowItem, [first, ...others]: readonly { index: number; failure: Failure }[]): void {
  if (!first) return;
  const failures = [first, ...others].map(({ index, failure }) => belowItem(index, failure));
  const problems = failures.flatMap((failure) => failure.problems).slice(0, maxProblems);
  throw new Failure(first.failure.code, first.failure.message, problems);
}

type BelowItem = (index: number, failure: Failure) => Failure;

/**
 * Moves the paths of a refusal below its item, except those of shared fields. Without a path, it gets that of the item.
 */
const pathsBelowItem =
  (shared: readonly string[]): BelowItem =>
  (index, failure) => {
    const { code, message, problems } = failure;
    // It concerns the caller, not the item.
    if (failure.maxAge !== undefined) return failure;
    const at = (path: FieldProblem['path']) => (shared.includes(String(path[0])) ? path : ['items', index, ...path]);
    const named = problems.length ? problems : [problemOf(failure, [])];
    return new Failure(
      code,
      message,
      named.map((problem) => ({ ...problem, path: at(problem.path) })),
    );
  };
