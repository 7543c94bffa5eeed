import { z } from 'zod';
import { badUserInput, Failure, type FieldProblem } from '../domain/failure.ts';
import type { EventType } from '../vocabulary/events.ts';
import {
  type BulkExecuted,
  bulkMode,
  type BulkOperation,
  type BulkResult,
  type ExecuteBulk,
  maxItems,
  type Refusal,
} from './bulk.ts';
import { type Asked, type Call, prepareCall, runCall } from './call.ts';
import { asFailure } from './database-failure.ts';
import type { Frame, KernelServices } from './execute.ts';
import { authorise, problemsOf } from './run.ts';

/** A call that is ready to run, or why it is refused. */
type Ready = { index: number } & ({ call: Call; failure?: never } | { call?: never; failure: Failure });

export const executeBulkIn =
  (services: KernelServices, frame: Frame): ExecuteBulk =>
  async (bulk, actor, input, origin, { idempotencyKey } = {}) => {
    const { operation } = bulk;
    authorise(operation, actor);
    const given = parse(bulk, input);
    const ready = await Promise.all(
      given.items.map((item, index): Promise<Ready> => {
        // Every item is a call of its own, also when the whole is repeated.
        const options = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}/${index}` };
        const asked = () => ({ operation, actor, input: itemInput(bulk, given.shared, item), origin, options });
        return prepareItem(services, index, asked);
      }),
    );
    return given.mode === 'ALL'
      ? runAll(bulk, services, frame, ready)
      : runEach(services, frame, ready, origin.requestId);
  };

/** The parts of an input. What an item is, the operation itself says: each is refused by itself. */
function parse({ shared }: BulkOperation, input: unknown) {
  const fields = Object.fromEntries(shared.map((field) => [field, z.unknown()]));
  const parsed = z
    .strictObject({ ...fields, items: z.array(z.unknown()).min(1).max(maxItems), mode: bulkMode })
    .safeParse(input);
  if (parsed.success) {
    const { items, mode, ...given } = parsed.data;
    return { items, mode, shared: given };
  }
  throw new Failure('BAD_USER_INPUT', 'The input is not acceptable.', problemsOf(parsed));
}

function itemInput({ shared }: BulkOperation, given: Record<string, unknown>, item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const twice = shared.find((field) => field in item);
  if (twice !== undefined) throw badUserInput('This is given once for all items.', twice);
  return { ...given, ...item };
}

async function prepareItem(services: KernelServices, index: number, asked: () => Asked): Promise<Ready> {
  try {
    return { index, call: await prepareCall(services, asked()) };
  } catch (failure) {
    if (failure instanceof Failure) return { index, failure };
    throw failure;
  }
}

async function runEach(
  services: KernelServices,
  frame: Frame,
  ready: readonly Ready[],
  requestId: string,
): Promise<BulkExecuted> {
  const results: BulkResult[] = [];
  const eventIds: string[] = [];
  let faults = 0;
  for (const { index, call, failure } of ready) {
    if (faults === faultsInARow) {
      results.push({ index, output: null, failure: notTried(requestId) });
      continue;
    }
    try {
      if (failure) throw failure;
      const done = await frame.transact((tx) => runCall(services, call, tx));
      frame.tell(done.types);
      eventIds.push(...done.eventIds);
      results.push({ index, output: done.output as Record<string, unknown>, failure: null });
      faults = 0;
    } catch (error) {
      const refused = error instanceof Failure;
      faults = refused ? 0 : faults + 1;
      results.push({ index, output: null, failure: refused ? told(error) : failed(error, requestId) });
    }
  }
  return { results, eventIds };
}

/** Faults of items that follow one another, after which the rest is not tried: then it is not the items that are to blame. */
const faultsInARow = 2;

const told = ({ code, message, problems }: Failure): Refusal => ({ code, message, problems });

// Also when the connection was lost at the commit: then it may have been done.
const failed = (fault: unknown, reference: string): Refusal => ({
  code: 'INTERNAL_SERVER_ERROR',
  message: 'Something unforeseen happened, and this may not be done; it is logged under this reference.',
  problems: [],
  reference,
  fault,
});

const notTried = (reference: string): Refusal => ({
  code: 'INTERNAL_SERVER_ERROR',
  message: 'This was not tried: what is before it failed for reasons that nobody foresaw.',
  problems: [],
  reference,
});

async function runAll(
  { shared }: BulkOperation,
  services: KernelServices,
  frame: Frame,
  ready: readonly Ready[],
): Promise<BulkExecuted> {
  const atItem = placed(shared);
  refuseWhole(atItem, ready.filter(({ failure }) => failure !== undefined) as { index: number; failure: Failure }[]);
  const types: EventType[] = [];
  const executed = await frame.whole(async (tx) => {
    const results: BulkResult[] = [];
    const eventIds: string[] = [];
    types.length = 0;
    for (const { index, call } of ready as { index: number; call: Call }[]) {
      const done = await runCall(services, call, tx).catch((error: unknown) => {
        const refusal = asFailure(error);
        throw refusal instanceof Failure ? atItem(index, refusal) : refusal;
      });
      types.push(...done.types);
      eventIds.push(...done.eventIds);
      results.push({ index, output: done.output as Record<string, unknown>, failure: null });
    }
    return { results, eventIds };
  });
  frame.tell(types);
  return executed;
}

/** Problems named in one refusal. */
const namedProblems = 20;

function refuseWhole(atItem: AtItem, [first, ...others]: readonly { index: number; failure: Failure }[]): void {
  if (!first) return;
  const failures = [first, ...others].map(({ index, failure }) => atItem(index, failure));
  const problems = failures.flatMap((failure) => failure.problems).slice(0, namedProblems);
  throw new Failure(first.failure.code, first.failure.message, problems);
}

type AtItem = (index: number, failure: Failure) => Failure;

/** A refusal with its places below the item; one without a place is about the item itself, and what is given for all has its own. */
const placed =
  (shared: readonly string[]): AtItem =>
  (index, { code, message, problems }) => {
    const at = (path: FieldProblem['path']) => (shared.includes(String(path[0])) ? path : ['items', index, ...path]);
    const told = problems.length ? problems : [{ path: [], message }];
    return new Failure(
      code,
      message,
      told.map((problem) => ({ ...problem, path: at(problem.path) })),
    );
  };
