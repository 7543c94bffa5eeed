import { describe, expect, it } from 'vitest';
import { perFile } from '../../support/per-file.ts';
import { admin, codesOf, problemPaths, startApi, tokenFor } from '../api.ts';
import { eventsAfter, now } from '../live/event-log.ts';

const api = perFile(startApi);

const createUser =
  'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id email isSuspended } } }';
const newUser = async (input: object = {}): Promise<string> =>
  (await api.ask(createUser, { input })).createUser.user.id;
describe('a mutation', () => {
  it('returns the changed record', async () => {
    const { createUser: created } = await api.ask(createUser, { input: { email: 'Ada@Example.com' } });
    expect(created.user).toEqual({ id: created.user.id, email: 'ada@example.com', isSuspended: false });
    const suspend = `mutation ($id: ID!) {
      setUserSuspended(input: { userId: $id, isSuspended: true }) { user { isSuspended suspendedAt } }
    }`;
    const { setUserSuspended } = await api.ask(suspend, { id: created.user.id });
    expect(setUserSuspended.user).toEqual({ isSuspended: true, suspendedAt: api.kernel.now().toISOString() });
  });

  it('emits its event, which `query { events }` returns with actor, cause and subject', async () => {
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

  it('a mutation that changes nothing succeeds and emits no event', async () => {
    const id = await newUser();
    const before = await now(api);
    await api.ask(
      'mutation ($id: ID!) { setUserSuspended(input: { userId: $id, isSuspended: false }) { user { id } } }',
      { id },
    );
    expect((await eventsAfter(api, before)).nodes).toEqual([]);
  });

  it('runs in document order, each in its own transaction', async () => {
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

  it('leaves omitted fields of an update unchanged, and clears fields that are null', async () => {
    const id = await newUser({ name: 'Ada', username: 'ada.l' });
    const update = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { name username } } }';
    const { updateUser } = await api.ask(update, { input: { userId: id, name: null } });
    expect(updateUser.user).toEqual({ name: null, username: 'ada.l' });
  });

  it('applies the defaults of the schema', async () => {
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

  it('accepts profiles, JSON objects and times, in variables and in the document', async () => {
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

  it('returns the first secret of a new application with its creation, and again to a repeated call', async () => {
    const create = `mutation ($key: String!, $dryRun: Boolean!) {
      createApplication(idempotencyKey: $key, dryRun: $dryRun, input: {
        name: "Usable", type: MACHINE_TO_MACHINE, tokenExchangeAllowed: true, secret: { name: "first" }
      }) {
        secret isReplay application { id tokenExchangeAllowed secrets { name } } events { typeName }
      }
    }`;
    const made = async (key: string, dryRun = false) => (await api.ask(create, { key, dryRun })).createApplication;
    const rehearsed = await made('first secret', true);
    const first = await made('first secret');
    expect(first).toMatchObject({
      secret: expect.any(String),
      application: { tokenExchangeAllowed: true, secrets: [{ name: 'first' }] },
      events: [{ typeName: 'Application.Created' }, { typeName: 'Application.Secrets.Updated' }],
    });
    expect(await made('first secret')).toEqual({ ...first, isReplay: true });
    expect(rehearsed.secret).not.toBe(first.secret);
    expect((await api.ask(`{ application(id: "${rehearsed.application.id}") { id } }`)).application).toBe(null);
  });

  it('returns a new secret once; later reads have its name, prefix and expiry only', async () => {
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

  it('returns the changed record to a caller who can change it, and no related records', async () => {
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

  it('returns the record as the change left it, or null if further fields are selected and it was deleted meanwhile', async () => {
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

describe('a refused mutation', () => {
  it('names each invalid field by its path below "input"', async () => {
    const answer = await api.call(createUser, {
      input: { email: 'not an address', phone: '12', profile: { birthdate: 'yesterday' } },
    });
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
    expect(problemPaths(answer).sort()).toEqual(['input.email', 'input.phone', 'input.profile.birthdate']);
    expect(answer.errors[0]?.path).toEqual(['createUser']);
    expect(answer.data).toEqual({ createUser: null });
  });

  it('is NOT_FOUND for an id that does not exist, is of another kind or is malformed', async () => {
    const update = 'mutation ($id: ID!) { updateUser(input: { userId: $id, name: "x" }) { user { id } } }';
    for (const id of ['user_00000000000000000000000000', 'role_01h455vb4pex5vsknk084sn02q', 'unknown']) {
      const answer = await api.call(update, { id });
      expect([codesOf(answer), problemPaths(answer)]).toEqual([['NOT_FOUND'], ['input.userId']]);
    }
  });

  it('is TAKEN for a taken identifier in any spelling, and changes nothing', async () => {
    await newUser({ email: 'taken@example.com' });
    const before = await now(api);
    const answer = await api.call(createUser, { input: { email: 'TAKEN@example.com' } });
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['TAKEN'], ['input.email']]);
    expect((await eventsAfter(api, before)).nodes).toEqual([]);
  });

  it('is FORBIDDEN without the permission, before the input is validated', async () => {
    const answer = await api.call(createUser, { input: { email: 'bad' } }, tokenFor(['users:read']));
    expect(codesOf(answer)).toEqual(['FORBIDDEN']);
    expect(answer.errors[0]?.message).toContain('users:write');
  });

  it('is UNAUTHENTICATED without a token', async () => {
    const answer = await api.call(createUser, { input: {} }, null);
    expect([codesOf(answer), answer.data]).toEqual([['UNAUTHENTICATED'], { createUser: null }]);
  });

  it.each([
    ['unknown field', { nickname: 'x' }, 'input.nickname'],
    ['wrong type', { name: 5 }, 'input.name'],
    ['list for a text', { name: ['x'] }, 'input.name'],
    ['text for an object', { profile: 'x' }, 'input.profile'],
    ['null for a field with a default', { profile: null }, 'input.profile'],
    ['text for a JSON object', { customData: 'x' }, 'input.customData'],
    ['list for a JSON object', { customData: [] }, 'input.customData'],
    ['unknown field further in', { profile: { address: { planet: 'Mars' } } }, 'input.profile.address.planet'],
  ])('names the path of a variable of the wrong type: %s', async (_, input, path) => {
    const answer = await api.call(createUser, { input });
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
    expect(problemPaths(answer)).toEqual([path]);
    expect(answer.text).not.toContain('Did you mean');
  });

  it('names the path of an invalid time or enum value in the variables', async () => {
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

  it('names a missing variable', async () => {
    const answer = await api.call(createUser, {});
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], ['input']]);
  });

  it('does not run if its result would exceed the cost limit', async () => {
    const before = await now(api);
    const roles = 'roles { users(first: 100) { nodes { roles { users(first: 100) { nodes { roles { name } } } } } } }';
    const answer = await api.call(`mutation { createUser(input: { name: "Never" }) { user { ${roles} } } }`);
    expect(codesOf(answer)).toEqual(['TOO_COMPLEX']);
    expect((await eventsAfter(api, before)).nodes).toEqual([]);
  });
});
