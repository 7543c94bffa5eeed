import { execute, type ExecutionArgs, parse } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { shortCut } from '../../src/graphql/short-cut.ts';
import { schema } from '../../src/graphql/schema.ts';
import { type Permission, permissionNames } from '../../src/vocabulary/permissions.ts';
import { type Api, everything, startApi, tokenFor } from './api.ts';
import { fill } from './fill.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await fill(api, 12);
});
afterAll(() => api[Symbol.asyncDispose]());
afterEach(() => void vi.restoreAllMocks());

/** Answers of the executor and of the short cut to the same question; undefined when the short cut leaves it to the executor. */
async function both(query: string, permissions: readonly Permission[] = permissionNames, variables: object = {}) {
  const { database, now } = api.kernel;
  const actor = { kind: 'user', id: null, permissions: new Set(permissions), organizations: new Map() };
  const contextOf = () => ({ prisma: database.prisma, database, clock: { now }, actor, requestId: 'req_1' });
  const document = parse(query);
  const args = () => ({ schema, document, variableValues: variables, contextValue: contextOf() });
  const slow = await execute(args() as never);
  let left = false;
  const executeFn = () => {
    left = true;
  };
  const ask = async (): Promise<unknown> => {
    let chosen: (given: ExecutionArgs) => unknown = executeFn;
    const setExecuteFn = (fn: typeof chosen) => {
      chosen = fn;
    };
    void shortCut.onExecute?.({ args: args(), executeFn, setExecuteFn } as never);
    return chosen(args() as never);
  };
  await ask();
  expect(left).toBe(true);
  left = false;
  const quick = await ask();
  return { slow, quick: left ? undefined : quick };
}

const page =
  'nodes { id username email name isSuspended createdAt version roles { id name isDefault } organizations { totalCount nodes { joinedAt organization { id name } } } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

describe('the short cut answers as the executor does:', () => {
  test.each([
    `{ users { ${page} } }`,
    `{ users(first: 3) { ${page} edges { cursor node { id customData profile { nickname } } } totalCount } }`,
    `query ($n: Int = 2, $after: String) { users(first: $n, after: $after) { ${page} } }`,
    `{ a: users(first: 1) { nodes { key: id } } b: users(last: 2) { nodes { id } } roles { nodes { id name } totalCount } }`,
    `{ users(search: "zzz") { ${page} } }`,
    `{ users { ...Page } } fragment Page on UserConnection { nodes { ...Named ... on User { email } ... on Node { id } ... on Role { description } } } fragment Named on User { name }`,
    '{ organizations { nodes { id name } } applications { nodes { id redirectUris type } } }',
    '{ viewer { kind id permissions } }',
  ])('%s', async (query) => {
    const { slow, quick } = await both(query);
    expect(slow.errors).toBeUndefined();
    expect(JSON.stringify(quick)).toBe(JSON.stringify(slow));
  });
});

describe('the short cut leaves to the executor', () => {
  test.each([
    ['what has to be loaded further below', '{ users { nodes { roles { scopes { name } } } } }'],
    ['what is shown under a condition', '{ users { nodes { id name @skip(if: false) } } }'],
    ['fragments under a condition', '{ users { ... @include(if: true) { nodes { id } } } }'],
    ['what is asked twice', '{ users { nodes { id id } } }'],
    ['the names of types', '{ users { nodes { __typename id } } }'],
    ['introspection', '{ __schema { queryType { name } } }'],
    ['records of any kind', '{ nodes(ids: []) { id } }'],
    ['a cursor that is none', '{ users(after: "x") { nodes { id } } }'],
  ])('%s', async (_what, query) => {
    expect((await both(query)).quick).toBeUndefined();
  });

  test('variables that do not fit', async () => {
    const query = 'query ($n: Int!) { users(first: $n) { nodes { id } } }';
    expect((await both(query, permissionNames, { n: 'x' })).quick).toBeUndefined();
  });

  test.each<[string, Permission[]]>([
    ['whoever may not see the list', ['roles:read']],
    ['whoever may not see what the list leads to', ['users:read', 'organizations:read']],
    ['whoever may not see anything', []],
  ])('%s', async (_who, permissions) => {
    const { slow, quick } = await both(`{ users { ${page} } }`, permissions);
    expect(slow.errors?.length).toBeGreaterThan(0);
    expect(quick).toBeUndefined();
  });

  test('mutations, always', () => {
    const document = parse('mutation { createUser(input: {}) { user { id } } }');
    const setExecuteFn = vi.fn<() => void>();
    for (let time = 0; time < 3; time++) {
      void shortCut.onExecute?.({ args: { schema, document }, executeFn: vi.fn<() => void>(), setExecuteFn } as never);
    }
    expect(setExecuteFn).not.toHaveBeenCalled();
  });
});

test('a query that needs the executor is begun twice once, and never the first time', async () => {
  const query = '{ users(first: 7) { nodes { id roles { scopes { name } } } } }';
  const statements = () => api.statementsOf(() => api.ask(query));
  const first = await statements();
  const second = await statements();
  expect(second).toBeGreaterThan(first);
  expect([await statements(), await statements()]).toEqual([first, first]);
});

test('a query that fits costs as many statements each time, and answers the same', async () => {
  const query = `{ users(first: 6) { ${page} } }`;
  const answers: unknown[] = [];
  const counts = [];
  for (let time = 0; time < 3; time++) {
    counts.push(await api.statementsOf(async () => answers.push(await api.ask(query))));
  }
  expect(new Set(counts).size).toBe(1);
  expect(answers[1]).toEqual(answers[0]);
});

test('what another caller may not see stays unseen when the query is known', async () => {
  const query = '{ users(first: 5) { nodes { id roles { id } } } }';
  for (let time = 0; time < 3; time++) await api.ask(query, {}, everything);
  const answer = await api.call(query, {}, tokenFor(['users:read']));
  expect(answer.errors.map(({ extensions: { code } }) => code)).toEqual(Array.from({ length: 5 }, () => 'FORBIDDEN'));
  expect(answer.data.users.nodes[0].roles).toBeNull();
});
