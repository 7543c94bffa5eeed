import { beforeAll, describe, expect, it } from 'vitest';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { perFile } from '../../support/per-file.ts';
import { startApi, tokenFor } from '../api.ts';

const api = perFile(startApi);
let ada: string;
let shop: string;
beforeAll(async () => {
  const made = await api.ask(`mutation {
    createUser(input: { name: "Ada Lovelace" }) { user { id } }
    createApplication(input: { name: "Shop", type: MACHINE_TO_MACHINE }) { application { id } }
  }`);
  [ada, shop] = [made.createUser.user.id, made.createApplication.application.id];
});

const createRole = (name: string, actor: string) =>
  api.ask(`mutation { createRole(input: { name: "${name}" }) { role { id } } }`, {}, tokenFor(permissionNames, actor));
const actors = (actor: string) =>
  `{ events(first: 50, filter: { actorId: "${actor}" }) { nodes { actor { label user { name } application { name } } } } }`;

describe('the actor of an event', () => {
  it('has a label, and leads to the user or the application', async () => {
    await createRole('One', ada);
    await createRole('Two', shop);
    expect((await api.ask(actors(ada))).events.nodes).toEqual([
      { actor: { label: 'Ada Lovelace', user: { name: 'Ada Lovelace' }, application: null } },
    ]);
    expect((await api.ask(actors(shop))).events.nodes).toEqual([
      { actor: { label: 'Shop', user: null, application: { name: 'Shop' } } },
    ]);
  });

  it('is read with as many statements for many events as for one', async () => {
    await createRole('Three', ada);
    await api.ask(actors(ada));
    const one = await api.statementsOf(() => api.ask(actors(ada).replace('50', '1')));
    for (let index = 0; index < 5; index++) await createRole(`More ${index}`, index % 2 ? ada : shop);
    await api.ask(actors(ada));
    expect(await api.statementsOf(() => api.ask(actors(ada)))).toBe(one);
  });

  it('keeps its label when the user is deleted, and then leads nowhere', async () => {
    const { createUser } = await api.ask('mutation { createUser(input: { name: "Alan Turing" }) { user { id } } }');
    const alan = createUser.user.id as string;
    await createRole('Of Alan', alan);
    await api.ask(`mutation { deleteUser(input: { userId: "${alan}" }) { deletedUserId } }`);
    expect((await api.ask(actors(alan))).events.nodes).toEqual([
      { actor: { label: 'Alan Turing', user: null, application: null } },
    ]);
  });

  it('leads to no record in subscriptions, because subscribers share results', async () => {
    const query =
      'subscription { events { ... on EventMessage { event { ...Caused } } } } fragment Caused on Event { actor { label user { name } } }';
    const { errors } = await api.call(query);
    expect(errors?.map(({ message }) => message)).toEqual([
      '"user" cannot be selected in a subscription: read the record with `node`.',
    ]);
  });
});

describe('the user in an event', () => {
  const changes = (id: string) =>
    `{ events(first: 50, filter: { subjectId: "${id}" }) { nodes { ... on UserDataUpdatedEvent { user { name current { name } } } } } }`;
  const rename = (id: string, name: string) =>
    api.ask(`mutation { updateUser(input: { userId: "${id}", name: "${name}" }) { user { id } } }`);

  it('leads to the user as it is now, until the user is deleted', async () => {
    const { createUser } = await api.ask('mutation { createUser(input: { name: "Grace" }) { user { id } } }');
    const grace = createUser.user.id as string;
    await rename(grace, 'Grace Hopper');
    await rename(grace, 'Amazing Grace');
    const shown = async () =>
      (await api.ask(changes(grace))).events.nodes.flatMap(({ user }: { user?: object }) => user ?? []);
    const current = { name: 'Amazing Grace' };
    expect(await shown()).toEqual([
      { name: 'Grace Hopper', current },
      { name: 'Amazing Grace', current },
    ]);
    const two = await api.statementsOf(() => api.ask(changes(grace)));
    for (let index = 0; index < 5; index++) await rename(grace, `Grace ${index}`);
    await api.ask(changes(grace));
    expect(await api.statementsOf(() => api.ask(changes(grace)))).toBe(two);
    await api.ask(`mutation { deleteUser(input: { userId: "${grace}" }) { deletedUserId } }`);
    expect((await shown()).map(({ current: now }: { current: unknown }) => now)).toEqual(Array(7).fill(null));
  });

  it('leads to no user without the permission to read users', async () => {
    const { createUser } = await api.ask('mutation { createUser(input: { name: "Eve" }) { user { id } } }');
    await rename(createUser.user.id, 'Evelyn');
    const answer = await api.call(changes(createUser.user.id), {}, tokenFor(['events:read']));
    expect(answer.errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'FORBIDDEN', permissions: ['users:read'] },
    ]);
    expect(answer.data.events.nodes[1]).toEqual({ user: { name: 'Evelyn', current: null } });
  });

  it('leads to no record in subscriptions, nor in messages to webhooks', async () => {
    const selected = '... on UserCreatedEvent { user { current { name } } }';
    const live = await api.call(`subscription { events { ... on EventMessage { event { ${selected} } } } }`);
    expect(live.errors[0]?.message).toContain('"current" cannot be selected in a subscription');
    const webhook = await api.call(
      `mutation { createWebhook(input: { name: "x", url: "https://example.com", selection: "{ ${selected} }" }) { webhook { id } } }`,
    );
    expect(webhook.errors[0]?.extensions.problems?.[0]?.message).toContain('Cannot query field "current"');
  });
});
