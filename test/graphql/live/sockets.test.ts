import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { appendEvents } from '../../../src/kernel/append-events.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { actorWith } from '../../support/kernel.ts';
import { everything, startApi } from '../api.ts';
import { type LiveClient, openLiveClient } from '../../support/browsers/live-client.ts';
import { perFile } from '../../support/per-file.ts';
import { until } from '../../support/until.ts';

const api = perFile(startApi);

const consoles: LiveClient[] = [];
afterEach(() => Promise.all(consoles.splice(0).map(async ({ client }) => client.dispose())));
function open(token?: string | null): LiveClient {
  const opened = openLiveClient(api, token);
  consoles.push(opened);
  return opened;
}
const events = 'subscription { events { __typename } }';

/** An event whose data has about that many bytes. */
async function commitRole(name: string, size: number): Promise<void> {
  const at = api.kernel.now();
  const stamps = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
  const event = {
    id: ids.next('event'),
    type: 'OrganizationRole.Created' as const,
    subjectId: name,
    organizationId: null,
    data: { organizationRole: { id: name, name, description: 'x'.repeat(size), ...stamps } },
  };
  const cause = { operation: 'test', requestId: 'req_test', traceId: null, channel: 'platform' as const };
  const facts = { actor: actorWith(), cause, occurredAt: at };
  await api.kernel.database.prisma.$transaction((tx) => appendEvents(tx, [event], facts));
  api.kernel.nudges.publish({ kind: 'events', types: [event.type] });
}

describe('the socket', () => {
  const socket = (protocol?: string) =>
    protocol === undefined
      ? new WebSocket(api.url.replace('http', 'ws'))
      : new WebSocket(api.url.replace('http', 'ws'), protocol);
  const ready = async () => {
    const opened = socket('graphql-transport-ws');
    await once(opened, 'open');
    opened.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${everything}` } }));
    await once(opened, 'message');
    return opened;
  };
  const codeOf = async (opened: WebSocket): Promise<number> => (await once(opened, 'close'))[0];

  it('is closed with 4400 after an invalid message', async () => {
    const opened = await ready();
    opened.send('{"type":"unheard-of"}');
    expect(await codeOf(opened)).toBe(4400);
  });

  it('is closed with 4401 after a subscription without connection_init', async () => {
    const opened = socket('graphql-transport-ws');
    await once(opened, 'open');
    opened.send(
      JSON.stringify({ id: '1', type: 'subscribe', payload: { query: 'subscription { events { __typename } }' } }),
    );
    expect(await codeOf(opened)).toBe(4401);
  });

  it('is closed with 4429 after a second connection_init, and with 4409 after an id that is in use', async () => {
    const again = await ready();
    again.send(JSON.stringify({ type: 'connection_init' }));
    expect(await codeOf(again)).toBe(4429);
    const twice = await ready();
    const subscribe = { id: '1', type: 'subscribe', payload: { query: 'subscription { events { __typename } }' } };
    twice.send(JSON.stringify(subscribe));
    twice.send(JSON.stringify(subscribe));
    expect(await codeOf(twice)).toBe(4409);
  });

  it('is closed with 4408 if connection_init does not arrive in time', async () => {
    const opened = socket('graphql-transport-ws');
    expect(await codeOf(opened)).toBe(4408);
  });

  it('survives a syntax error, an invalid selection and an unknown field: each ends its own subscription', async () => {
    const opened = open();
    for (const [query, code] of [
      ['subscription {', 'MALFORMED_DOCUMENT'],
      ['subscription { events { nothing } }', 'INVALID_DOCUMENT'],
      ['subscription { unheardOf }', 'INVALID_DOCUMENT'],
    ] as const) {
      const watch = opened.watch(query);
      await watch.end();
      expect(watch.messages[0].errors[0].extensions.code).toBe(code);
    }
    const watch = opened.watch(events);
    await watch.until(1);
    expect(opened.closed).toEqual([]);
  });

  it('executes queries and mutations under the same limits as HTTP', async () => {
    const query = open().watch('{ viewer { kind } }');
    await query.end();
    expect(query.messages).toEqual([{ viewer: { kind: 'USER' } }]);
    const deep = open().watch(
      `{ viewer { user { ${'roles { users(first: 1) { nodes { '.repeat(5)} id ${'} } }'.repeat(5)} } } }`,
    );
    await deep.end();
    expect(deep.messages[0].errors[0].extensions.code).toBe('TOO_COMPLEX');
  });

  it('executes dry runs: they return the result, and nothing is stored or published', async () => {
    const opened = open();
    const watched = opened.watch('subscription { events { ... on EventMessage { event { subject { id } } } } }');
    await watched.until(1);
    const input = '{ username: "dry_run" }';
    const dryRun = opened.watch(
      `mutation { createUser(dryRun: true, input: ${input}) { user { username roles { name } } events { typeName } } }`,
    );
    await dryRun.end();
    const user = { username: 'dry_run', roles: [] };
    expect(dryRun.messages).toEqual([{ createUser: { user, events: [{ typeName: 'User.Created' }] } }]);
    // The name is still available, and its real user is the first in an event.
    const real = opened.watch(`mutation { createUser(input: ${input}) { user { id } } }`);
    await real.end();
    await watched.until(2);
    expect(watched.messages.slice(1)).toMatchObject([
      { events: { event: { subject: { id: real.messages[0].createUser.user.id } } } },
    ]);
  });

  it('buffers for a client that reads late: the events arrive in order, without gaps or repetitions', async () => {
    const slow = await ready();
    const query = 'subscription { events { ... on EventMessage { event { subject { id } data } } } }';
    slow.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    await once(slow, 'message');
    const messages: string[] = [];
    slow.on('message', (text: Buffer) => {
      const { subject, data } = JSON.parse(text.toString()).payload.data.events.event;
      messages.push(`${subject.id} ${data.organizationRole.description.length}`);
    });
    slow.pause();
    const quick = open().watch('subscription { events { __typename } }');
    await quick.until(1);
    // More bytes than the system buffers for a connection.
    const names = Array.from({ length: 80 }, (_, index) => `role ${index}`);
    for (const name of names) await commitRole(name, 200_000);
    await quick.until(1 + names.length);
    slow.resume();
    await until(() => messages.length >= names.length);
    expect(messages).toEqual(names.map((name) => `${name} 200000`));
    slow.close();
  });

  it('accepts at most a hundred subscriptions', async () => {
    const opened = open();
    const watches = Array.from({ length: 101 }, () => opened.watch(events));
    await until(() => watches.every(({ messages }) => messages.length > 0));
    const refused = watches.filter(({ messages }) => messages[0].errors);
    expect(refused.map(({ messages }) => messages[0].errors[0].extensions.code)).toEqual(['RATE_LIMITED']);
  });
});

// Last, because it closes the API.
describe('when the platform stops', () => {
  it('every socket is closed with 1001, so that clients reconnect elsewhere', async () => {
    const opened = open();
    await opened.watch(events).until(1);
    await api.closeLive();
    await until(() => opened.closed.length > 0);
    expect(opened.closed[0]?.code).toBe(1001);
  });
});
