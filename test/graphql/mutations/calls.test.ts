import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { exposedOperations } from '../../../src/operations/index.ts';
import { perFile } from '../../support/per-file.ts';
import { codesOf, everything, problemPaths, startApi, tokenFor } from '../api.ts';
import { eventsAfter, now } from '../live/event-log.ts';

const api = perFile(startApi);

const newUser = async (): Promise<string> =>
  (await api.ask('mutation { createUser(input: {}) { user { id } } }')).createUser.user.id;
const userCount = async (): Promise<number> => (await api.ask('{ users { totalCount } }')).users.totalCount;
const exposed = exposedOperations;
const mutations = schema.getMutationType()?.getFields() ?? {};
const argumentOf = (mutation: string, name: string) => mutations[mutation]?.args.find((one) => one.name === name);

describe('the argument expectedVersion', () => {
  const rename = `mutation ($userId: ID!, $name: String!, $version: Int) {
    updateUser(expectedVersion: $version, input: { userId: $userId, name: $name }) { user { name version } events { typeName } }
  }`;

  it('is on exactly the mutations that change one versioned record', () => {
    const wrong = exposed.filter(
      ({ name, record }) => Boolean(argumentOf(name, 'expectedVersion')) !== Boolean(record),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('accepts the current version, which the change then increments', async () => {
    const userId = await newUser();
    const changed = await api.ask(rename, { userId, name: 'One', version: 1 });
    expect(changed.updateUser.user).toEqual({ name: 'One', version: 2 });
    expect((await api.ask(rename, { userId, name: 'Two' })).updateUser.user).toEqual({ name: 'Two', version: 3 });
  });

  it('is not incremented by a call that changes nothing', async () => {
    const userId = await newUser();
    await api.ask(rename, { userId, name: 'Same', version: 1 });
    const again = (await api.ask(rename, { userId, name: 'Same', version: 2 })).updateUser;
    expect(again).toEqual({ user: { name: 'Same', version: 2 }, events: [] });
  });

  it.each([0, 2, -1, 2_147_483_647])(
    'is refused with VERSION_MISMATCH if it is %d instead of the current version',
    async (version) => {
      const userId = await newUser();
      const answer = await api.call(rename, { userId, name: 'Late', version });
      expect([codesOf(answer), problemPaths(answer)]).toEqual([['VERSION_MISMATCH'], ['expectedVersion']]);
      expect(answer.errors[0]).toMatchObject({
        message: 'Not the current version: it is 1.',
        extensions: { currentVersion: 1 },
      });
      expect((await api.ask('query ($userId: ID!) { user(id: $userId) { name } }', { userId })).user.name).toBeNull();
    },
  );

  it('lets one of two concurrent changes of the same version succeed', async () => {
    const userId = await newUser();
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => api.call(rename, { userId, name, version: 1 })),
    );
    expect(answers.map((answer) => codesOf(answer)[0] ?? 'done').sort()).toEqual([
      'VERSION_MISMATCH',
      'VERSION_MISMATCH',
      'VERSION_MISMATCH',
      'done',
    ]);
  });

  it.each(['"1"', '1.5', '2147483648', 'true'])('cannot be %s', async (version) => {
    const document = `mutation { updateUser(expectedVersion: ${version}, input: { userId: "x", name: "y" }) { user { id } } }`;
    const answer = await api.call(document);
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], ['expectedVersion']]);
  });

  it('does not reveal the current version to a caller who cannot change the record', async () => {
    const userId = await newUser();
    const answer = await api.call(rename, { userId, name: 'x', version: 7 }, tokenFor(['users:read']));
    expect(codesOf(answer)).toEqual(['FORBIDDEN']);
  });
});

describe('the argument idempotencyKey', () => {
  const create = `mutation ($key: String, $input: CreateUserInput!) {
    createUser(idempotencyKey: $key, input: $input) { isReplay user { id name } events { id } }
  }`;

  it('is on exactly the mutations whose REST route is a POST', () => {
    const wrong = exposed.filter(
      ({ name, route }) => Boolean(argumentOf(name, 'idempotencyKey')) !== (route?.method === 'POST'),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('makes a repeated call return the first result and its events, without running again', async () => {
    const before = await userCount();
    const start = await now(api);
    const variables = { key: 'once', input: { name: 'Once' } };
    const first = await api.ask(create, variables);
    const again = await Promise.all([1, 2, 3].map(() => api.ask(create, variables)));
    expect(first.createUser.isReplay).toBe(false);
    const repeated = { createUser: { ...first.createUser, isReplay: true } };
    expect(again).toEqual([repeated, repeated, repeated]);
    expect(first.createUser.events).toHaveLength(1);
    expect(await userCount()).toBe(before + 1);
    expect((await eventsAfter(api, start)).nodes).toHaveLength(1);
  });

  it('is refused with a different input or a different operation', async () => {
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

  describe('compares what the client sent', () => {
    const withVariables = `mutation ($key: String, $input: CreateRoleInput!) {
      createRole(idempotencyKey: $key, input: $input) { isReplay role { id } }
    }`;
    const inParts = `mutation ($key: String, $name: String = "Auditor", $more: String) {
      createRole(idempotencyKey: $key, input: { description: $more, name: $name }) { isReplay role { id } }
    }`;
    const literal = `mutation ($key: String) {
      createRole(idempotencyKey: $key, input: { name: "Auditor" }) { isReplay role { id } }
    }`;

    it('the form does not count: literals, variables, their defaults, and the order of members', async () => {
      const first = await api.ask(withVariables, { key: 'form', input: { name: 'Auditor' } });
      const replay = { createRole: { ...first.createRole, isReplay: true } };
      expect(await api.ask(literal, { key: 'form' })).toEqual(replay);
      expect(
        await api.ask(inParts.replace('description: $more, ', '').replace(', $more: String', ''), { key: 'form' }),
      ).toEqual(replay);
      const two = { name: 'Other auditor', description: 'Reads.' };
      const second = await api.ask(withVariables, { key: 'order', input: two });
      const reordered = await api.ask(inParts, { key: 'order', more: 'Reads.', name: 'Other auditor' });
      expect(reordered).toEqual({ createRole: { ...second.createRole, isReplay: true } });
    });

    it('a value that the schema adds does not count, so that a new default changes no comparison', async () => {
      await api.ask(withVariables, { key: 'added', input: { name: 'Added' } });
      const spelled = await api.call(withVariables, { key: 'added', input: { name: 'Added', isDefault: false } });
      expect([codesOf(spelled), problemPaths(spelled)]).toEqual([['BAD_USER_INPUT'], ['idempotencyKey']]);
    });
  });

  it('belongs to its caller: another caller can use the same key', async () => {
    const mine = await api.ask(create, { key: 'ours', input: {} });
    const theirs = await api.ask(
      create,
      { key: 'ours', input: {} },
      tokenFor(['users:write'], 'app_01h455vb4pex5vsknk084sn02q'),
    );
    expect(theirs.createUser.user.id).not.toBe(mine.createUser.user.id);
  });

  it('can be used again after a call that failed', async () => {
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
    expect(problemPaths(answer)).toEqual(['idempotencyKey']);
    expect(await userCount()).toBe(before);
  });

  it('accepts 1 to 255 printable characters', async () => {
    for (const key of ['x', ' ', '~'.repeat(255)]) {
      expect((await api.call(create, { key, input: {} })).errors).toEqual([]);
    }
  });
});

describe('the events in a mutation payload', () => {
  it('are those of the event log, in the same order', async () => {
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

  it('are returned to the caller without events:read', async () => {
    const document = 'mutation { createUser(input: {}) { events { typeName data subject { id } } } }';
    const { createUser } = await api.ask(document, {}, tokenFor(['users:write']));
    expect(createUser.events).toHaveLength(1);
    expect(codesOf(await api.call('{ events { totalCount } }', {}, tokenFor(['users:write'])))).toEqual(['FORBIDDEN']);
  });

  it('never contain the secret that the payload returns', async () => {
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
