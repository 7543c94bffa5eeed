import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { socketLimits } from '../../src/graphql/limits.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { type Api, type Data, everything, startApi, tokenFor } from './api.ts';
import { type Console, openConsole, waitFor } from './live.ts';

let api: Api;
/** Looks at all sockets, as the platform does by the clock: here, time passes when a test says so. */
let beat: () => void;
/** What the server writes to, by the port of the client. */
const streams = new Map<number | undefined, Socket>();
const consoles: Console[] = [];
beforeAll(async () => {
  const usual = { ...socketLimits };
  Object.assign(socketLimits, { heartbeat: 3_600_000, perCaller: 2 });
  const intervals = vi.spyOn(globalThis, 'setInterval');
  api = await startApi();
  beat = intervals.mock.calls.find(([, pause]) => pause === socketLimits.heartbeat)?.[0] as () => void;
  intervals.mockRestore();
  const accepted = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    streams.set(socket.remotePort, socket);
  };
  channel('net.server.socket').subscribe(accepted);
  return () => {
    channel('net.server.socket').unsubscribe(accepted);
    Object.assign(socketLimits, usual);
  };
});
afterAll(async () => {
  for (const { client } of consoles) client.terminate();
  await api[Symbol.asyncDispose]();
});

/** A client that can stop reading, with what it was told, and what the server writes to. */
async function openSlow(after: string | null, options: ClientOptions = {}) {
  const socket = new WebSocket(api.url.replace('http', 'ws'), 'graphql-transport-ws', options);
  const told: Data[] = [];
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)]);
  socket.on('message', (data: Buffer) => {
    const { type, payload } = JSON.parse(data.toString());
    if (type === 'next') told.push(payload.data.events);
  });
  const [[{ socket: own }]] = await Promise.all([once(socket, 'upgrade'), once(socket, 'open')]);
  const send = (message: object) => socket.send(JSON.stringify(message));
  send({ type: 'connection_init', payload: { authorization: `Bearer ${everything}` } });
  await once(socket, 'message');
  const query = `subscription ($after: String) { events(after: $after, types: [USER_CREATED]) {
    ... on CaughtUp { cursor } ... on EventMessage { cursor event { data subject { id } } } } }`;
  send({ type: 'subscribe', id: 'events', payload: { query, variables: { after } } });
  await once(socket, 'message');
  const stream = streams.get(own.localPort);
  const waits = () => (stream?.writableLength ?? 0) > 0;
  return { socket, told, closed, waits };
}

const subjects = (told: Data[]): string[] => told.flatMap(({ event }) => event?.subject.id ?? []);

/** More than the buffers of the operating system take. */
const people = 200;
const large = { note: 'x'.repeat(60_000) };

describe('a client that takes nothing', () => {
  it('is told to come back with 1013, and goes on where it was: nothing is left out, nothing comes twice', async () => {
    const before = await openSlow(null);
    const created: string[] = [];
    for (let count = 0; count < people; count++) {
      const { output } = await api.kernel.run(createUser, { username: `slow${count}`, customData: large });
      created.push(output.user);
    }
    before.socket.close();
    // It reads a message, and then nothing for a while.
    const slow = await openSlow(before.told[0].cursor);
    slow.socket.pause();
    await waitFor(slow.waits);
    beat();
    beat();
    slow.socket.resume();
    expect(await slow.closed).toEqual([1013, 'Too slow: go on with your last cursor']);
    expect(subjects(slow.told).length).toBeLessThan(people);
    const next = await openSlow(slow.told.at(-1).cursor);
    const all = () => [...subjects(slow.told), ...subjects(next.told)];
    await waitFor(() => all().length >= people);
    expect(all()).toEqual(created);
    next.socket.close();
    await next.closed;
  });
});

describe('a client that does not answer', () => {
  it('is cut by the second heartbeat; one that does stays', async () => {
    const [silent, alive] = await Promise.all([openSlow(null, { autoPong: false }), openSlow(null)]);
    const asked = Promise.all([once(alive.socket, 'ping'), once(silent.socket, 'ping')]);
    beat();
    await asked;
    // What answers this has read the answer to the heartbeat before.
    alive.socket.send(JSON.stringify({ type: 'ping' }));
    await once(alive.socket, 'message');
    beat();
    expect(await silent.closed).toEqual([1006, '']);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
    alive.socket.close();
    await alive.closed;
  });
});

describe('a caller', () => {
  it('has so many sockets at most: one more is closed with 1013, and one that is closed makes room', async () => {
    const token = tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02w');
    const open = () => {
      const opened = openConsole(api, token);
      consoles.push(opened);
      return { ...opened, watched: opened.watch('subscription { events { __typename } }') };
    };
    const [first, second] = [open(), open()];
    await Promise.all([first.watched.until(1), second.watched.until(1)]);
    const refused = open();
    await waitFor(() => refused.closed.length > 0);
    expect(refused.closed[0]).toMatchObject({ code: 1013, reason: 'Too many sockets of one caller' });
    first.client.terminate();
    await waitFor(() => first.closed.length > 0);
    let admitted = open();
    await waitFor(() => admitted.watched.told.length > 0 || admitted.closed.length > 0);
    for (let tries = 0; admitted.closed.length && tries < 10; tries++) {
      admitted = open();
      await waitFor(() => admitted.watched.told.length > 0 || admitted.closed.length > 0);
    }
    expect(admitted.watched.told).toHaveLength(1);
  });
});
