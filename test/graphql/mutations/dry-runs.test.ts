import { flowCalls } from '../../../src/kernel/my-flows.ts';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { exposedOperations } from '../../../src/operations/index.ts';
import { perFile } from '../../support/per-file.ts';
import { type Answer, codesOf, type Data, everything, problemPaths, startApi, tokenFor } from '../api.ts';
import { mostAtOnce } from '../../support/statements.ts';
import { eventsAfter, now } from '../live/event-log.ts';

const api = perFile(startApi);

/** Every row of every table. */
async function stored(): Promise<Record<string, unknown>> {
  const { prisma } = api.kernel.database;
  const [users, roles, links, organizations, members, events, keys] = await Promise.all([
    prisma.user.findMany({ orderBy: { id: 'asc' } }),
    prisma.role.findMany({ orderBy: { id: 'asc' } }),
    prisma.userRole.findMany({ orderBy: [{ userId: 'asc' }, { roleId: 'asc' }] }),
    prisma.organization.findMany({ orderBy: { id: 'asc' } }),
    prisma.organizationUser.findMany({ orderBy: [{ organizationId: 'asc' }, { userId: 'asc' }] }),
    prisma.event.count(),
    prisma.idempotencyKey.count(),
  ]);
  return { users, roles, links, organizations, members, events, keys, nudged: api.kernel.nudged.length };
}

/** Runs a document and expects the database to be unchanged. */
async function runDry(query: string, variables?: Record<string, unknown>, token = everything): Promise<Answer> {
  const before = await stored();
  const answer = await api.call(query, variables, token);
  expect(await stored()).toEqual(before);
  return answer;
}

const newUser = async (input: object): Promise<string> =>
  (await api.ask('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', { input }))
    .createUser.user.id;
const userCount = async (): Promise<number> => (await api.ask('{ users { totalCount } }')).users.totalCount;

describe('a dry run', () => {
  it('sends one statement at a time, however many fields are selected', async () => {
    await using watched = await startApi();
    using statements = mostAtOnce(watched.kernel.database.pool);
    const shown = `user {
      id hasPassword sessions { id } identities { subject } roles { name scopes { name } } effectiveScopes { scopes { name } }
      organizations { totalCount nodes { organization { members { totalCount } invitations { totalCount } } } }
    }`;
    const answer = await watched.call(`mutation {
      createUsers(dryRun: true, input: { items: [{ username: "one" }, { username: "two" }] }) {
        events { id data }
        results { user { hasPassword sessions { id } roles { name } } }
      }
      createUser(dryRun: true, input: { username: "three" }) { events { id } ${shown} }
    }`);
    expect(answer.errors).toEqual([]);
    expect(answer.data.createUsers.results).toHaveLength(2);
    expect(statements.most()).toBe(1);
  });

  it('is an argument of every mutation, and off by default, except of the answers of a flow', () => {
    const answers = Object.values(flowCalls).map(({ name }): string => name);
    const all = Object.values(schema.getMutationType()?.getFields() ?? {});
    const mutations = all.filter(({ name }) => !answers.includes(name));
    expect(mutations.length).toBeGreaterThanOrEqual(exposedOperations.length);
    const offered = mutations.map(({ name, args }) => {
      const arg = args.find((one) => one.name === 'dryRun');
      return [name, String(arg?.type), arg?.defaultValue];
    });
    expect(offered.filter(([, type, given]) => type !== 'Boolean!' || given !== false)).toEqual([]);
  });

  it('returns the records and events that the mutation would create, and stores and publishes nothing', async () => {
    const start = await now(api);
    const answer = await runDry(`mutation {
      createUser(dryRun: true, input: { email: "Dry@Example.com", name: "Dry" }) {
        user { id email name version createdAt roles { name } }
        events { id typeName subject { id } data actor { id } cause { operation channel } }
      }
    }`);
    expect(answer.errors).toEqual([]);
    const { user, events } = answer.data.createUser;
    expect(user).toMatchObject({ email: 'dry@example.com', name: 'Dry', version: 1, roles: [] });
    expect(events).toEqual([
      expect.objectContaining({
        typeName: 'User.Created',
        subject: { id: user.id },
        data: expect.objectContaining({ user: expect.objectContaining({ email: 'dry@example.com' }) }),
        cause: { operation: 'createUser', channel: 'GRAPHQL' },
      }),
    ]);
    expect((await eventsAfter(api, start)).nodes).toEqual([]);
    expect(
      await api.ask('query ($id: ID!, $event: ID!) { user(id: $id) { id } node(id: $event) { id } }', {
        id: user.id,
        event: events[0].id,
      }),
    ).toEqual({
      user: null,
      node: null,
    });
  });

  it('leaves the identifiers that it used available', async () => {
    const create = (dryRun: boolean) =>
      api.call(`mutation { createUser(dryRun: ${dryRun}, input: { username: "twice" }) { user { id } } }`);
    expect((await create(true)).errors).toEqual([]);
    expect((await create(false)).errors).toEqual([]);
    const taken = await create(true);
    expect([codesOf(taken), problemPaths(taken)]).toEqual([['TAKEN'], ['input.username']]);
  });

  it('sees the effects of earlier dry runs in the same document', async () => {
    const userId = await newUser({ name: 'Before' });
    const document = `mutation ($userId: ID!) {
      first: updateUser(dryRun: true, input: { userId: $userId, name: "Between" }) { user { name version } events { typeName } }
      second: setUserSuspended(dryRun: true, expectedVersion: 2, input: { userId: $userId, isSuspended: true }) {
        user { name version isSuspended }
      }
      third: deleteUser(dryRun: true, input: { userId: $userId }) { deletedUserId }
      fourth: updateUser(dryRun: true, input: { userId: $userId, name: "After" }) { user { name } }
    }`;
    const { data, errors } = await runDry(document, { userId });
    expect(data).toEqual({
      first: { user: { name: 'Between', version: 2 }, events: [{ typeName: 'User.Data.Updated' }] },
      second: { user: { name: 'Between', version: 3, isSuspended: true } },
      third: { deletedUserId: userId },
      fourth: null,
    });
    expect(errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([[['fourth'], 'NOT_FOUND']]);
    expect((await api.ask('query ($userId: ID!) { user(id: $userId) { name version } }', { userId })).user).toEqual({
      name: 'Before',
      version: 1,
    });
  });

  it('continues after a refused one, as mutations do', async () => {
    const { data, errors } = await runDry(`mutation {
      a: createUser(dryRun: true, input: { username: "same" }) { user { username } }
      b: createUser(dryRun: true, input: { username: "SAME" }) { user { username } }
      c: createRole(dryRun: true, input: { name: "Still" }) { role { name } }
    }`);
    expect(data).toEqual({ a: { user: { username: 'same' } }, b: null, c: { role: { name: 'Still' } } });
    expect(errors.map(({ path, extensions }) => [path?.[0], extensions.code])).toEqual([['b', 'TAKEN']]);
  });

  it('requires the permissions of the mutation', async () => {
    const document = 'mutation { createUser(dryRun: true, input: {}) { user { id } } }';
    expect(codesOf(await runDry(document, {}, tokenFor(['users:read'])))).toEqual(['FORBIDDEN']);
    expect(codesOf(await api.call(document, {}, null))).toEqual(['UNAUTHENTICATED']);
    expect((await runDry(document, {}, tokenFor(['users:write']))).errors).toEqual([]);
  });

  it('does not use up an idempotency key, and reports a key that is already used', async () => {
    const create = (dryRun: boolean) =>
      api.ask(`mutation { createUser(dryRun: ${dryRun}, idempotencyKey: "dry-and-real", input: {}) { user { id } } }`);
    const dry = (await create(true)).createUser.user.id;
    const real = (await create(false)).createUser.user.id;
    expect(real).not.toBe(dry);
    expect((await create(true)).createUser.user.id).toBe(real);
  });
});

describe('a mutation', () => {
  const create = (dryRun: string) => `createUser(${dryRun} input: { name: "Perhaps" }) { user { name } }`;

  it.each<[string, string, Data]>([
    ['a literal', `mutation { ${create('dryRun: true,')} }`, {}],
    ['a variable', `mutation ($dry: Boolean!) { ${create('dryRun: $dry,')} }`, { dry: true }],
    ['the default value of a variable', `mutation ($dry: Boolean! = true) { ${create('dryRun: $dry,')} }`, {}],
    [
      'a variable that may be left out and is given',
      `mutation ($dry: Boolean) { ${create('dryRun: $dry,')} }`,
      { dry: true },
    ],
    ['a fragment', `mutation { ...F } fragment F on Mutation { ${create('dryRun: true,')} }`, {}],
    ['an inline fragment', `mutation { ... on Mutation { ... { ${create('dryRun: true,')} } } }`, {}],
    [
      'a fragment in a fragment',
      `mutation { ...F } fragment F on Mutation { ...G } fragment G on Mutation { ${create('dryRun: true,')} }`,
      {},
    ],
    ['a literal, beside __typename', `mutation { __typename ${create('dryRun: true,')} }`, {}],
    ['a literal, twice in one place', `mutation { ${create('dryRun: true,')} ${create('dryRun: true,')} }`, {}],
  ])('is a dry run if dryRun is true: %s', async (_, document, variables) => {
    const before = await userCount();
    const { data, errors } = await runDry(document, variables);
    expect([data?.createUser, errors]).toEqual([{ user: { name: 'Perhaps' } }, []]);
    expect(await userCount()).toBe(before);
  });

  it.each<[string, string, Data]>([
    ['nothing', `mutation { ${create('')} }`, {}],
    ['false', `mutation { ${create('dryRun: false,')} }`, {}],
    [
      'a variable that is false, against its default',
      `mutation ($dry: Boolean! = true) { ${create('dryRun: $dry,')} }`,
      { dry: false },
    ],
    ['a variable that is left out', `mutation ($dry: Boolean) { ${create('dryRun: $dry,')} }`, {}],
    [
      'another operation of the document',
      `mutation Real { ${create('')} } mutation Dry { ${create('dryRun: true,')} }`,
      {},
    ],
  ])('is no dry run if the document has %s', async (_, query, variables) => {
    const before = await userCount();
    const body = JSON.stringify({ query, variables, ...(query.includes('Real') && { operationName: 'Real' }) });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${everything}` };
    const { errors } = await api.send({ method: 'POST', headers, body });
    expect([errors, await userCount()]).toEqual([[], before + 1]);
  });

  it.each<[string, string, Data, string[]]>([
    ['null', `mutation { ${create('dryRun: null,')} }`, {}, ['dryRun']],
    ['a text', `mutation ($dry: Boolean!) { ${create('dryRun: $dry,')} }`, { dry: 'true' }, ['dryRun']],
    ['a number', `mutation { ${create('dryRun: 1,')} }`, {}, ['dryRun']],
    ['null in a variable', `mutation ($dry: Boolean!) { ${create('dryRun: $dry,')} }`, { dry: null }, ['dryRun']],
    [
      'null in a variable that may be null',
      `mutation ($dry: Boolean) { ${create('dryRun: $dry,')} }`,
      { dry: null },
      ['dryRun'],
    ],
  ])('is refused and does not run if dryRun is %s', async (_, document, variables, path) => {
    const answer = await runDry(document, variables);
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], path]);
  });

  it.each([
    ['a mutation without the argument', `mutation { a: ${create('dryRun: true,')} b: ${create('')} }`],
    ['a mutation with dryRun: false', `mutation { a: ${create('dryRun: false,')} b: ${create('dryRun: true,')} }`],
    [
      'one in a fragment',
      `mutation { ...F b: ${create('')} } fragment F on Mutation { a: ${create('dryRun: true,')} }`,
    ],
    [
      'one that is skipped',
      `mutation { a: ${create('dryRun: true,')} b: createUser(input: {}) @skip(if: true) { user { id } } }`,
    ],
  ])('cannot be combined with dry runs in one document: %s', async (_, document) => {
    const answer = await runDry(document);
    expect([codesOf(answer), problemPaths(answer), answer.data]).toEqual([['BAD_USER_INPUT'], ['dryRun'], undefined]);
  });

  it('each document of a batch decides by itself whether its mutations are dry runs', async () => {
    const before = await userCount();
    const body = JSON.stringify([
      { query: `mutation { ${create('dryRun: true,')} }` },
      { query: `mutation { ${create('')} }` },
    ]);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${everything}` };
    const { text } = await api.send({ method: 'POST', headers, body });
    expect(JSON.parse(text).map(({ errors }: Answer) => errors)).toEqual([undefined, undefined]);
    expect(await userCount()).toBe(before + 1);
  });

  it('commits while a dry run of another request is rolled back', async () => {
    const before = await userCount();
    const many = (dryRun: string) => Array.from({ length: 5 }, () => api.ask(`mutation { ${create(dryRun)} }`));
    await Promise.all([...many('dryRun: true,'), ...many('')]);
    expect(await userCount()).toBe(before + 5);
  });
});

describe('a dry run requested by other means than the argument', () => {
  const query = 'mutation { createUser(input: { username: "misplaced" }) { user { id } } }';
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${everything}` };

  it.each([
    ['in the query string', '?dryRun=true', {}],
    ['in the query string without a value', '?dryRun', {}],
    ['in the query string beside another parameter', '?name=CreateUser&dryRun=false', {}],
    ['in the body', '', { dryRun: true }],
  ])('is refused, and the mutation does not run: %s', async (_where, address, more) => {
    const before = await stored();
    const answer = await api.send({ method: 'POST', headers, body: JSON.stringify({ query, ...more }) }, address);
    expect([answer.status, codesOf(answer)]).toEqual([400, ['BAD_USER_INPUT']]);
    expect(await stored()).toEqual(before);
  });
});
