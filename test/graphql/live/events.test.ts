import { describe, expect, it } from 'vitest';
import { perFile } from '../../support/per-file.ts';
import { startApi, tokenFor } from '../api.ts';
import { eventsAfter, now } from './event-log.ts';

const api = perFile(startApi);

const createUser =
  'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id email isSuspended } } }';
const newUser = async (input: object = {}): Promise<string> =>
  (await api.ask(createUser, { input })).createUser.user.id;
describe('the event log', () => {
  it('has no cursor while it is empty, and a reader who starts there receives every event', async () => {
    await using empty = await startApi();
    const start = await now(empty);
    expect(start).toBeNull();
    await empty.ask(createUser, { input: {} });
    expect((await eventsAfter(empty, start)).nodes).toHaveLength(1);
  });

  it('is in commit order: a change that began first and committed last comes last', async () => {
    const before = await now(api);
    const { prisma } = api.kernel.database;
    const slow = await newUser();
    const quick = await newUser();
    const start = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // A transaction that locks the slow user's row, so that the slow mutation waits for it.
    const holder = prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM users WHERE id = ${slow} FOR UPDATE`;
      start.resolve();
      await release.promise;
    });
    await start.promise;
    const rename =
      'mutation ($id: ID!, $name: String) { updateUser(input: { userId: $id, name: $name }) { user { id } } }';
    const waiting = api.ask(rename, { id: slow, name: 'slow' });
    await api.ask(rename, { id: quick, name: 'quick' });
    release.resolve();
    await Promise.all([holder, waiting]);
    const { nodes } = await eventsAfter(api, before);
    const renamed = nodes.filter(({ type }: { type: string }) => type === 'USER_DATA_UPDATED');
    expect(renamed.map((event: { subject: { id: string } }) => event.subject.id)).toEqual([quick, slow]);
  });

  it('continues after any cursor without gaps or repetitions, also after an empty page', async () => {
    let cursor = await now(api);
    const seen: string[] = [];
    const wanted: string[] = [];
    for (let round = 0; round < 4; round++) {
      for (let index = 0; index < round; index++) wanted.push(await newUser());
      const page = await eventsAfter(api, cursor);
      seen.push(...page.nodes.map((event: { subject: { id: string } }) => event.subject.id));
      cursor = page.pageInfo.endCursor;
    }
    expect(seen).toEqual(wanted);
  });

  it('can be filtered by type, subject, actor and organization', async () => {
    const actor = 'app_01h455vb4pex5vsknk084sn02q';
    const someone = tokenFor(['users:write', 'organizations:write'], actor);
    const { createUser: user } = await api.ask(createUser, { input: {} }, someone);
    const create = 'mutation { createOrganization(input: { name: "Acme" }) { organization { id } } }';
    const { organization } = (await api.ask(create, {}, someone)).createOrganization;
    const add =
      'mutation ($input: AddOrganizationMembersInput!) { addOrganizationMembers(input: $input) { organization { id } } }';
    await api.ask(add, { input: { organizationId: organization.id, userIds: [user.user.id] } }, someone);
    const query = `query ($filter: EventFilter) {
      events(filter: $filter) { totalCount nodes { typeName organizationId } }
    }`;
    const typesOf = async (filter: object) =>
      (await api.ask(query, { filter })).events.nodes.map((event: { typeName: string }) => event.typeName);
    const all = ['User.Created', 'Organization.Created', 'Organization.Membership.Updated'];
    expect(await typesOf({ actorId: actor })).toEqual(all);
    expect(await typesOf({ actorId: actor, types: ['USER_CREATED', 'ORGANIZATION_CREATED'] })).toEqual(all.slice(0, 2));
    expect(await typesOf({ subjectId: organization.id })).toEqual(all.slice(1));
    expect(await typesOf({ organizationId: organization.id })).toEqual(all.slice(1));
    expect(await typesOf({ subjectId: 'nonsense' })).toEqual([]);
    expect(await typesOf({ actorId: actor, types: [] })).toEqual([]);
  });

  it('can be read backwards from its end', async () => {
    const ids = [await newUser(), await newUser(), await newUser()];
    const back = `query ($before: String) { events(last: 2, before: $before) {
      nodes { subject { id } } pageInfo { startCursor hasPreviousPage }
    } }`;
    const last = (await api.ask(back)).events;
    expect(last.nodes.map((event: { subject: { id: string } }) => event.subject.id)).toEqual(ids.slice(1));
    const previous = (await api.ask(back, { before: last.pageInfo.startCursor })).events;
    expect(previous.nodes.at(-1).subject.id).toBe(ids[0]);
  });
});

describe('viewer.eventsCursor', () => {
  const eventsCursor = async (token?: string) =>
    (await api.ask('{ viewer { eventsCursor } }', {}, token)).viewer.eventsCursor;

  it('is after every earlier event and before every later one', async () => {
    await newUser();
    const cursor = await eventsCursor();
    const user = await newUser();
    const { nodes } = await eventsAfter(api, cursor);
    expect(nodes.map((event: { subject: { id: string } }) => event.subject.id)).toEqual([user]);
  });

  it('is null without events:read, and in the payload of a mutation, which reads in its transaction', async () => {
    expect(await eventsCursor(tokenFor(['users:read']))).toBeNull();
    const { createUser: payload } = await api.ask(
      'mutation { createUser(dryRun: true, input: {}) { query { viewer { eventsCursor } } } }',
    );
    expect(payload.query.viewer.eventsCursor).toBeNull();
  });
});
