import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.ts';
import { exposedOperations } from '../../src/operations/index.ts';
import { type Api, codesOf, everything, problemPaths, startApi, tokenFor } from './api.ts';
import { eventsAfter, now } from './event-log.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const newUser = async (): Promise<string> =>
  (await api.ask('mutation { createUser(input: {}) { user { id } } }')).createUser.user.id;
const userCount = async (): Promise<number> => (await api.ask('{ users { totalCount } }')).users.totalCount;
const exposed = exposedOperations;
const mutations = schema.getMutationType()?.getFields() ?? {};
const argumentOf = (mutation: string, name: string) => mutations[mutation]?.args.find((one) => one.name === name);

describe('the version that a mutation expects', () => {
  const rename = `mutation ($userId: ID!, $name: String!, $version: Int) {
    updateUser(expectedVersion: $version, input: { userId: $userId, name: $name }) { user { name version } events { typeName } }
  }`;

  it('is an argument of exactly the mutations that change one record with a version', () => {
    const wrong = exposed.filter(
      ({ name, subject }) => Boolean(argumentOf(name, 'expectedVersion')) !== Boolean(subject),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('lets the change through that was made of that version, and counts it', async () => {
    const userId = await newUser();
    const changed = await api.ask(rename, { userId, name: 'One', version: 1 });
    expect(changed.updateUser.user).toEqual({ name: 'One', version: 2 });
    expect((await api.ask(rename, { userId, name: 'Two' })).updateUser.user).toEqual({ name: 'Two', version: 3 });
  });

  it('is not counted by a call that changes nothing', async () => {
    const userId = await newUser();
    await api.ask(rename, { userId, name: 'Same', version: 1 });
    const again = (await api.ask(rename, { userId, name: 'Same', version: 2 })).updateUser;
    expect(again).toEqual({ user: { name: 'Same', version: 2 }, events: [] });
  });

  it.each([0, 2, -1, 2_147_483_647])('refuses the change of a record that has another one than %d', async (version) => {
    const userId = await newUser();
    const answer = await api.call(rename, { userId, name: 'Late', version });
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['CONFLICT'], ['expectedVersion']]);
    expect(answer.errors[0]?.message).toContain('its version is 1');
    expect((await api.ask('query ($userId: ID!) { user(id: $userId) { name } }', { userId })).user.name).toBeNull();
  });

  it('lets one of two changes through that were made of the same version at once', async () => {
    const userId = await newUser();
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => api.call(rename, { userId, name, version: 1 })),
    );
    expect(answers.map((answer) => codesOf(answer)[0] ?? 'done').sort()).toEqual([
      'CONFLICT',
      'CONFLICT',
      'CONFLICT',
      'done',
    ]);
  });

  it.each(['"1"', '1.5', '2147483648', 'true'])('cannot be %s', async (version) => {
    const document = `mutation { updateUser(expectedVersion: ${version}, input: { userId: "x", name: "y" }) { user { id } } }`;
    const answer = await api.call(document);
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], ['expectedVersion']]);
  });

  it('tells nobody who may not change the record which one it has', async () => {
    const userId = await newUser();
    const answer = await api.call(rename, { userId, name: 'x', version: 7 }, tokenFor(['users:read']));
    expect(codesOf(answer)).toEqual(['FORBIDDEN']);
  });
});

describe('the idempotency key of a mutation', () => {
  const create = `mutation ($key: String, $input: CreateUserInput!) {
    createUser(idempotencyKey: $key, input: $input) { user { id name } events { id } }
  }`;

  it('is an argument of exactly the mutations whose REST route is a POST', () => {
    const wrong = exposed.filter(
      ({ name, route }) => Boolean(argumentOf(name, 'idempotencyKey')) !== (route?.method === 'POST'),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('makes a repeated call answer the same, with the same events, and do nothing', async () => {
    const before = await userCount();
    const start = await now(api);
    const variables = { key: 'once', input: { name: 'Once' } };
    const first = await api.ask(create, variables);
    const again = await Promise.all([1, 2, 3].map(() => api.ask(create, variables)));
    expect(again).toEqual([first, first, first]);
    expect(first.createUser.events).toHaveLength(1);
    expect(await userCount()).toBe(before + 1);
    expect((await eventsAfter(api, start)).nodes).toHaveLength(1);
  });

  it('is refused for another input or another operation, and nothing is done', async () => {
    await api.ask(create, { key: 'used', input: { name: 'First' } });
    const before = await userCount();
    const other = await api.call(create, { key: 'used', input: { name: 'Second' } });
    expect([codesOf(other), problemPaths(other)]).toEqual([['BAD_USER_INPUT'], ['idempotencyKey']]);
    const role = await api.call(
      'mutation { createRole(idempotencyKey: "used", input: { name: "R" }) { role { id } } }',
    );
    expect([codesOf(role), problemPaths(role)]).toEqual([['BAD_USER_INPUT'], ['idempotencyKey']]);
    expect(await userCount()).toBe(before);
  });

  it('is its caller’s own: another one may use the same', async () => {
    const mine = await api.ask(create, { key: 'ours', input: {} });
    const theirs = await api.ask(
      create,
      { key: 'ours', input: {} },
      tokenFor(['users:write'], 'app_01h455vb4pex5vsknk084sn02q'),
    );
    expect(theirs.createUser.user.id).not.toBe(mine.createUser.user.id);
  });

  it('may be tried again after a call that failed', async () => {
    const refused = await api.call(create, { key: 'retry', input: { email: 'bad' } });
    expect(codesOf(refused)).toEqual(['BAD_USER_INPUT']);
    expect((await api.ask(create, { key: 'retry', input: { name: 'Good' } })).createUser.user.name).toBe('Good');
  });

  it.each([
    ['an empty text', ''],
    ['more than 255 characters', 'x'.repeat(256)],
    ['a line break', 'a\nb'],
    ['another script', 'ключ'],
    ['U+0000', 'a\0'],
  ])('cannot be %s', async (_, key) => {
    const before = await userCount();
    const answer = await api.call(create, { key, input: {} });
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
    expect(problemPaths(answer)).toEqual([key.includes('\0') ? 'key' : 'idempotencyKey']);
    expect(await userCount()).toBe(before);
  });

  it('of any of 1 to 255 printable characters is taken', async () => {
    for (const key of ['x', ' ', '~'.repeat(255)]) {
      expect((await api.call(create, { key, input: {} })).errors).toEqual([]);
    }
  });
});

describe('the events in the answer to a mutation', () => {
  it('are those that the log then holds, in their order', async () => {
    const start = await now(api);
    const role = (
      await api.ask('mutation { createRole(input: { name: "Reader", isDefault: true }) { role { id } events { id } } }')
    ).createRole;
    const created = (
      await api.ask('mutation { createUser(input: {}) { user { id roles { id } } events { id typeName } } }')
    ).createUser;
    expect(created.user.roles).toEqual([{ id: role.role.id }]);
    const logged = (await eventsAfter(api, start)).nodes.map(({ id }: { id: string }) => id);
    expect(logged).toEqual([...role.events, ...created.events].map(({ id }: { id: string }) => id));
  });

  it('are shown to who made them, without the permission to read the log', async () => {
    const document = 'mutation { createUser(input: {}) { events { typeName data subject { id } } } }';
    const { createUser } = await api.ask(document, {}, tokenFor(['users:write']));
    expect(createUser.events).toHaveLength(1);
    expect(codesOf(await api.call('{ events { totalCount } }', {}, tokenFor(['users:write'])))).toEqual(['FORBIDDEN']);
  });

  it('never hold a secret that the answer tells', async () => {
    const { application } = (
      await api.ask(
        'mutation { createApplication(input: { name: "App", type: MACHINE_TO_MACHINE }) { application { id } } }',
      )
    ).createApplication;
    const add = `mutation ($id: ID!) {
      addApplicationSecret(input: { applicationId: $id, name: "first" }) { secret events { data } }
    }`;
    const added = (await api.ask(add, { id: application.id }, everything)).addApplicationSecret;
    expect(added.secret.length).toBeGreaterThan(40);
    expect(JSON.stringify(added.events)).not.toContain(added.secret.slice(8));
  });
});
