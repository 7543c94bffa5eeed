import { afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import type { z } from 'zod';
import { exposedOperations } from '../../src/operations/index.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { examples } from '../operations/examples/index.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { refusal, startRest } from './api.ts';

const rest = perFile(startRest);
let records: Records;
let changes: number;
const countChanges = () => rest.kernel.database.prisma.event.count();
beforeAll(async () => {
  records = await makeRecords(rest.kernel);
  changes = await countChanges();
});
afterEach(async () => {
  if ((await countChanges()) !== changes) throw new Error('something was changed');
  if (rest.logged.length) throw new Error(rest.logged.join(''));
});

const routed = exposedOperations.flatMap(({ name, route, input }) =>
  route ? [[name, { name, route, fields: Object.keys((input as z.ZodObject).shape) }] as const] : [],
);
type Routed = (typeof routed)[number][1];

const parametersOf = ({ route }: Routed): string[] => [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
const inputOf = ({ name }: Routed): Record<string, unknown> =>
  (examples[name] as (typeof examples)[string])(records).input;

/** The request for an input; ids in the path are encoded. */
function send(operation: Routed, input: Record<string, unknown>, raw?: (body: string) => string) {
  const parameters = parametersOf(operation);
  const path = operation.route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !parameters.includes(name)));
  const text = JSON.stringify(body);
  return rest.send(`${operation.route.method} ${path}`, { body: raw ? raw(text) : text });
}

describe('an id in the path', () => {
  test.each(routed)(
    'an id that does not exist or is of another kind is a 404 with its path: %s',
    async (_name, operation) => {
      for (const parameter of parametersOf(operation).filter((name) => name !== 'domain')) {
        for (const wrong of [ids.next('user'), ids.next('role'), 'x'.repeat(64)]) {
          const answer = await send(operation, { ...inputOf(operation), [parameter]: wrong });
          expect(refusal(answer)).toEqual({ status: 404, code: 'NOT_FOUND', paths: [parameter] });
        }
      }
    },
  );

  test.each(routed)('an id that is malformed is a 422 with its path: %s', async (_name, operation) => {
    for (const parameter of parametersOf(operation)) {
      for (const wrong of ['a b', 'user_\0', 'ü', '\n', 'x'.repeat(65), '../..', "'; --"].filter(isNoId)) {
        const answer = await send(operation, { ...inputOf(operation), [parameter]: wrong });
        expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: [parameter] });
      }
    }
  });

  test.each(routed.filter(([, operation]) => parametersOf(operation).length))(
    'must not be repeated in the body: %s',
    async (_name, operation) => {
      for (const parameter of parametersOf(operation)) {
        const again = `${JSON.stringify(parameter)}:${JSON.stringify(inputOf(operation)[parameter])}`;
        const answer = await send(operation, inputOf(operation), (text) =>
          text === '{}' ? `{${again}}` : `{${again},${text.slice(1)}`,
        );
        expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: [parameter] });
      }
    },
  );
});

const isNoId = (text: string): boolean => !/^[\x21-\x7e]{1,64}$/.test(text);

describe('a body', () => {
  const everyOne = (what: string, raw: (text: string) => string, path: string) =>
    test.each(routed)(`a body that is ${what} is a 422 with its path: %s`, async (_name, operation) => {
      expect(refusal(await send(operation, inputOf(operation), raw))).toEqual({
        status: 422,
        code: 'BAD_USER_INPUT',
        paths: [path],
      });
    });
  const adding = (member: string) => (text: string) => (text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`);

  everyOne('with a field that does not exist', adding('"passwordHash":"x"'), 'passwordHash');
  everyOne('with a field of every object', adding('"__proto__":{"isAdmin":true}'), '__proto__');
  everyOne('with a method of every object', adding('"toString":1'), 'toString');
  everyOne('with a name of a thousand characters', adding(`"${'x'.repeat(1000)}":1`), 'x'.repeat(64));
  everyOne('that names a member twice', adding('"a":{"b":1,"b":2}'), 'a.b');
  everyOne('that holds U+0000', adding(String.raw`"a":["\u0000"]`), 'a.0');
  everyOne('that holds half a character', adding(String.raw`"a":"\ud800"`), 'a');
  everyOne(
    'that is nested ten thousand times',
    adding(`"a":${'['.repeat(10_000)}${']'.repeat(10_000)}`),
    ['a', ...Array.from({ length: 63 }, () => '0')].join('.'),
  );
});

test('a body with a name of a million characters is a 422 with its path', async () => {
  const answer = await rest.send('POST /users', { body: `{"${'x'.repeat(1_000_000)}":1}` });
  expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: ['x'.repeat(64)] });
});

describe('a field', () => {
  test.each(routed)('a field of the wrong type is a 422 with its path: %s', async (_name, operation) => {
    for (const field of operation.fields.filter((name) => !parametersOf(operation).includes(name))) {
      for (const wrong of [{ a: [] }, [[]], -1.5, 'x'.repeat(100_000)].filter((value) => !fits(field, value))) {
        const answer = await send(operation, { ...inputOf(operation), [field]: wrong });
        expect(refusal(answer)).toMatchObject({ status: 422, code: 'BAD_USER_INPUT' });
        expect(refusal(answer).paths[0]?.split('.')[0]).toBe(field);
      }
    }
  });

  it('is reported together with all other invalid ones, unknown fields first', async () => {
    const body = { email: 'x', nick: 'a', phone: '12', __proto: 1, profile: { birthdate: 7, color: 'b' } };
    const answer = await rest.send('POST /users', { body });
    const paths = ['profile.color', 'nick', '__proto', 'email', 'phone', 'profile.birthdate'];
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths });
  });

  it('the invalid fields of a bulk request are reported together', async () => {
    const answer = await rest.send('POST /bulk/create-users', { body: { mode: 'SOME', others: [], items: 'x' } });
    expect(refusal(answer)).toMatchObject({ status: 422, paths: ['others', 'items', 'mode'] });
  });

  it('is refused without repeating its value', async () => {
    const answer = await rest.send('POST /users', { body: { email: 'my-secret-value', password: 'short' } });
    expect(refusal(answer).paths.sort()).toEqual(['email', 'password']);
    expect(answer.text).not.toMatch(/my-secret-value|short"/);
  });
});

/** Fields that accept any object. */
const fits = (field: string, value: unknown): boolean =>
  (field === 'customData' || field === 'document') && !Array.isArray(value) && typeof value === 'object';
