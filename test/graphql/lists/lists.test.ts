import { getNamedType, isRequiredArgument } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { perFile } from '../../support/per-file.ts';
import { codesOf, problemPaths, startApi } from '../api.ts';
import { fill, type Filled } from '../inputs/fill.ts';
import { idsOf, type Page, page, walk } from './pages.ts';

const api = perFile(startApi);
let there: Filled;
beforeAll(async () => {
  there = await fill(api, 25);
});

const users = `query ($first: Int, $last: Int, $after: String, $before: String, $search: String) {
  users(first: $first, last: $last, after: $after, before: $before, search: $search) { ${page} }
}`;
describe('a list', () => {
  it('has pages of 20 in order of creation, and the total', async () => {
    const first: Page = (await api.ask(users)).users;
    expect(first.totalCount).toBe(25);
    expect(idsOf(first)).toEqual(there.users.slice(0, 20));
    expect(first.edges.map(({ node }) => node.id)).toEqual(idsOf(first));
    expect(first.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: first.edges[0]?.cursor,
      endCursor: first.edges[19]?.cursor,
    });
  });

  it('can be read forwards and backwards without gaps or repetitions', async () => {
    expect(await walk(async (after) => (await api.ask(users, { first: 7, after })).users)).toEqual(there.users);
    const last: Page = (await api.ask(users, { last: 10 })).users;
    expect(idsOf(last)).toEqual(there.users.slice(15));
    const previous: Page = (await api.ask(users, { last: 10, before: last.pageInfo.startCursor })).users;
    expect(idsOf(previous)).toEqual(there.users.slice(5, 15));
  });

  it('returns at most 100 records per page', async () => {
    await fill(api, 90);
    const { nodes, totalCount }: Page = (await api.ask(users, { first: 100 })).users;
    expect([nodes.length, totalCount]).toEqual([100, 115]);
  });

  it('can return the total alone, or an empty page', async () => {
    expect((await api.ask('{ users { totalCount } }')).users.totalCount).toBeGreaterThanOrEqual(25);
    const none = '{ users(search: "nothing") { nodes { id } pageInfo { endCursor } } }';
    expect((await api.ask(none)).users).toEqual({ nodes: [], pageInfo: { endCursor: null } });
  });

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['no cursor at all', { after: 'nonsense' }, 'after'],
    ['an empty text', { after: '' }, 'after'],
    ['a cursor with U+0000 in it', { after: encoded(['', 'user_\0']) }, 'after'],
    ['a cursor that holds a number', { before: encoded(['', 5]) }, 'before'],
    ['a cursor of another order', { after: encoded(['name', 'Ada', 'user_1']) }, 'after'],
    ['a cursor with too many parts', { after: encoded(['', 'a', 'b']) }, 'after'],
    ['a cursor that holds an object', { after: encoded({ not: 1 }) }, 'after'],
    ['a cursor that holds null', { before: encoded(null) }, 'before'],
  ])('refuses %s', async (_, variables, path) => {
    const answer = await api.call(users, variables);
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['INVALID_CURSOR'], [path]]);
  });

  it.each(['0000-01-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '2026-01-01T24:00:00.000Z', '2026-01-01', 'x'])(
    'refuses a cursor with the time %j, which PostgreSQL does not know or no cursor has',
    async (time) => {
      const after = encoded(['createdAt', time, 'user_1']);
      const answer = await api.call(
        'query ($after: String!) { users(after: $after, orderBy: { field: CREATED_AT, direction: ASC }) { nodes { id } } }',
        { after },
      );
      expect([codesOf(answer), problemPaths(answer)]).toEqual([['INVALID_CURSOR'], ['after']]);
    },
  );

  it.each([
    [{ first: -1 }, 'first'],
    [{ first: 0 }, 'first'],
    [{ first: 101 }, 'first'],
    [{ last: 0 }, 'last'],
    [{ last: 101 }, 'last'],
    [{ first: 1, last: 1 }, 'last'],
  ])('refuses invalid page sizes instead of returning another number of records: %o', async (variables, path) => {
    const answer = await api.call(users, variables);
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], [path]]);
  });

  it('refuses them in every list', async () => {
    const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
      ({ args, type }) =>
        args.some(({ name }) => name === 'first') &&
        !args.some(isRequiredArgument) &&
        getNamedType(type).name.endsWith('Connection'),
    );
    const refused = lists.map(async ({ name }) =>
      problemPaths(await api.call(`{ ${name}(first: 101) { totalCount } }`)),
    );
    expect(lists.length).toBeGreaterThan(10);
    expect(new Set((await Promise.all(refused)).flat())).toEqual(new Set(['first']));
    expect((await Promise.all(refused)).every((paths) => paths.length === 1)).toBe(true);
  });

  it('continues after the cursor of a deleted record', async () => {
    const gone = (await api.ask('mutation { createUser(input: {}) { user { id } } }')).createUser.user.id;
    const next = (await api.ask('mutation { createUser(input: {}) { user { id } } }')).createUser.user.id;
    const { endCursor } = (await api.ask(users, { last: 1, before: encoded(['', next]) })).users.pageInfo;
    await api.ask(`mutation { deleteUser(input: { userId: "${gone}" }) { __typename } }`);
    expect(idsOf((await api.ask(users, { after: endCursor })).users)).toEqual([next]);
  });
});

describe('a search', () => {
  const found = async (search: string): Promise<string[]> => idsOf((await api.ask(users, { search })).users);

  it('finds users by the start of an identifier or of a word of the name, in any case and Unicode form', async () => {
    const ada = (
      await api.ask(
        'mutation { createUser(input: { email: "Ada.Lovelace@example.org", username: "countess", phone: "+4930901820", name: "Ada Lovelace" }) { user { id } } }',
      )
    ).createUser.user.id;
    for (const text of ['ADA.love', 'Count', '+49309', 'LOVELACE', 'ada l', 'ａｄａ.lovelace', ' lovelace ']) {
      expect([text, await found(text)]).toEqual([text, [ada]]);
    }
    for (const text of ['example.org', 'velace', 'ovelace']) expect([text, await found(text)]).toEqual([text, []]);
  });

  it('treats % and _ and \\ as literals, and punctuation as a word boundary', async () => {
    const create = 'mutation { createUser(input: { name: "100% a_b\\\\c" }) { user { id } } }';
    const { id } = (await api.ask(create)).createUser.user;
    for (const text of ['100%', '100% A_', 'a_b\\', 'a_b\\c']) expect([text, await found(text)]).toEqual([text, [id]]);
    for (const text of ['1%', '1%%', 'a__', 'a_%', '%', '_', '\\'])
      expect([text, await found(text)]).toEqual([text, []]);
  });

  it.each([
    ['ΟΔΥΣΣΕΥΣ', ['οδυσ', 'Οδυσσευσ', 'ΟΔΥΣΣΕΥΣ']],
    ['İpek Åström', ['ipek', 'åst', 'ÅSTRÖM']],
    ['Wolfeschlegelsteinhausenbergerdorff', ['wolfeschlegel', 'WOLFESCHLEGELSTEINHAUSEN']],
    ['Anna Maria  van der Berg', ['anna mar', 'MARIA  VAN', 'van der b', 'berg']],
    ['☕ Bar', ['☕', '☕ b']],
  ])('finds %s', async (name, texts) => {
    const create = 'mutation ($name: String) { createUser(input: { name: $name }) { user { id } } }';
    const { id } = (await api.ask(create, { name })).createUser.user;
    for (const text of texts) expect([text, await found(text)]).toEqual([text, [id]]);
    for (const text of ['wolfeschlegelsteinhausenx', 'maria van', 'anna van', 'an ma', 'der anna']) {
      expect([text, await found(text)]).toEqual([text, []]);
    }
  });

  it('is available for roles, API resources, applications, organizations and organization roles as well', async () => {
    const query = (search: string) => `{
      roles(search: "${search}") { nodes { name } }
      apiResources(search: "${search}") { nodes { name } }
      applications(search: "${search}") { nodes { name } }
      organizations(search: "${search}") { nodes { name } }
      organizationRoles(search: "${search}") { nodes { name } }
      organizationScopes(search: "${search}") { nodes { name } }
    }`;
    const names = async (search: string) =>
      Object.values<{ nodes: { name: string }[] }>(await api.ask(query(search))).map(({ nodes }) => nodes.length);
    expect(await names('nothing is called so')).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await names('')).toEqual([20, 2, 20, 20, 20, 20]);
    expect(await names('0-0')).toEqual([1, 0, 1, 1, 1, 1]);
  });
});
