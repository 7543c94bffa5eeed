import {
  type GraphQLArgument,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { batchLimit } from '../../src/graphql/context/limits.ts';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { perFile } from '../support/per-file.ts';
import { type Answer, type Call, everything, startApi } from './api.ts';
import { fill, type Filled } from './inputs/fill.ts';
import { fillAround } from './inputs/fill-around.ts';
import { queryFields } from './live/selections.ts';

const api = perFile(startApi);
let there: Filled;
let before: unknown;
beforeAll(async () => {
  there = await fill(api, 2);
  await fillAround(api, there);
  await api.ask('{ events { totalCount } }');
  before = await stored();
});

async function stored(): Promise<unknown> {
  const { rows } = await api.kernel.database.pool.query<{ table: string }>(
    `SELECT relname AS table, n_live_tup FROM pg_stat_user_tables WHERE false
     UNION ALL SELECT table_name, 0 FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY 1`,
  );
  const contents = rows.map(async ({ table }) => {
    const text = `SELECT md5(coalesce(string_agg(row::text, '|' ORDER BY row::text), '')) AS sum FROM "${table}" AS row`;
    return [table, (await api.kernel.database.pool.query(text)).rows[0]];
  });
  return Promise.all(contents);
}

const deep = (levels: number): unknown => (levels === 0 ? 'end' : { deeper: deep(levels - 1) });
const long = 'x'.repeat(100_000);
/** Values that are invalid for every type, or are easily mistaken for others. */
const anything: readonly (readonly [string, unknown])[] = [
  ['an object', {}],
  ['an object with an unknown member', { nothing: 1 }],
  ['a list', []],
  ['a list in a list', [[null]]],
  ['a nested object', deep(50)],
  ['an object that is nested too deeply', deep(500)],
  ['true', true],
  ['a fraction', 1.5],
  ['a large number', 1e300],
  ['a negative number', -1],
  ['an empty text', ''],
  ['a long text', long],
  ['U+0000', 'a\0b'],
  ['half a surrogate pair', '\ud800'],
  ['control characters', '\u0001\u0007\u001b[2J\r\n\u202e\u0085'],
  ['characters of patterns', '%_\\*?\'"; DROP TABLE users; --'],
  ['a path', '../../etc/passwd'],
  ['__proto__', '__proto__'],
  ['an object with __proto__', JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}')],
];

const idsOfEveryKind = (): (readonly [string, unknown])[] => {
  const [good = ''] = there.users;
  return [
    ['an id that no record has', systemIds.next('user')],
    ['an id of another kind', there.roles[0]],
    ['an id in capitals', good.toUpperCase()],
    ['an id in another Unicode form', good.replace('user', 'ｕｓｅｒ')],
    ['an id with a space', `${good} `],
    ['an id that is too long', `${good}0`],
  ];
};

/** A value for every required argument. */
const good = (argument: GraphQLArgument): unknown => {
  if (isListType(getNullableType(argument.type))) return [there.users[0]];
  const type = getNamedType(argument.type);
  if (type.name === 'DateTime') return '2026-01-01T00:00:00Z';
  if (!isInputObjectType(type)) return there.users[0];
  return Object.fromEntries(
    Object.values(type.getFields())
      .filter((field) => String(field.type).endsWith('!') && field.defaultValue === undefined)
      .map((field) => [field.name, isListType(getNullableType(field.type)) ? [] : 'x']),
  );
};

/** A request that passes a value as an argument. */
function callWith(name: string, argument: string, value: unknown): Call {
  const field = queryFields.find((one) => one.name === name);
  if (!field) throw new Error(`no field ${name}`);
  const used = field.args.filter((one) => one.name === argument || isRequiredArgument(one));
  const definitions = used.map((one) => `$${one.name}: ${String(one.type)}`).join(', ');
  const given = used.map((one) => `${one.name}: $${one.name}`).join(', ');
  const variables = Object.fromEntries(used.map((one) => [one.name, one.name === argument ? value : good(one)]));
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const withTotal = isObjectType(getNamedType(field.type)) && getNamedType(field.type).name.endsWith('Connection');
  const part = withTotal ? '{ totalCount nodes { __typename } }' : selection;
  return { query: `query (${definitions}) { ${name}(${given}) ${part} }`, variables };
}

const send = ({ query = '', variables }: Call): Promise<Answer> => api.call(query, variables);

type Answers = Pick<Answer, 'status' | 'errors' | 'text'>;

/** The responses to one HTTP request with several; undefined if it is refused as a whole. */
async function sendTogether(calls: readonly Call[]): Promise<Answers[] | undefined> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${everything}` };
  const response = await fetch(api.url, { method: 'POST', headers, body: JSON.stringify(calls) });
  const text = await response.text();
  const answers = JSON.parse(text) as Partial<Pick<Answer, 'errors'>>[];
  if (!Array.isArray(answers) || answers.length !== calls.length) return undefined;
  return answers.map(({ errors = [] }) => ({ status: response.status, errors, text }));
}

/** Values for which a body is refused before its requests are read: each is sent alone. */
const refused = new Map<string, boolean>();
async function isRefused(what: string, call: Call): Promise<boolean> {
  const isOne = refused.get(what) ?? (await sendTogether([call])) === undefined;
  refused.set(what, isOne);
  return isOne;
}

/** The response for each value. */
async function answersTo(name: string, argument: string): Promise<(readonly [what: string, answer: Answers])[]> {
  const answers: (readonly [string, Answers])[] = [];
  let together: (readonly [what: string, call: Call])[] = [];
  const flush = async () => {
    const calls = together.map(([, call]) => call);
    const all = (await sendTogether(calls)) ?? (await Promise.all(calls.map(send)));
    answers.push(...together.map(([what], index) => [what, all[index] as Answers] as const));
    together = [];
  };
  for (const [what, value] of [...anything, ...idsOfEveryKind()]) {
    const call = callWith(name, argument, value);
    if (await isRefused(what, call)) answers.push([what, await send(call)]);
    else together.push([what, call]);
    if (together.length === batchLimit) await flush();
  }
  if (together.length) await flush();
  return answers;
}

/** Expects either a result or an error that names the argument, and no internal error. */
function expectCare(answer: Pick<Answer, 'status' | 'errors'>, argument: string): void {
  expect([200, 400]).toContain(answer.status);
  for (const { extensions } of answer.errors) {
    expect(extensions.code).toMatch(/^(BAD_USER_INPUT|INVALID_CURSOR)$/);
    const roots = new Set(extensions.problems?.map(({ path }) => path[0]));
    expect([...roots]).toEqual([argument]);
  }
}

const places = queryFields.flatMap(({ name, args }) => args.map((argument) => [name, argument.name] as const));

describe('invalid input', () => {
  it.each(places)(
    'the argument %s(%s:) is refused with its path or matches nothing, and changes nothing',
    async (name, argument) => {
      const answers = await answersTo(name, argument);
      expect(answers).toHaveLength(anything.length + idsOfEveryKind().length);
      for (const [what, answer] of answers) {
        try {
          expectCare(answer, argument);
        } catch (error) {
          throw new Error(`${what}: ${answer.text.slice(0, 300)}`, { cause: error });
        }
      }
      expect(api.logged).toEqual([]);
    },
  );

  it.each(queryFields.map(({ name, args }) => [name, args[0]?.name] as const).filter(([, argument]) => argument))(
    'a value of 2 MB is refused before it is read: %s',
    async (name, argument) => {
      const answer = await send(callWith(name, argument ?? '', 'x'.repeat(2_000_000)));
      expect([answer.status, answer.errors.map(({ extensions }) => extensions.code)]).toEqual([
        413,
        ['BAD_USER_INPUT'],
      ]);
    },
  );

  it('leaves the database unchanged', async () => {
    expect(await stored()).toEqual(before);
  });
});

describe('an invalid literal in a document', () => {
  it.each([
    ['{ users(filter: { createdAfter: "yesterday" }) { totalCount } }', 'filter.createdAfter'],
    ['{ users(filter: { createdAfter: "0000-01-01T00:00:00Z" }) { totalCount } }', 'filter.createdAfter'],
    ['{ users(filter: { lastSignInBefore: "0001-01-01T00:00:00+14:00" }) { totalCount } }', 'filter.lastSignInBefore'],
    ['{ events(filter: { since: "9999-12-31T23:59:59-14:00" }) { totalCount } }', 'filter.since'],
    ['{ tokenExchangeTotals(since: "0000-01-01T00:00:00Z") { hasMore } }', 'since'],
    ['{ users(filter: { nothing: 1 }) { totalCount } }', 'filter.nothing'],
    ['{ users(filter: { isSuspended: "yes" }) { totalCount } }', 'filter.isSuspended'],
    ['{ users(filter: { roleId: "user_1" }) { totalCount } }', 'filter.roleId'],
    ['{ users(orderBy: { field: SHOE_SIZE }) { totalCount } }', 'orderBy.field'],
    ['{ users(first: 1.5) { totalCount } }', 'first'],
    ['{ users(nothing: 1) { totalCount } }', 'nothing'],
    ['{ events(filter: { types: [USER_CREATED, NOTHING] }) { totalCount } }', 'filter.types.1'],
    ['{ nodes(ids: ["a", 1.5]) { id } }', 'ids.1'],
    ['query ($first: Int = "x") { users(first: $first) { totalCount } }', 'first'],
    ['mutation { createUser(input: { nothing: 1 }) { user { id } } }', 'input.nothing'],
    ['mutation { createUser(input: { email: 5 }) { user { id } } }', 'input.email'],
    [
      'mutation { createUser(input: { profile: { address: { country: 5 } } }) { user { id } } }',
      'input.profile.address.country',
    ],
    ['mutation { createUser(input: { name: "\\u0000" }) { user { id } } }', 'input.name'],
  ])('is refused with its path: %s', async (document, path) => {
    const answer = await api.call(document);
    expect(
      answer.errors.map(({ extensions }) => [extensions.code, extensions.problems?.map((one) => one.path.join('.'))]),
    ).toEqual([['BAD_USER_INPUT', [path]]]);
  });
});
