import { expect, it } from 'vitest';
import { openLiveClient } from '../support/browsers/live-client.ts';
import { perFile } from '../support/per-file.ts';
import { startApi, tokenFor } from './api.ts';

const api = perFile(startApi);

const rendered = `__typename id typeName timestamp data actor { kind id } cause { operation requestId } subject { kind id }
  ... on UserCreatedEvent { user { name email } } ... on UserDataUpdatedEvent { changed user { name email } }`;

it('an event has one type and the same fields in payloads, lists, look-ups by id, and subscriptions', async () => {
  const live = openLiveClient(api);
  const watch = live.watch(`subscription { events { ... on EventMessage { event { ${rendered} cursor } } } }`);
  await watch.until(1);
  const made = await api.ask(
    `mutation { createUser(input: { name: "Ada", email: "ada@one-type.example" }) { events { ${rendered} cursor } } }`,
  );
  const { cursor: early, ...emitted } = made.createUser.events[0];
  expect(emitted).toMatchObject({
    __typename: 'UserCreatedEvent',
    typeName: 'User.Created',
    user: { name: 'Ada', email: 'ada@one-type.example' },
    data: { user: { name: 'Ada' } },
  });
  await watch.until(2);
  const found = await api.ask(
    `query ($id: ID!) { event(id: $id) { ${rendered} } node(id: $id) { ... on Event { ${rendered} } }
      nodes(ids: [$id]) { ... on Event { ${rendered} } }
      events(last: 1) { nodes { ${rendered} cursor } edges { cursor node { id } } } }`,
    { id: emitted.id },
  );
  const { cursor, ...listed } = found.events.nodes[0];
  expect([found.event, found.node, found.nodes[0], listed]).toEqual([emitted, emitted, emitted, emitted]);
  expect(watch.messages[1].events.event).toEqual({ ...emitted, cursor });
  expect(found.events.edges[0].cursor).toBe(cursor);
  // The event may get its place before the payload is read.
  expect([null, cursor]).toContain(early);
  await live.client.dispose();
});

it('the cursor of an event continues the list around it, in both directions', async () => {
  for (const name of ['before', 'itself', 'after'])
    await api.ask('mutation ($name: String!) { createRole(input: { name: $name }) { role { id } } }', { name });
  const roles = 'filter: { types: [ROLE_CREATED] }';
  const all = (await api.ask(`{ events(${roles}) { nodes { cursor } } }`)).events.nodes;
  const around = await api.ask(
    `query ($at: String!) {
      next: events(first: 1, after: $at, ${roles}) { nodes { ... on RoleCreatedEvent { role { name } } } }
      previous: events(last: 1, before: $at, ${roles}) { nodes { ... on RoleCreatedEvent { role { name } } } } }`,
    { at: all[1].cursor },
  );
  expect(around).toEqual({
    next: { nodes: [{ role: { name: 'after' } }] },
    previous: { nodes: [{ role: { name: 'before' } }] },
  });
});

it('a caller without the permission events:read finds no event by its id, its delivery or a list', async () => {
  const made = await api.ask('mutation { createUser(input: {}) { events { id } } }');
  const { id } = made.createUser.events[0];
  const token = tokenFor(['users:read', 'users:write', 'webhooks:read']);
  const query = 'query ($id: ID!) { event(id: $id) { id } node(id: $id) { id } events { totalCount } }';
  const refused = await api.call(query, { id }, token);
  expect(refused.data).toEqual({ event: null, node: null, events: null });
  expect(refused.errors.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
});
