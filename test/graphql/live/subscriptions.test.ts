import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../src/domain/failure.ts';
import { eventTypes } from '../../../src/vocabulary/events.ts';
import { type Api, type Data, startApi, tokenFor } from '../api.ts';
import { type LiveClient, openLiveClient } from '../../support/browsers/live-client.ts';
import { until } from '../../support/until.ts';

/** Tokens that are no longer accepted. */
const revoked = new Set<string>();
const lives = new Map<string, Date>();
/** Tokens that have lost every permission. */
const emptied = new Set<string>();

let api: Api;
beforeAll(async () => {
  api = await startApi((kernel, authenticate) => ({
    authenticate: async (header) => {
      if (revoked.has(header ?? '')) throw new Failure('UNAUTHENTICATED', 'The access token is revoked.');
      const actor = await authenticate(header);
      const expiresAt = lives.get(header ?? '') ?? new Date(kernel.now().getTime() + 3_600_000);
      return { ...actor, expiresAt, ...(emptied.has(header ?? '') && { permissions: new Set() }) };
    },
  }));
});
afterAll(() => api[Symbol.asyncDispose]());

const consoles: LiveClient[] = [];
afterEach(() => Promise.all(consoles.splice(0).map(async ({ client }) => client.dispose())));
function open(token?: string | null): LiveClient {
  const opened = openLiveClient(api, token);
  consoles.push(opened);
  return opened;
}

const events = `subscription ($after: String, $types: [EventType!], $subjectId: ID, $excludeActorId: ID) {
  events(after: $after, types: $types, subjectId: $subjectId, excludeActorId: $excludeActorId) {
    __typename
    ... on CaughtUp { cursor }
    ... on EventMessage {
      cursor
      event { __typename id typeName data subject { id } ... on UserCreatedEvent { user { id name } roleIds } }
    }
  }
}`;
const create = async (name: string): Promise<string> =>
  (await api.ask('mutation ($name: String) { createUser(input: { name: $name }) { user { id } } }', { name }))
    .createUser.user.id;
const names = (messages: Data[]) =>
  messages.filter(({ events: { event } }) => event).map(({ events: { event } }) => event.user?.name ?? event.typeName);
const cursors = (messages: Data[]): string[] => messages.map(({ events: { cursor } }) => cursor);

describe('subscription { events }', () => {
  it('reports that it has caught up, then sends new events, each with the fields of its type', async () => {
    const watch = open().watch(events);
    await watch.until(1);
    expect(watch.messages[0].events.__typename).toBe('CaughtUp');
    const id = await create('Ada');
    await watch.until(2);
    expect(watch.messages[1].events.event).toMatchObject({
      __typename: 'UserCreatedEvent',
      typeName: 'User.Created',
      subject: { id },
      user: { id, name: 'Ada' },
      roleIds: [],
    });
  });

  it('resumes after a cursor: stored events first, then new ones, without gaps or repetitions', async () => {
    const first = open().watch(events);
    await first.until(1);
    await create('One');
    await first.until(2);
    first.stop();
    await create('Two');
    await create('Three');
    const second = open().watch(events, { after: cursors(first.messages).at(-1) });
    await second.until(3);
    await create('Four');
    await second.until(4);
    expect(names(second.messages)).toEqual(['Two', 'Three', 'Four']);
    expect(second.messages.map((message) => message.events.__typename)).toEqual([
      'EventMessage',
      'EventMessage',
      'CaughtUp',
      'EventMessage',
    ]);
  });

  it('accepts the cursors of `query { events }`, and the reverse', async () => {
    await create('Known');
    const { events: page } = await api.ask('{ events(last: 1) { pageInfo { endCursor } } }');
    const watch = open().watch(events, { after: page.pageInfo.endCursor });
    await watch.until(1);
    await create('New');
    await watch.until(2);
    expect(names(watch.messages)).toEqual(['New']);
    const query = 'query ($after: String) { events(after: $after) { nodes { typeName } } }';
    expect((await api.ask(query, { after: cursors(watch.messages)[0] })).events.nodes).toEqual([
      { typeName: 'User.Created' },
    ]);
  });

  it('accepts the cursors of other sort orders and of REST', async () => {
    await create('Known');
    const newestFirst =
      '{ events(first: 1, orderBy: { field: POSITION, direction: DESC }) { pageInfo { startCursor } } }';
    const { startCursor } = (await api.ask(newestFirst)).events.pageInfo;
    const oldestFirst =
      '{ events(last: 1, orderBy: { field: POSITION, direction: ASC }) { pageInfo { startCursor } } }';
    const again = (await api.ask(oldestFirst)).events.pageInfo.startCursor;
    const plain = (await api.ask('{ events(last: 1) { pageInfo { endCursor } } }')).events.pageInfo.endCursor;
    const watches = [startCursor, again, `events.${plain}`].map((after) => open().watch(events, { after }));
    await Promise.all(watches.map((watch) => watch.until(1)));
    await create('New');
    await Promise.all(watches.map((watch) => watch.until(2)));
    expect(watches.map(({ messages }) => names(messages))).toEqual([['New'], ['New'], ['New']]);
  });

  it('sends only matching events: by type, by subject, and without those of the caller', async () => {
    const id = await create('Subject');
    const byType = open().watch(events, { types: ['USER_DELETED'] });
    const bySubject = open().watch(events, { subjectId: id });
    const notOurs = open().watch(events, { excludeActorId: 'user_01h455vb4pex5vsknk084sn02q' });
    await Promise.all([byType, bySubject, notOurs].map((watch) => watch.until(1)));
    await create('Other');
    await api.ask('mutation ($id: ID!) { deleteUser(input: { userId: $id }) { deletedUserId } }', { id });
    await Promise.all([byType.until(2), bySubject.until(2)]);
    const other = tokenFor(['users:write'], 'app_01h455vb4pex5vsknk084sn02q');
    await api.ask('mutation { createUser(input: { name: "By another" }) { user { id } } }', {}, other);
    await notOurs.until(2);
    expect(names(byType.messages)).toEqual(['User.Deleted']);
    expect(names(bySubject.messages)).toEqual(['User.Deleted']);
    expect(names(notOurs.messages)).toEqual(['By another']);
  });

  it('sends only events that meet all conditions, which are those of the list', async () => {
    const watch = open().watch(`subscription { events(
      families: [MUTATION], subjectKinds: [ROLE, USER], actorKinds: [USER], channels: [GRAPHQL], operation: "createRole"
    ) { ... on EventMessage { event { typeName ... on RoleCreatedEvent { role { name } } } } } }`);
    await watch.until(1);
    await create('Not a role');
    const role = 'mutation ($name: String!) { createRole(input: { name: $name }) { role { id } } }';
    await api.ask(role, { name: 'By an application' }, tokenFor(['roles:write'], 'app_01h455vb4pex5vsknk084sn02q'));
    await api.ask(role, { name: 'By a user' });
    await watch.until(2);
    expect(watch.messages[1].events.event).toEqual({ typeName: 'Role.Created', role: { name: 'By a user' } });
  });

  it('refuses an invalid cursor with INVALID_CURSOR, which ends that subscription only', async () => {
    const opened = open();
    const wrong = opened.watch(events, { after: 'nonsense' });
    await wrong.end();
    expect(wrong.messages[0].errors[0].extensions).toMatchObject({
      code: 'INVALID_CURSOR',
      problems: [{ path: ['after'] }],
    });
    const right = opened.watch(events);
    await right.until(1);
    expect(opened.closed).toEqual([]);
  });

  it('ends with an error if events after the cursor have been pruned', async () => {
    // There are no other subscribers here, so the log is read and no buffer.
    await using quiet = await startApi();
    const page = async () => (await quiet.ask('{ events(last: 1) { pageInfo { endCursor } } }')).events.pageInfo;
    const createQuietly = (name: string) =>
      quiet.ask('mutation ($name: String) { createUser(input: { name: $name }) { user { id } } }', { name });
    await createQuietly('Known');
    const { endCursor } = await page();
    await createQuietly('Removed');
    await createQuietly('Kept');
    await page();
    await quiet.kernel.database.pool.query("DELETE FROM events WHERE data->'user'->>'name' = 'Removed'");
    const opened = openLiveClient(quiet);
    const watch = opened.watch(events, { after: endCursor });
    await watch.end();
    expect(watch.messages.map((message) => message.events.__typename)).toEqual(['CursorExpired']);
    await opened.client.dispose();
  });

  it('has an object type for every event type', async () => {
    const { __schema } = await api.ask('{ __schema { types { name interfaces { name } } } }');
    const live = __schema.types.filter((type: Data) => type.interfaces?.some(({ name }: Data) => name === 'Event'));
    expect(live.map(({ name }: Data) => name).sort()).toEqual(
      eventTypes.map((type) => `${type.replaceAll('.', '')}Event`).sort(),
    );
  });
});

describe('userChanged and organizationChanged', () => {
  it('send the events of one user, and of one organization with its members', async () => {
    const id = await create('Watched');
    const { createOrganization } = await api.ask(
      'mutation { createOrganization(input: { name: "Acme" }) { organization { id } } }',
    );
    const organization = createOrganization.organization.id;
    const message = '{ __typename ... on EventMessage { event { typeName } } }';
    const user = open().watch(`subscription ($id: ID!) { userChanged(id: $id) ${message} }`, { id });
    const members = open().watch(`subscription ($id: ID!) { organizationChanged(id: $id) ${message} }`, {
      id: organization,
    });
    await Promise.all([user.until(1), members.until(1)]);
    await api.ask(
      'mutation ($id: ID!, $o: ID!) { addOrganizationMembers(input: { organizationId: $o, userIds: [$id] }) { organization { id } } }',
      { id, o: organization },
    );
    await api.ask('mutation ($id: ID!) { updateUser(input: { userId: $id, name: "New" }) { user { id } } }', { id });
    await Promise.all([user.until(2), members.until(2)]);
    expect(user.messages[1].userChanged.event.typeName).toBe('User.Data.Updated');
    expect(members.messages[1].organizationChanged.event.typeName).toBe('Organization.Membership.Updated');
  });

  it('refuse an id that is not one of a user, or of an organization', async () => {
    const fields = { userChanged: 'org_01h455vb4pex5vsknk084sn02q', organizationChanged: 'nonsense' };
    for (const [field, id] of Object.entries(fields)) {
      const watch = open().watch(`subscription ($id: ID!) { ${field}(id: $id) { __typename } }`, { id });
      await watch.end();
      expect(watch.messages[0].errors[0].extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        problems: [{ path: ['id'] }],
      });
    }
  });
});

describe('a subscription', () => {
  it('requires an accepted token, or the socket is closed with 4403', async () => {
    const opened = open(null);
    opened.watch(events);
    await until(() => opened.closed.length > 0);
    expect(opened.closed[0]?.code).toBe(4403);
  });

  it('requires events:read, or is refused with FORBIDDEN', async () => {
    const watch = open(tokenFor(['users:read'])).watch(events);
    await watch.end();
    expect(watch.messages[0].errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('lasts until the token expires, and the socket is then closed with 4403', async () => {
    const token = tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02r');
    const life = 1_234_567;
    lives.set(`Bearer ${token}`, new Date(api.kernel.now().getTime() + life));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const opened = open(token);
    await opened.watch(events).until(1);
    const expire = timers.mock.calls.find(([, after]) => after === life)?.[0] as () => void;
    timers.mockRestore();
    expect(opened.closed).toEqual([]);
    expire();
    await until(() => opened.closed.length > 0);
    expect(opened.closed[0]).toMatchObject({ code: 4403, reason: 'The access token has expired.' });
  });

  it('lasts until the token is no longer accepted, which is checked when a user is suspended or loses a role', async () => {
    const token = tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02s');
    const opened = open(token);
    await opened.watch(events).until(1);
    revoked.add(`Bearer ${token}`);
    await create('A change that may concern anybody');
    await until(() => opened.closed.length > 0);
    expect(opened.closed[0]).toMatchObject({ code: 4403, reason: 'The access token is revoked.' });
  });
});

describe('a subscriber that loses events:read', () => {
  it('is closed with 4403, whatever other permissions the token has', async () => {
    const token = tokenFor(['events:read', 'users:write'], 'user_01h455vb4pex5vsknk084sn02t');
    const opened = open(token);
    await opened.watch(events).until(1);
    emptied.add(`Bearer ${token}`);
    await create('A change that may concern anybody');
    await until(() => opened.closed.length > 0);
    expect(opened.closed[0]).toMatchObject({ code: 4403, reason: expect.stringContaining('events:read') });
  });

  it('keeps a socket without active subscriptions', async () => {
    const token = tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02v');
    const opened = open(token);
    const [one, other] = [opened.watch(events), opened.watch('subscription { wrong }')];
    await Promise.all([one.until(1), other.end()]);
    one.stop();
    // The complete message is sent before this query.
    const query = opened.watch('{ viewer { id } }');
    await query.end();
    emptied.add(`Bearer ${token}`);
    await create('Another change that may concern anybody');
    const stays = opened.watch('{ viewer { id } }');
    await stays.end();
    expect([stays.messages, opened.closed]).toEqual([[{ viewer: { id: 'user_01h455vb4pex5vsknk084sn02v' } }], []]);
  });
});
