import { changeOf } from '../../src/domain/events/changes.ts';
import { kinds, type LockedKind, lockedKinds } from '../../src/vocabulary/kinds.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Operation, OutputShape, TypedOperation } from '../../src/kernel/operation.ts';
import { exposedOperations } from '../../src/operations/index.ts';
import { addCallingUser, permittedOperations } from '../support/permitted-operations.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { type EventType, events as catalog } from '../../src/vocabulary/events.ts';
import { type Permission, permissionNames } from '../../src/vocabulary/permissions.ts';
import { actorWith, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { examples } from './examples/index.ts';
import { makeRecords, type Records } from '../support/records.ts';

const kernel = perFile(startKernel);
beforeAll(() => addCallingUser(kernel));

type Callable = TypedOperation<z.ZodType, OutputShape>;
const callable = permittedOperations as unknown as Callable[];
const named = callable.map((operation) => [operation.name, operation] as const);
const exampleIn = (records: Records, operation: Operation) => {
  const build = examples[operation.name];
  if (!build) throw new Error(`${operation.name} has no example`);
  return build(records);
};

/** The run of each operation with its permission only, and what the same input does once more. */
const runs = new Map<string, ReturnType<typeof run>>();
const runOf = (operation: Callable): ReturnType<typeof run> => {
  const existing = runs.get(operation.name) ?? run(operation);
  runs.set(operation.name, existing);
  return existing;
};
async function run(operation: Callable) {
  const example = exampleIn(await makeRecords(kernel), operation);
  // A caller that allows impersonation must hold what the people hold whom it reaches.
  const required = operation.name === 'setApplicationImpersonation' ? permissionNames : [operation.permission];
  const { output, events } = await kernel.run(operation, example.input, actorWith(...(required as Permission[])));
  const nudges = kernel.nudged.slice(operation.queuesMessages ? -2 : -1);
  const stamps = await Promise.all(events.map(({ type, subjectId }) => storedStamp(type, subjectId)));
  const second = kernel.run(operation, example.input);
  const isRefused = ['NOT_FOUND', 'CONFLICT', 'TAKEN'].includes(example.again);
  const repeated = isRefused ? (await refusalOf(second)).code : (await second).events.map(({ type }) => type);
  return { example, output, events, nudges, stamps, repeated };
}

test('every exposed operation has an example', () => {
  expect(Object.keys(examples).sort()).toEqual(exposedOperations.map(({ name }) => name).sort());
});

describe('with its permission only', () => {
  test.each(named)('%s makes its change and emits exactly its events', async (_name, operation) => {
    const { example, output, events, nudges } = await runOf(operation);
    const answered = Object.values(output).flat();
    const types = example.events.map(([type]) => type);
    expect(events.map(({ type }) => type)).toEqual(types);
    for (const [index, [, subject, data]] of example.events.entries()) {
      expect(subject === null ? answered : [subject]).toContain(events[index]?.subjectId);
      expect(events[index]?.data).toMatchObject(data);
    }
    expect(nudges).toEqual([{ kind: 'events', types }, ...(operation.queuesMessages ? [{ kind: 'messages' }] : [])]);
  });

  test.each(named)('%s repeated with the same input has no further effect', async (_name, operation) => {
    const { example, events, repeated } = await runOf(operation);
    const { again } = example;
    const types = events.map(({ type }) => type);
    expect(repeated).toEqual(again === 'nothing' ? [] : again === 'the same events' ? types : again);
  });

  test.each(named)(
    '%s emits the previous values of published fields that it changes, and no others',
    async (_name, operation) => {
      for (const { type, data } of (await runOf(operation)).events) {
        const {
          changed = [],
          previous = {},
          ...rest
        } = data as { changed?: string[]; previous?: Record<string, unknown> };
        const record = (rest as Record<string, object>)[catalog[type as EventType].subject];
        // A part of a record that has a value of its own in the event.
        const { exchangePolicy } = rest as { exchangePolicy?: object };
        const present = changeOf({ ...record, ...exchangePolicy }, changed).previous;
        expect(Object.keys(previous).sort()).toEqual(Object.keys(present).sort());
        for (const [name, value] of Object.entries(previous)) expect(value).not.toEqual(present[name]);
      }
    },
  );

  test.each(named)('%s emits events that equal the stored records', async (_name, operation) => {
    const { events, stamps } = await runOf(operation);
    for (const [index, { type, data }] of events.entries()) {
      const { subject } = catalog[type as EventType];
      const shown = (data as Record<string, { updatedAt: string } | undefined>)[subject];
      if (!shown || !isLocked(subject) || type.endsWith('.Deleted')) continue;
      expect(stamps[index]).toBe(shown.updatedAt);
    }
  });
});

const isLocked = (kind: string): kind is LockedKind => lockedKinds.some((locked) => locked === kind);

/** The time of the last change of an event's record in the database. */
async function storedStamp(type: string, id: string): Promise<string | undefined> {
  const { subject } = catalog[type as EventType];
  if (!isLocked(subject)) return undefined;
  const query = `SELECT updated_at FROM ${kinds[subject].table} WHERE id = $1`;
  const { rows } = await kernel.database.pool.query<{ updated_at: Date }>(query, [id]);
  return rows[0]?.updated_at.toISOString();
}

describe('without its permission', () => {
  test.each(named)('%s is FORBIDDEN, even with all others', async (_name, operation) => {
    const others = permissionNames.filter((name) => name !== operation.permission);
    expect(await refusalOf(kernel.run(operation, {}, actorWith(...others)))).toMatchObject({ code: 'FORBIDDEN' });
  });
});

/** Refused calls change nothing, so all of them share one fixture. */
let untouched: Records;
beforeAll(async () => {
  untouched = await makeRecords(kernel);
});

/** Null is not an id; where a field may be null, it removes the value. */
const nullUnlessOptional = ({ input }: Operation, field: string) =>
  (input as z.ZodObject).shape[field]?.safeParse(undefined).success ? [] : [null];
/** Input fields with an id or a list of ids. */
const idFields = (input: Record<string, unknown>) => Object.keys(input).filter((field) => /^(id|\w+Ids?)$/.test(field));
const attemptWith = (input: Record<string, unknown>, field: string, wrong: unknown) => {
  const isList = Array.isArray(input[field]);
  return { attempt: { ...input, [field]: isList ? [wrong] : wrong }, path: isList ? `${field}.0` : field };
};

describe('an id that does not exist, or is of another kind', () => {
  test.each(named)('is NOT_FOUND with its path: %s', async (_name, operation) => {
    const { input } = exampleIn(untouched, operation);
    for (const field of idFields(input)) {
      for (const wrong of [ids.next('user'), ids.next('role'), 'nothing', '0']) {
        const { attempt, path } = attemptWith(input, field, wrong);
        const refusal = await refusalOf(kernel.run(operation, attempt));
        expect(refusal).toMatchObject({ code: 'NOT_FOUND', paths: [path] });
      }
    }
  });

  test.each(named)('a malformed id is BAD_USER_INPUT with its path: %s', async (_name, operation) => {
    const { input } = exampleIn(untouched, operation);
    for (const field of idFields(input)) {
      for (const wrong of [
        '',
        'a b',
        'user_\0',
        '\ud800',
        'ü',
        'x'.repeat(65),
        1,
        ...nullUnlessOptional(operation, field),
      ]) {
        const { attempt, path } = attemptWith(input, field, wrong);
        const refusal = await refusalOf(kernel.run(operation, attempt));
        expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: [path] });
      }
    }
  });
});

/** Every string inside a value with its path, member names included. */
function texts(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    texts(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The value with the string at the path replaced. */
function replaced(value: unknown, [first, ...rest]: (string | number)[], text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value)) return value.map((part, index) => (index === first ? replaced(part, rest, text) : part));
  const object = value as Record<string, unknown>;
  return { ...object, [first]: replaced(object[first], rest, text) };
}

describe('a string that PostgreSQL cannot store', () => {
  test.each(named)('is BAD_USER_INPUT with its path, in every field of %s', async (_name, operation) => {
    const { input } = exampleIn(untouched, operation);
    for (const path of texts(input)) {
      for (const bad of ['a\0b', 'a\ud800b', '\udc00']) {
        const refusal = await refusalOf(kernel.run(operation, replaced(input, path, bad)));
        expect(refusal.code).toBe('BAD_USER_INPUT');
        expect(refusal.paths[0]?.split('.')[0]).toBe(path[0]);
      }
    }
  });

  test.each(['createUser', 'updateUser', 'updateUserCustomData', 'createOrganization', 'updateOrganization'])(
    'is refused as a member name and deep inside custom data: %s',
    async (name) => {
      const operation = callable.find((candidate) => candidate.name === name) as Callable;
      const { input } = exampleIn(untouched, operation);
      for (const customData of [
        { 'a\0': 1 },
        { a: [{ '\ud800': 1 }] },
        { a: ['b\0'] },
        { a: { b: { c: '\udfff' } } },
      ]) {
        const refusal = await refusalOf(kernel.run(operation, { ...input, customData }));
        expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['customData'] });
      }
    },
  );
});

describe('an unknown input field', () => {
  test.each(named)('is BAD_USER_INPUT: %s', async (_name, operation) => {
    const { input } = exampleIn(untouched, operation);
    const refusal = await refusalOf(kernel.run(operation, { ...input, unheardOf: 'x' }));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['unheardOf'] });
  });
});
