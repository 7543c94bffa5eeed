import type { CombinedError } from '@urql/core';
import type { EventTypeName } from './event-facts.ts';
import type { Operation } from './operation.ts';
import { isObject } from './is-object.ts';
import { ownChanges } from './feed/own-changes.ts';
import { obtainRecent } from '../session/session.ts';
import { client, writing } from './client.ts';
import type { Reason } from './reason.ts';

/** An event that a change emits, in a dry run or in fact. */
export interface EmittedEvent {
  id: string;
  typeName: EventTypeName;
  data: Record<string, unknown>;
  subject: { kind: string; id: string; label: string | null };
}

export interface Outcome {
  events: readonly EmittedEvent[] | null;
  /** The changed record. */
  record: { __typename: string; id: string } | null;
  /** Values that are returned once, by name. */
  secrets: Readonly<Record<string, string>>;
  /** Counts by name: in a dry run, of what would be changed. */
  counts: Readonly<Record<string, number>>;
  /** Of a job: how many users match, and for which of the first ones the operation would fail. */
  sample: Sample | null;
  /** The items of a bulk call that are refused while the others are not. */
  refusedItems: readonly RefusedItem[];
  /** The steps of a test; none of another change. */
  steps: readonly TestStep[];
  error: CombinedError | null;
}

export interface TestStep {
  step: string;
  isPassed: boolean;
  message: string;
}

export interface RefusedItem {
  index: number;
  failure: Reason & { message: string; problems: readonly FieldProblem[] };
}

export interface Sample {
  total: number;
  size: number;
  failures: readonly { userId: string; code: string; message: string }[];
}

/** The record of a change as it is now: its version, and the values that the form begins with. */
export interface Current {
  id: string;
  displayName: string;
  version: number;
  [name: string]: unknown;
}

interface RunOptions {
  dryRun: boolean;
  withEvents: boolean;
  expectedVersion?: number | undefined;
  idempotencyKey?: string | undefined;
}

export async function run(operation: Operation, input: object, options: RunOptions): Promise<Outcome> {
  const { hasVersion, hasIdempotencyKey } = operation;
  const variables = {
    input,
    dryRun: options.dryRun,
    withEvents: options.withEvents,
    ...(hasVersion && options.expectedVersion !== undefined ? { expectedVersion: options.expectedVersion } : {}),
    ...(hasIdempotencyKey && !options.dryRun ? { idempotencyKey: options.idempotencyKey } : {}),
  };
  const { data, error } = await sendSignedIn(() => client.mutation(operation.document, variables, writing).toPromise());
  const [payload] = Object.values((data ?? {}) as Record<string, Record<string, unknown> | null>);
  if (payload && !options.dryRun && operation.lifecycle !== 'deleted') ownChanges.announce();
  return {
    events: (payload?.['events'] as EmittedEvent[] | undefined) ?? null,
    record: operation.record ? ((payload?.[operation.record] as Outcome['record'] | undefined) ?? null) : null,
    secrets: Object.fromEntries(
      operation.secrets.flatMap((name) => (typeof payload?.[name] === 'string' ? [[name, payload[name]]] : [])),
    ),
    counts: Object.fromEntries(
      operation.counts.flatMap((name) => (typeof payload?.[name] === 'number' ? [[name, payload[name]]] : [])),
    ),
    sample: sampleOf(payload),
    refusedItems: refusedIn(payload),
    steps: (payload?.['steps'] as TestStep[] | undefined) ?? [],
    error: error ?? null,
  };
}

/** Sends a change; if it requires a more recent sign-in, once more if the issuer knows of one. */
export async function sendSignedIn<Result extends { error?: CombinedError | undefined }>(
  send: () => Promise<Result>,
): Promise<Result> {
  const result = await send();
  const maxAge = requiredSignIn(result.error ?? null);
  return maxAge !== null && (await obtainRecent(maxAge)) ? send() : result;
}

/** The age in seconds that a sign-in may have for a change that was refused for it; otherwise null. */
export const requiredSignIn = (error: CombinedError | null): number | null =>
  codeOf(error) === 'INSUFFICIENT_USER_AUTHENTICATION'
    ? ((error?.graphQLErrors[0]?.extensions['maxAge'] as number | undefined) ?? null)
    : null;

const sampleOf = (payload: Record<string, unknown> | null | undefined): Sample | null => {
  const { sampled, sampleSize, sampleFailures } = (payload ?? {}) as {
    sampled?: { total: number };
    sampleSize?: number;
    sampleFailures?: Sample['failures'];
  };
  return sampled ? { total: sampled.total, size: sampleSize ?? 0, failures: sampleFailures ?? [] } : null;
};

function refusedIn(payload: Record<string, unknown> | null | undefined): RefusedItem[] {
  const { results = [] } = (payload ?? {}) as { results?: { index: number; failure: RefusedItem['failure'] | null }[] };
  return results.flatMap(({ index, failure }) => (failure ? [{ index, failure }] : []));
}

/** Null for a record that may not be read, or whose part may not that is replaced. */
export async function readCurrent({ subject }: Operation, id: string): Promise<Current | null> {
  if (!subject) return null;
  const context = { requestPolicy: 'network-only' as const };
  const { data } = await client.query<{ node: Current | null }>(subject.document, { id }, context).toPromise();
  const record = withoutTypeNames(data?.node ?? null);
  if (!record || subject.part === undefined) return record;
  const { [subject.part]: part, ...others } = record;
  return isObject(part) ? { ...(others as Current), ...part } : null;
}

/** The names of types, which the cache asks for, are not part of an input. */
function withoutTypeNames<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutTypeNames) as Value;
  const members = Object.entries(value).filter(([name]) => name !== '__typename');
  return Object.fromEntries(members.map(([name, member]) => [name, withoutTypeNames(member)])) as Value;
}

/** A problem of a field, by its path below the input. */
interface FieldProblem extends Reason {
  path: readonly (string | number)[];
  message: string;
}

/** The problems that an error names; those of no field have an empty path. */
export function problemsOf(error: CombinedError | null): FieldProblem[] {
  if (!error) return [];
  if (error.networkError) return [];
  return error.graphQLErrors.flatMap(({ message, extensions }) => {
    const problems = extensions['problems'] as FieldProblem[] | undefined;
    return problems
      ? problems.map((problem) => ({ ...problem, path: problem.path.filter((step) => step !== 'input') }))
      : [{ ...(extensions as { code: string; reference?: string }), path: [], message }];
  });
}

export const codeOf = (error: CombinedError | null): string | null =>
  (error?.graphQLErrors[0]?.extensions['code'] as string | undefined) ?? null;
