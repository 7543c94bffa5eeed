import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Actor } from '../../../src/kernel/actor.ts';
import { socketLimits } from '../../../src/graphql/context/limits.ts';
import { type Api, startApi, tokenFor } from '../api.ts';
import { initialization, openRaw, openReady, type RawSocket, watchStreams } from './raw-sockets.ts';
import { until } from '../../support/until.ts';

const caller = 'user_01h455vb4pex5vsknk084sn02x';
/** Token checks that the test resolves. */
const held: (() => void)[] = [];
let isHolding = false;

let api: Api;
beforeAll(async () => {
  const usual = { ...socketLimits };
  const unwatch = watchStreams();
  // On a machine of any speed.
  Object.assign(socketLimits, { perCaller: 2, unauthenticated: 3, closeTimeout: 50, initTimeout: 3_600_000 });
  api = await startApi((_kernel, authenticate) => ({
    authenticate: async (header): Promise<Actor> => {
      if (isHolding) await new Promise<void>((resolve) => void held.push(resolve));
      return authenticate(header);
    },
  }));
  return () => {
    unwatch();
    Object.assign(socketLimits, usual);
  };
});
afterAll(() => api[Symbol.asyncDispose]());

describe('a client that does not read results', () => {
  it('is not read from until it does, and then receives every result', async () => {
    const { socket, messages, stream, send } = await openReady(api);
    messages.length = 0;
    socket.pause();
    // More bytes than the system buffers in both directions.
    const pings = 16_000;
    for (let count = 0; count < pings; count++) send({ type: 'ping', payload: { note: 'x'.repeat(900) } });
    await until(() => stream.isPaused() && stream.writableNeedDrain);
    expect(stream.writableLength).toBeLessThan(1_000_000);
    socket.resume();
    await until(() => messages.length >= pings);
    expect(messages.every(({ type }) => type === 'pong')).toBe(true);
    socket.close();
  });

  it('is disconnected if it does not answer the close frame', async () => {
    const { socket, stream, send } = await openRaw(api);
    socket.pause();
    send({ type: 'subscribe', id: '1', payload: { query: '{ viewer { id } }' } });
    await until(() => stream.destroyed);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });
});

describe('a client that disconnects during the check of its token', () => {
  it('frees its connection slot for others', async () => {
    const tokens = [['users:read'] as const, ['users:write'] as const].map((held) => tokenFor(held, caller));
    isHolding = true;
    for (const token of tokens) {
      const { socket, stream, send } = await openRaw(api);
      const before = held.length;
      send(initialization(token));
      await until(() => held.length > before);
      socket.terminate();
      await until(() => stream.destroyed);
    }
    isHolding = false;
    for (const goOn of held.splice(0)) goOn();
    const next = await openReady(api, tokens[0]);
    expect(next.messages).toEqual([{ type: 'connection_ack' }]);
    next.socket.close();
  });
});

describe('unauthenticated sockets', () => {
  it('have a limit: a new one replaces the oldest, and one that authenticates no longer counts', async () => {
    const raws = [await openRaw(api), await openRaw(api), await openRaw(api)];
    raws[0]?.send(initialization());
    await until(() => raws[0]?.messages.length === 1);
    raws.push(await openRaw(api));
    expect(raws.every(({ stream }) => !stream.destroyed)).toBe(true);
    raws.push(await openRaw(api));
    expect((await raws[1]?.closed)?.[0]).toBeOneOf([1013, 1006]);
    expect(raws.map(({ stream }) => stream.destroyed)).toEqual([false, true, false, false, false]);
    await end(raws);
  });

  it('sockets from one address do not displace those from another', async () => {
    const elsewhere = { localAddress: '127.0.0.2' };
    const other = await openRaw(api, elsewhere);
    const crowd: RawSocket[] = [];
    for (let count = 0; count < 8; count++) crowd.push(await openRaw(api));
    other.send(initialization());
    await until(() => other.messages.length === 1);
    expect(other.messages).toEqual([{ type: 'connection_ack' }]);
    const later = await openReady({ url: api.url }, tokenFor(['users:read'], caller), elsewhere);
    expect(later.messages).toEqual([{ type: 'connection_ack' }]);
    await end([other, later, ...crowd]);
  });

  it('can send up to 64 KiB, and are disconnected in the middle of a longer message', async () => {
    const { stream, send, closed } = await openRaw(api);
    send({ type: 'ping', payload: { note: 'x'.repeat(70_000) } });
    expect((await closed)[0]).toBeOneOf([1009, 1006]);
    await until(() => stream.destroyed);
    const known = await openReady(api);
    known.send({ type: 'ping', payload: { note: 'x'.repeat(70_000) } });
    await until(() => known.messages.length > 1);
    await end([known]);
  });

  async function end(raws: readonly RawSocket[]): Promise<void> {
    for (const { socket } of raws) socket.close();
    await until(() => raws.every(({ stream }) => stream.destroyed));
  }
});

// Last, because it closes the API.
describe('when the platform stops', () => {
  it('the sockets close even if operations do not end', async () => {
    const { closed, send } = await openReady(api);
    isHolding = true;
    send({ type: 'subscribe', id: '1', payload: { query: '{ viewer { id } }' } });
    await until(() => held.length > 0);
    await api.closeLive();
    expect(await closed).toEqual([1001, 'Going away']);
    for (const goOn of held.splice(0)) goOn();
  });
});
