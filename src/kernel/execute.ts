import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { Failure } from '../domain/failure.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Transaction } from '../platform/database.ts';
import type { Ids } from '../platform/ids.ts';
import type { Nudges } from '../platform/nudges.ts';
import type { Passwords } from '../platform/passwords.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import type { EventType } from '../vocabulary/events.ts';
import type { Actor } from './actor.ts';
import { asFailure, isWorthRetrying } from './database-failure.ts';
import { appendEvents, type Cause, type EmittedEvent } from './event-log.ts';
import type { Operation, OutputOf, OutputShape, RunContext, TypedOperation } from './operation.ts';

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

/** The one way to run an operation. Throws `Failure` for a refusal; anything else that is thrown is a fault. */
export type Execute = <Input extends z.ZodType, Output extends OutputShape>(
  operation: TypedOperation<Input, Output>,
  actor: Actor,
  input: z.input<Input>,
  origin: Origin,
) => Promise<OutputOf<Output>>;

/** Authorise, validate, prepare, transaction (run, check the promised events, write them), then nudge. */
export function createExecute(services: KernelServices): Execute {
  return async (operation, actor, input, origin) => {
    authorise(operation, actor);
    const parsed = parseInput(operation, input);
    const now = services.clock.now();
    const prepared = await operation.prepare?.({ ...services, now }, parsed);
    const { output, types } = await withRetries(() =>
      services.database.prisma.$transaction(async (tx) => {
        const run = startRun(operation, { tx, actor, ids: services.ids, now });
        const result = await operation.run(run.context, parsed, prepared);
        const emitted = run.finish();
        const cause = { ...origin, operation: operation.name };
        if (emitted.length) await appendEvents(tx, emitted, { actor, cause, occurredAt: now });
        return { output: result, types: emitted.map((event) => event.type) };
      }),
    );
    if (types.length) services.nudges.publish({ types });
    return output;
  };
}

function authorise(operation: Operation, actor: Actor): void {
  const allowed = actor.permissions.has(operation.permission);
  if (!allowed) throw new Failure('FORBIDDEN', `This needs the permission ${operation.permission}.`);
}

function parseInput(operation: Operation, input: unknown): unknown {
  const parsed = operation.input.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path as (string | number)[], message }));
  throw new Failure('BAD_USER_INPUT', 'The input is not acceptable.', problems);
}

/** Collects what one run emits and holds it against what the operation declares. */
function startRun(operation: Operation, base: Pick<RunContext<EventType>, 'tx' | 'actor' | 'ids' | 'now'>) {
  const emitted: EmittedEvent[] = [];
  let unchanged = false;
  const context: RunContext<EventType> = {
    ...base,
    emit(type, subjectId, data, organizationId) {
      if (!operation.always.includes(type) && !operation.sometimes.includes(type)) {
        throw new Error(`${operation.name} emitted ${type} without declaring it`);
      }
      emitted.push({ id: base.ids.next('event'), type, subjectId, organizationId: organizationId ?? null, data });
    },
    unchanged(output) {
      unchanged = true;
      return output;
    },
  };
  const finish = (): EmittedEvent[] => {
    if (unchanged && emitted.length) throw new Error(`${operation.name} emitted an event but says nothing changed`);
    const missing = operation.always.filter((type) => !unchanged && !emitted.some((event) => event.type === type));
    if (missing.length) throw new Error(`${operation.name} promised ${missing.join(', ')} and did not emit it`);
    return emitted;
  };
  return { context, finish };
}

const attempts = 3;
/** Milliseconds before a transaction is run again, so that the one it lost against is done: else it may take the same locks first and lose again. */
const pause = 50;

/** Runs a transaction again when PostgreSQL undid it for the sake of another (deadlock, serialization). */
async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === attempts || !isWorthRetrying(error)) throw asFailure(error);
      await setTimeout(pause * attempt);
    }
  }
}

export type { Transaction };
