import type { Transaction } from '../platform/database/database.ts';
import { bumpVersion, noBump, requireVersion, type VersionedField } from '../store/row-locks/versions.ts';
import type { EventType } from '../vocabulary/events.ts';
import { countCall } from './account-limit.ts';
import type { Actor, Caller } from './actor.ts';
import { authorize, authorizeWithin } from './authorization.ts';
import { appendEvents, type EmittedEvent } from './append-events.ts';
import { actorOf } from './current-actor.ts';
import { oncePerKey } from './idempotency.ts';
import { idIn, parse } from './input.ts';
import type { Operation } from './operation.ts';
import { withOperationSpan } from './operation-span.ts';
import { checkSignIn, requireRecentSignIn, requiresRecentSignIn } from './recent-sign-in.ts';
import { runOperation } from './run-operation.ts';
import { noRows, splitOutput } from './split-output.ts';
import type { CallOptions, Execute, Executed, PipelineEffects, KernelServices, Origin } from './types.ts';

/** A call before its first step. */
export interface Invocation {
  operation: Operation;
  caller: Caller | Actor;
  input: unknown;
  origin: Origin;
  options: CallOptions;
}

/** A call that passed the steps before the transaction. */
export interface AcceptedCall extends Invocation {
  actor: Actor;
  input: Record<string, unknown>;
  /** As the client sent it. */
  sentInput: unknown;
  now: Date;
  prepared: unknown;
}

/** A call that passed the steps in the transaction, and the types of its events. */
type Performed = Executed<unknown> & { types: readonly EventType[] };

/**
 * The steps of every change: `accept`, `authorizeNow`, `perform` in a transaction, `publish` after the commit. A step
 * that refuses throws `Failure`; then nothing is stored or published.
 */
export const createExecute =
  (services: KernelServices, { transact, publish }: PipelineEffects): Execute<Caller | Actor> =>
  (operation, caller, input, origin, options = {}) =>
    withOperationSpan(services.recordSpan, operation.name, origin, async () => {
      const call = await authorizeNow(services, await accept(services, { operation, caller, input, origin, options }));
      const { types, ...executed } = await transact((tx) => perform(services, call, tx));
      publish(operation, types);
      return executed as Executed<never>;
    });

/** The steps before the transaction. */
export async function accept(services: KernelServices, invocation: Invocation): Promise<AcceptedCall> {
  const { operation, options } = invocation;
  const current = await actorOf(invocation.caller);
  authorize(operation, current);
  const input = parse(operation, invocation.input);
  const now = services.clock.now();
  const actor = checkSignIn(services, current);
  if (requiresRecentSignIn(operation, input)) requireRecentSignIn(actor);
  await countCall(services, operation, actor, input);
  const prepared: unknown = await operation.prepare?.({ ...services, now }, input);
  return { ...invocation, actor, input, sentInput: options.sentInput ?? invocation.input, now, prepared };
}

/** The call with the rights that its caller has now: what came before the transaction may have taken long. */
export async function authorizeNow(services: KernelServices, call: AcceptedCall): Promise<AcceptedCall> {
  if (typeof call.caller !== 'function') return call;
  const actor = await call.caller();
  authorize(call.operation, actor);
  return { ...call, actor: checkSignIn(services, actor) };
}

/** The steps in the transaction. If it is repeated, they are, too. */
export async function perform(
  services: KernelServices,
  acceptedCall: AcceptedCall,
  tx: Transaction,
): Promise<Performed> {
  const { operation, actor, prepared, now } = acceptedCall;
  await authorizeWithin(operation, actor, acceptedCall.input, tx);
  return idempotent(services, acceptedCall, tx, async () => {
    const call = await withSubject(acceptedCall, tx);
    const { input } = call;
    await checkVersion(call, tx);
    const { result, emitted } = await runOperation(
      operation,
      {
        tx,
        actor,
        origin: call.origin,
        ids: services.ids,
        now,
        currentTime: () => services.clock.now(),
        nestedDryRun: services.nestedDryRunIn?.({ tx, actor, origin: call.origin }),
      },
      input,
      prepared,
    );
    await append(call, emitted, tx);
    return performed(call, result, emitted);
  });
}

/** Runs the work; a repeated call with an idempotency key returns the stored result instead. */
async function idempotent(
  { secretBox }: KernelServices,
  { operation, actor, sentInput, options, now }: AcceptedCall,
  tx: Transaction,
  work: () => Promise<Performed>,
): Promise<Performed> {
  const key = options.idempotencyKey;
  if (key === undefined) return work();
  const keyed = { actorId: actor.id ?? '', key, operation: operation.name, sentInput, now };
  return { rows: noRows, types: [], isReplay: true, ...(await oncePerKey(tx, secretBox, keyed, work)) };
}

/** The call with the id of its record, if the input may leave it out. */
async function withSubject(call: AcceptedCall, tx: Transaction): Promise<AcceptedCall> {
  const { operation, input, actor } = call;
  const { record, findRecord } = operation;
  if (!record || !findRecord || input[record] !== undefined) return call;
  const id = await findRecord(tx, input, actor);
  return id === undefined ? call : { ...call, input: { ...input, [record]: id } };
}

/** Throws VERSION_MISMATCH if the version of the record is not the expected one. */
async function checkVersion({ operation, input, options }: AcceptedCall, tx: Transaction): Promise<void> {
  const { name, record } = operation;
  if (options.expectedVersion === undefined) return;
  if (!record) throw new Error(`${name} has no record with a version`);
  await requireVersion(tx, record, idIn(input, record), options.expectedVersion);
}

/** Writes the events and increments the version of the record, in one statement: the last one of the operation. */
async function append(call: AcceptedCall, emitted: readonly EmittedEvent[], tx: Transaction): Promise<void> {
  if (!emitted.length) return;
  const { operation, actor, origin, now } = call;
  const changed = changedRecord(call, emitted);
  await appendEvents(tx, emitted, {
    actor,
    cause: { traceId: null, ...origin, operation: operation.name },
    occurredAt: now,
    bump: changed ? bumpVersion(changed.field, changed.id) : noBump,
  });
}

/** The record that the operation has changed. The input of a flow names none: what it changes is data of its user. */
function changedRecord(
  { operation: { record }, input }: AcceptedCall,
  emitted: readonly EmittedEvent[],
): { field: VersionedField; id: string } | undefined {
  if (record) return emitted.length ? { field: record, id: idIn(input, record) } : undefined;
  const id = emitted.find(({ type }) => type === 'User.Data.Updated')?.subjectId;
  return id === undefined ? undefined : { field: 'userId', id };
}

function performed(call: AcceptedCall, result: Record<string, unknown>, emitted: readonly EmittedEvent[]): Performed {
  const bumpedId = changedRecord(call, emitted)?.id;
  const eventIds = emitted.map(({ id }) => id);
  return {
    ...splitOutput(call.operation, result, bumpedId),
    eventIds,
    isReplay: false,
    types: emitted.map(({ type }) => type),
  };
}
