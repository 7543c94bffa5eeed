import { once } from 'node:events';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import { administratorsToken } from '../../support/administrator.ts';
import { startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { freePort } from '../../support/servers/redis-server.ts';
import { until } from '../../support/until.ts';

/** A process that keeps running, and the port of one that clients are connected to. */
let stays: TestIssuer;
let port: string;
let token: string;
beforeAll(async () => {
  [stays, port] = await Promise.all([startIssuer(), freePort().then(String)]);
  token = await administratorsToken(stays);
});
afterAll(() => stays[Symbol.asyncDispose]());

const start = () => startIssuer({ beside: stays, environment: { PORT: port } });
const create = (name: string) =>
  stays.execute(createUser, platformActor, { name }, { channel: 'platform', requestId: 'req_test' });

interface Message {
  cursor: string;
  from?: string | null;
  event?: { user: { name: string } };
}

const query = `subscription ($after: String) { events(after: $after, types: [USER_CREATED]) {
  ... on CaughtUp { cursor from } ... on EventMessage { cursor event { ... on UserCreatedEvent { user { name } } } } } }`;

/** A client that reconnects, with variables that never change. `params` are evaluated at each connection. */
function open(params: (last: string | undefined) => object, variables: object = {}) {
  const messages: Message[] = [];
  const closed: { code: number; reason: string }[] = [];
  const client = createClient({
    url: `ws://localhost:${port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: () => ({ authorization: `Bearer ${token}`, ...params(messages.at(-1)?.cursor) }),
    retryAttempts: 1000,
    shouldRetry: () => true,
    retryWait: () => new Promise((resolve) => void setTimeout(resolve, 20)),
    on: { closed: (event) => void closed.push(event as (typeof closed)[number]) },
  });
  const subscribe = (more: object = variables) =>
    client.subscribe<{ events: Message }>(
      { query, variables: { ...more } },
      {
        next: ({ data }) => void (data && messages.push(data.events)),
        error: () => undefined,
        complete: () => undefined,
      },
    );
  subscribe();
  return {
    messages,
    closed,
    subscribe,
    /** The names of the users, and where the subscription had caught up. */
    seen: () => messages.map(({ event }) => event?.user.name ?? 'CaughtUp'),
    [Symbol.dispose]: () => void client.dispose(),
    has: (count: number) => until(() => messages.length >= count),
  };
}

describe('a client that reconnects after a restart of the platform', () => {
  it('receives the events of the gap if it sends its last cursor in connection_init, with unchanged variables', async () => {
    await using running = new AsyncDisposableStack();
    const before = await start();
    using client = open((after) => ({ after }));
    await client.has(1);
    await create('one');
    await client.has(2);
    await before[Symbol.asyncDispose]();
    await create('two');
    running.use(await start());
    await client.has(4);
    await create('three');
    await client.has(5);
    expect(client.seen()).toEqual(['CaughtUp', 'one', 'two', 'CaughtUp', 'three']);
    expect(client.messages.map(({ from }) => from)).toEqual([
      null,
      undefined,
      undefined,
      expect.any(String),
      undefined,
    ]);
  });

  it('a client that has no cursor misses the events of the gap, and reads in CaughtUp that it began with new ones', async () => {
    await using running = new AsyncDisposableStack();
    const before = await start();
    using client = open(() => ({}));
    await client.has(1);
    await before[Symbol.asyncDispose]();
    await create('missed');
    running.use(await start());
    await client.has(2);
    await create('new');
    await client.has(3);
    expect(client.seen()).toEqual(['CaughtUp', 'CaughtUp', 'new']);
    expect(client.messages.map(({ from }) => from)).toEqual([null, null, undefined]);
  });
});

describe('the cursor of a connection', () => {
  it('replaces an older one in the variables, and not a newer one', async () => {
    await using _running = await start();
    using cursors = open(() => ({}));
    await cursors.has(1);
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      await create(name);
      await cursors.has(index + 2);
    }
    const [, a, b] = cursors.messages.map(({ cursor }) => cursor);
    using newer = open(() => ({ after: b }), { after: a });
    using older = open(() => ({ after: a }), { after: b });
    await Promise.all([newer.has(2), older.has(2)]);
    expect([newer.seen(), older.seen()]).toEqual([
      ['c', 'CaughtUp'],
      ['c', 'CaughtUp'],
    ]);
    const froms = [newer.messages[1]?.from, older.messages[1]?.from];
    expect(froms).toEqual([expect.any(String), expect.any(String)]);
    // Each is at the same place, also for a client that begins there.
    for (const from of froms) {
      using again = open(() => ({ after: from }));
      await again.has(2);
      expect(again.seen()).toEqual(['c', 'CaughtUp']);
    }
  });

  it('counts for subscriptions of the first 30 seconds: later ones begin with new events', async () => {
    await using running = await start();
    using first = open(() => ({}));
    await first.has(1);
    await create('past');
    await first.has(2);
    using client = open(() => ({ after: first.messages[0]?.cursor }));
    await client.has(2);
    running.advance(31);
    client.subscribe();
    await client.has(3);
    expect(client.seen()).toEqual(['past', 'CaughtUp', 'CaughtUp']);
    expect(client.messages.map(({ from }) => from)).toEqual([undefined, expect.any(String), null]);
  });

  it.each(['nonsense', 7, { a: 1 }, ['a']])(
    'closes the connection with 4400 if it is not a cursor: %j',
    async (after) => {
      await using _running = await start();
      const socket = new WebSocket(`ws://localhost:${port}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}`, after } }));
      const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
      expect([code, reason.toString()]).toEqual([4400, 'Not a cursor of `events`.']);
    },
  );
});
