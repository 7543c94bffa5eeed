import type { z } from 'zod';
import { Failure, type FieldProblem, forbidden } from '../domain/failure.ts';
import { organizationIn } from '../store/records/organization-of.ts';
import { countVersion, nothingCounted, requireVersion } from '../store/records/versions.ts';
import type { EventType } from '../vocabulary/events.ts';
import { type Actor, mayIn, organizationsFor } from './actor.ts';
import type { EmittedEvent } from './event-log.ts';
import type { Operation, RunContext } from './operation.ts';

type Base = Pick<RunContext<EventType>, 'tx' | 'actor' | 'ids' | 'now'>;
type Input = Record<string, string>;

/**
 * Refuses who may not run the operation. Whoever holds its permission in some organizations only is let through here,
 * when it can be run for one organization: which one it is, `authoriseWithin` asks.
 */
export function authorise({ permission, organization }: Operation, actor: Actor): void {
  if (actor.permissions.has(permission)) return;
  const mayBeWithin = organization && permission !== 'platform' && organizationsFor(actor, permission).length > 0;
  if (!mayBeWithin) throw forbidden(permission);
}

/** The second half of `authorise`, when the input is known. An organization that does not exist is refused like one that is another's. */
export async function authoriseWithin(
  { permission, organization }: Operation,
  { tx, actor }: Pick<Base, 'tx' | 'actor'>,
  input: Input,
): Promise<void> {
  if (actor.permissions.has(permission) || !organization || permission === 'platform') return;
  const id = await organizationIn(tx, organization, input[organization] ?? '');
  if (id === undefined || !mayIn(actor, permission, id)) throw forbidden(permission);
}

/** The input as the operation's schema has it. Throws BAD_USER_INPUT with the path of each problem. */
export function parseInput(operation: Operation, input: unknown): unknown {
  const parsed = operation.input.safeParse(input);
  const problems = [...problemsOf(parsed), ...leftOutOf(input)];
  if (parsed.success && !problems.length) return parsed.data;
  throw new Failure('BAD_USER_INPUT', 'The input is not acceptable.', problems);
}

/** Members of this name, of fields that take any: schemas leave them out without a word. */
const leftOut = '__proto__';
const leftOutOf = (input: unknown): FieldProblem[] =>
  Object.entries(input ?? {}).flatMap(([field, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, leftOut)
      ? [{ path: [field, leftOut], message: 'There can be nothing of this name.' }]
      : [],
  );

/** What a schema found wrong, each with its path. */
export const problemsOf = ({ error }: z.ZodSafeParseResult<unknown>): FieldProblem[] =>
  (error?.issues ?? []).map(({ path, message }) => ({ path: path as (string | number)[], message }));

/** Refuses a change of a record that has another version by now than the caller has seen. */
export async function checkVersion(
  { subject, name }: Operation,
  tx: Base['tx'],
  input: Input,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined) return;
  if (!subject) throw new Error(`${name} changes no record that has a version`);
  await requireVersion(tx, subject, input[subject] ?? '', expected);
}

/** The part of the last statement that counts the change. */
export const countChange = ({ subject }: Operation, input: Input) =>
  subject ? countVersion(subject, input[subject] ?? '') : nothingCounted;

/** Collects what one run emits and holds it against what the operation declares. */
export function startRun(operation: Operation, base: Base) {
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
