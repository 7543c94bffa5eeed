import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, type Api, codesOf, problemPaths, startApi, tokenFor } from './api.ts';
import { eventsAfter, now } from './event-log.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const createUser =
  'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id email isSuspended } } }';
const newUser = async (input: object = {}): Promise<string> =>
  (await api.ask(createUser, { input })).createUser.user.id;
describe('a mutation', () => {
  it('answers with the record it changed, as it is now', async () => {
    const { createUser: created } = await api.ask(createUser, { input: { email: 'Ada@Example.com' } });
    expect(created.user).toEqual({ id: created.user.id, email: 'ada@example.com', isSuspended: false });
    const suspend = `mutation ($id: ID!) {
      setUserSuspended(input: { userId: $id, isSuspended: true }) { user { isSuspended suspendedAt } }
    }`;
    const { setUserSuspended } = await api.ask(suspend, { id: created.user.id });
    expect(setUserSuspended.user).toEqual({ isSuspended: true, suspendedAt: api.kernel.now().toISOString() });
  });

  it('emits its event, which query { events } tells with actor, cause and subject', async () => {
    const before = await now(api);
    const call = await api.call(createUser, { input: { name: 'Grace' } });
    const { id } = call.data.createUser.user;
    const { nodes } = await eventsAfter(api, before);
    expect(nodes).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'USER_CREATED',
        typeName: 'User.Created',
        timestamp: api.kernel.now().toISOString(),
        data: { user: expect.objectContaining({ id, name: 'Grace' }), roleIds: [] },
        actor: { kind: 'USER', id: admin },
        cause: { operation: 'createUser', requestId: call.headers.get('x-request-id'), channel: 'GRAPHQL' },
        subject: { kind: 'USER', id },
      },
    ]);
  });

  it('that changes nothing succeeds and emits nothing', async () => {
    const id = await newUser();
    const before = await now(api);
    await api.ask(
      'mutation ($id: ID!) { setUserSuspended(input: { userId: $id, isSuspended: false }) { user { id } } }',
      { id },
    );
    expect((await eventsAfter(api, before)).nodes).toEqual([]);
  });

  it('runs in the order of the document, each in its own transaction', async () => {
    const id = await newUser();
    const before = await now(api);
    const { errors } = await api.call(
      `mutation ($id: ID!) {
        first: updateUser(input: { userId: $id, name: "One" }) { user { name } }
        broken: updateUser(input: { userId: "user_00000000000000000000000000", name: "Two" }) { user { name } }
        last: updateUser(input: { userId: $id, name: "Three" }) { user { name } }
      }`,
      { id },
    );
    expect(errors.map(({ path }) => path)).toEqual([['broken']]);
    const { nodes } = await eventsAfter(api, before);
    expect(nodes.map((event: { data: { user: { name: string } } }) => event.data.user.name)).toEqual(['One', 'Three']);
  });

  it('takes what is left out of an update as unchanged and null as removed', async () => {
    const id = await newUser({ name: 'Ada', username: 'ada.l' });
    const update = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { name username } } }';
    const { updateUser } = await api.ask(update, { input: { userId: id, name: null } });
    expect(updateUser.user).toEqual({ name: null, username: 'ada.l' });
  });

  it('fills in the defaults that the schema shows', async () => {
    const create = `mutation { createApplication(input: { name: "Service", type: MACHINE_TO_MACHINE }) {
      application { type isThirdParty tokenExchangeAllowed pkceRequired redirectUris jwks isSuspended }
    } }`;
    expect((await api.ask(create)).createApplication.application).toEqual({
      type: 'MACHINE_TO_MACHINE',
      isThirdParty: false,
      tokenExchangeAllowed: false,
      pkceRequired: true,
      redirectUris: [],
      jwks: null,
      isSuspended: false,
    });
  });

  it('reads profiles, JSON objects and times, in variables as in the document', async () => {
    const customData = { plan: 'gold', nested: { list: [1, 2.5, null, true, 'x'] } };
    const profile = { givenName: 'Ada', address: { country: 'GB' } };
    const fields = 'user { customData profile { givenName familyName address { country locality } } }';
    const byVariables = await api.ask(
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { ${fields} } }`,
      {
        input: { customData, profile },
      },
    );
    const inDocument = await api.ask(`mutation { createUser(input: {
      customData: { plan: "gold", nested: { list: [1, 2.5, null, true, "x"] } },
      profile: { givenName: "Ada", address: { country: "GB" } }
    }) { ${fields} } }`);
    const user = {
      customData,
      profile: { givenName: 'Ada', familyName: null, address: { country: 'GB', locality: null } },
    };
    expect(byVariables.createUser.user).toEqual(user);
    expect(inDocument.createUser.user).toEqual(user);
  });

  it('tells a new secret once: later it has a name, a prefix and an expiry', async () => {
    const create = 'mutation { createApplication(input: { name: "S", type: TRADITIONAL_WEB }) { application { id } } }';
    const { id } = (await api.ask(create)).createApplication.application;
    const add = `mutation ($id: ID!, $expiresAt: DateTime) {
      addApplicationSecret(input: { applicationId: $id, name: "first", expiresAt: $expiresAt }) {
        secret applicationSecret { id name prefix expiresAt application { id } }
      }
    }`;
    const { secret, applicationSecret } = (await api.ask(add, { id, expiresAt: '2027-01-01T01:00:00+01:00' }))
      .addApplicationSecret;
    expect(secret.startsWith(applicationSecret.prefix)).toBe(true);
    expect(applicationSecret).toMatchObject({
      name: 'first',
      expiresAt: '2027-01-01T00:00:00.000Z',
      application: { id },
    });
    const everythingElse = await api.call(
      `query ($id: ID!) { application(id: $id) { secrets { id name prefix expiresAt createdAt } }
        events(last: 5) { nodes { data } } }`,
      { id },
    );
    expect(everythingElse.data.application.secrets).toHaveLength(1);
    expect(everythingElse.text).not.toContain(secret);
  });

  it('shows what it changed to whoever may change it, and no more than that', async () => {
    const writer = tokenFor(['users:write']);
    const { createUser: created } = await api.ask(createUser, { input: { email: 'w@example.com' } }, writer);
    expect(created.user.email).toBe('w@example.com');
    const further = await api.call(
      'mutation { createUser(input: {}) { user { id roles { name } organizations { totalCount } } } }',
      {},
      writer,
    );
    expect(further.data.createUser.user).toMatchObject({ roles: null, organizations: null });
    expect(codesOf(further)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    const later = await api.call('query ($id: ID!) { user(id: $id) { email } }', { id: created.user.id }, writer);
    expect(later.data.user).toBeNull();
  });

  it('answers with the record as the change left it, or null when more is asked for and it is gone by then', async () => {
    await using hasty = await startApi(({ execute, database }) => ({
      execute: async (...call) => {
        const output = await execute(...call);
        await database.prisma.user.deleteMany();
        return output;
      },
    }));
    const input = { email: 'ada@example.com' };
    expect((await hasty.ask(createUser, { input })).createUser.user).toMatchObject({ ...input, isSuspended: false });
    const more = createUser.replace('isSuspended', 'roles { name }');
    expect((await hasty.ask(more, { input })).createUser).toEqual({ user: null });
  });
});

describe('a mutation that is refused', () => {
  it('names each bad field by its path below "input"', async () => {
    const answer = await api.call(createUser, {
      input: { email: 'not an address', phone: '12', profile: { birthdate: 'yesterday' } },
    });
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
    expect(problemPaths(answer).sort()).toEqual(['input.email', 'input.phone', 'input.profile.birthdate']);
    expect(answer.errors[0]?.path).toEqual(['createUser']);
    expect(answer.data).toEqual({ createUser: null });
  });

  it('says NOT_FOUND of an id that names nothing, is of another kind or is none', async () => {
    const update = 'mutation ($id: ID!) { updateUser(input: { userId: $id, name: "x" }) { user { id } } }';
    for (const id of ['user_00000000000000000000000000', 'role_01h455vb4pex5vsknk084sn02q', 'nobody']) {
      const answer = await api.call(update, { id });
      expect([codesOf(answer), problemPaths(answer)]).toEqual([['NOT_FOUND'], ['input.userId']]);
    }
  });

  it('says CONFLICT of what is taken, in whatever spelling, and changes nothing', async () => {
    await newUser({ email: 'taken@example.com' });
    const before = await now(api);
    const answer = await api.call(createUser, { input: { email: 'TAKEN@example.com' } });
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['CONFLICT'], ['input.email']]);
    expect((await eventsAfter(api, before)).nodes).toEqual([]);
  });

  it('says FORBIDDEN without the permission, before it looks at the input', async () => {
    const answer = await api.call(createUser, { input: { email: 'bad' } }, tokenFor(['users:read']));
    expect(codesOf(answer)).toEqual(['FORBIDDEN']);
    expect(answer.errors[0]?.message).toContain('users:write');
  });

  it('says UNAUTHENTICATED without a token', async () => {
    const answer = await api.call(createUser, { input: {} }, null);
    expect([codesOf(answer), answer.data]).toEqual([['UNAUTHENTICATED'], { createUser: null }]);
  });

  it.each([
    ['unknown field', { nickname: 'x' }, 'input'],
    ['wrong type', { name: 5 }, 'input.name'],
    ['list for a text', { name: ['x'] }, 'input.name'],
    ['text for an object', { profile: 'x' }, 'input.profile'],
    ['null where a default stands', { profile: null }, 'input.profile'],
    ['text for a JSON object', { customData: 'x' }, 'input.customData'],
    ['list for a JSON object', { customData: [] }, 'input.customData'],
    ['unknown field further in', { profile: { address: { planet: 'Mars' } } }, 'input.profile.address'],
  ])('says where variables do not fit their type: %s', async (_, input, path) => {
    const answer = await api.call(createUser, { input });
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
    expect(problemPaths(answer)).toEqual([path]);
    expect(answer.text).not.toContain('Did you mean');
  });

  it('says where a time or an enum value in the variables is none', async () => {
    const add = 'mutation ($input: AddApplicationSecretInput!) { addApplicationSecret(input: $input) { secret } }';
    for (const expiresAt of ['tomorrow', '2026-02-30T00:00:00Z', 5, '2026-01-01']) {
      const answer = await api.call(add, { input: { applicationId: 'app_x', name: 'n', expiresAt } });
      expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], ['input.expiresAt']]);
    }
    const create =
      'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }';
    const answer = await api.call(create, { input: { name: 'n', type: 'TOASTER' } });
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], ['input.type']]);
  });

  it('says of a missing variable that it is missing', async () => {
    const answer = await api.call(createUser, {});
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], ['input']]);
  });

  it('is refused before it runs when its answer would be too large', async () => {
    const before = await now(api);
    const roles = 'roles { users(first: 100) { nodes { roles { users(first: 100) { nodes { roles { name } } } } } } }';
    const answer = await api.call(`mutation { createUser(input: { name: "Never" }) { user { ${roles} } } }`);
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
    expect((await eventsAfter(api, before)).nodes).toEqual([]);
  });
});
