import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { type Api, startApi, tokenFor } from './api.ts';

let api: Api;
let ada: string;
let shop: string;
beforeAll(async () => {
  api = await startApi();
  const made = await api.ask(`mutation {
    createUser(input: { name: "Ada Lovelace" }) { user { id } }
    createApplication(input: { name: "Shop", type: MACHINE_TO_MACHINE }) { application { id } }
  }`);
  [ada, shop] = [made.createUser.user.id, made.createApplication.application.id];
});
afterAll(() => api[Symbol.asyncDispose]());

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
