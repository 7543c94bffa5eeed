import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/kernel/actor.ts';
import { socketLimits } from '../../../src/graphql/context/limits.ts';
import { type Api, everything, startApi } from '../api.ts';
import { openRaw, openReady, type RawSocket } from './raw-sockets.ts';
import { until } from '../../support/until.ts';

/** Token checks that wait until a test resolves them. */
const held: (() => void)[] = [];
let isHolding = false;
const goOn = () => {
  isHolding = false;
  for (const one of held.splice(0)) one();
};

let api: Api;
beforeAll(async () => {
  const usual = { ...socketLimits };
  // On a machine of any speed.
  Object.assign(socketLimits, { closeTimeout: 3_600_000 });
  api = await startApi((_kernel, authenticate) => ({
    authenticate: async (header): Promise<Actor> => {
      if (isHolding) await new Promise<void>((resolve) => void held.push(resolve));
      return authenticate(header);
    },
  }));
  return () => void Object.assign(socketLimits, usual);
});
afterAll(() => api[Symbol.asyncDispose]());
beforeEach(goOn);

const events = { query: 'subscription { events { __typename } }' };
const viewer = { query: '{ viewer { kind } }' };
const subscribe = ({ send }: RawSocket, id: string, payload: object) => send({ type: 'subscribe', id, payload });
const complete = ({ send }: RawSocket, id: string) => send({ type: 'complete', id });
/** Waits until the server has read everything sent before. */
async function read({ send, messages }: RawSocket): Promise<void> {
  const pongs = () => messages.filter(({ type }) => type === 'pong').length;
  const before = pongs();
  send({ type: 'ping' });
  await until(() => pongs() > before);
}
const answersTo = ({ messages }: RawSocket, wanted: string, kind = 'next') =>
  messages.filter(({ id, type }) => id === wanted && type === kind);
const createUser = () => api.ask('mutation { createUser(input: { name: "Ada" }) { user { id } } }');

describe('an operation that is completed while it starts', () => {
  it('ends when it has started, and frees its id at once: each event is sent once', async () => {
    const raw = await openReady(api);
    for (let count = 0; count < 20; count++) {
      subscribe(raw, '1', events);
      complete(raw, '1');
    }
    subscribe(raw, '1', { query: 'subscription { events { last: __typename } }' });
    const other = await openReady(api);
    subscribe(other, '1', events);
    // One that was completed may have been answered before.
    const isLast = ({ payload }: (typeof raw.messages)[number]) => payload?.data?.events?.last !== undefined;
    await until(() => answersTo(raw, '1').some(isLast) && answersTo(other, '1').length > 0);
    raw.messages.length = 0;
    await createUser();
    await createUser();
    await until(() => answersTo(raw, '1').length >= 2 && answersTo(other, '1').length >= 3);
    await read(raw);
    expect(answersTo(raw, '1')).toHaveLength(2);
    complete(raw, '1');
    subscribe(raw, 'after', viewer);
    await until(() => answersTo(raw, 'after', 'complete').length > 0);
    raw.messages.length = 0;
    await createUser();
    await until(() => answersTo(other, '1').length >= 4);
    await read(raw);
    expect(answersTo(raw, '1')).toEqual([]);
    raw.socket.close();
    other.socket.close();
  });

  it('keeps its id until then: a second operation with it closes the socket with 4409', async () => {
    const raw = await openReady(api);
    subscribe(raw, '1', events);
    complete(raw, '1');
    subscribe(raw, '1', events);
    subscribe(raw, '1', events);
    expect(await raw.closed).toEqual([4409, 'Subscriber for 1 already exists']);
  });

  it('counts among the hundred of its socket', async () => {
    const raw = await openReady(api);
    isHolding = true;
    for (let count = 0; count < socketLimits.subscriptions; count++) {
      subscribe(raw, `${count}`, viewer);
      complete(raw, `${count}`);
    }
    subscribe(raw, 'one more', viewer);
    await until(() => answersTo(raw, 'one more', 'error').length > 0);
    expect(answersTo(raw, 'one more', 'error')[0].payload[0].extensions).toEqual({ code: 'RATE_LIMITED' });
    raw.socket.close();
  });
});

describe('a message type that only servers send', () => {
  it('closes the socket with 4400, and nothing is logged', async () => {
    const messages = [
      { type: 'connection_ack' },
      { type: 'next', id: '1', payload: { data: {} } },
      { type: 'error', id: '1', payload: [{ message: 'No' }] },
    ];
    for (const message of messages) {
      const raw = await openRaw(api);
      raw.send(message);
      expect(await raw.closed).toEqual([4400, 'Invalid message received']);
    }
    expect(api.logged).toEqual([]);
  });
});

describe('a ping', () => {
  it('is answered with its payload', async () => {
    const raw = await openRaw(api);
    raw.send({ type: 'ping', payload: { at: 1 } });
    await once(raw.socket, 'message');
    expect(raw.messages).toEqual([{ type: 'pong', payload: { at: 1 } }]);
    raw.socket.close();
  });

  it('is answered without the payload if it is long, whatever its depth', async () => {
    const raw = await openReady(api);
    const depth = 250_000;
    raw.socket.send(`{"type":"ping","payload":{"deep":${'['.repeat(depth)}${']'.repeat(depth)}}}`);
    await Promise.race([once(raw.socket, 'message'), raw.closed]);
    expect(raw.messages).toEqual([{ type: 'connection_ack' }, { type: 'pong' }]);
    expect(api.logged).toEqual([]);
    raw.socket.close();
  });
});

describe('the close reason', () => {
  it('is truncated between two characters', async () => {
    const raw = await openReady(api);
    const id = 'ö'.repeat(200);
    subscribe(raw, id, events);
    subscribe(raw, id, events);
    // 15 bytes, and two for each character.
    expect(await raw.closed).toEqual([4409, `Subscriber for ${'ö'.repeat(54)}`]);
    expect(api.logged).toEqual([]);
  });
});

describe('the access token', () => {
  const bearer = `Bearer ${everything}`;
  const initialize = async (payload: object | undefined, headers: Record<string, string> = {}) => {
    const raw = await openRaw(api, { headers });
    raw.send({ type: 'connection_init', payload });
    await Promise.race([once(raw.socket, 'message'), raw.closed]);
    raw.socket.close();
    return raw;
  };

  it('is sent in the connection parameters, in any case, or in the request header', async () => {
    const ways = [
      await initialize({ authorization: bearer }),
      await initialize({ Authorization: bearer }),
      await initialize(undefined, { authorization: bearer }),
      // The parameters take precedence.
      await initialize({ AUTHORIZATION: bearer }, { authorization: 'Bearer unknown' }),
    ];
    expect(ways.map(({ messages }) => messages)).toEqual(ways.map(() => [{ type: 'connection_ack' }]));
  });

  it('is refused with 4403 and the reason if it is not accepted', async () => {
    const { closed } = await initialize({ authorization: everything });
    expect(await closed).toEqual([4403, 'The access token is not valid.']);
  });
});

describe('an error on a socket', () => {
  it('has the same code as over HTTP, and no HTTP status or headers', async () => {
    const raw = await openReady(api);
    const wrong = [
      { query: '{ viewer { kind }' },
      { query: '{ unheardOf }' },
      { ...viewer, operationName: 'Other' },
      { query: 'query ($id: ID!) { user(id: $id) { id } }' },
    ];
    for (const [index, payload] of wrong.entries()) {
      subscribe(raw, `${index}`, payload);
      const answered = () => raw.messages.find(({ id, type }) => id === `${index}` && type !== 'complete');
      await until(() => answered() !== undefined);
      const { payload: given } = answered();
      const overHttp = await api.send({
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${everything}` },
        body: JSON.stringify(payload),
      });
      expect(Array.isArray(given) ? given : given.errors).toEqual(overHttp.errors);
    }
    raw.socket.close();
  });
});

// Last, because it closes the API.
describe('when the platform stops', () => {
  it('operations in progress complete, no new ones start, and the socket is closed with 1001', async () => {
    const [busy, idle] = [await openReady(api), await openReady(api)];
    isHolding = true;
    subscribe(busy, 'requested', { query: 'mutation { createUser(input: { name: "The last" }) { user { name } } }' });
    await until(() => held.length > 0);
    const stopped = api.closeLive();
    expect(await idle.closed).toEqual([1001, 'Going away']);
    subscribe(busy, 'late', { query: 'mutation { createUser(input: { name: "Too late" }) { user { name } } }' });
    await read(busy);
    goOn();
    expect(await busy.closed).toEqual([1001, 'Going away']);
    await stopped;
    expect(answersTo(busy, 'requested')).toEqual([
      { id: 'requested', type: 'next', payload: { data: { createUser: { user: { name: 'The last' } } } } },
    ]);
    expect((await api.ask('{ users(search: "Too late") { totalCount } }')).users.totalCount).toBe(0);
  });
});
