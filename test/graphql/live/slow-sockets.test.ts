import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { socketLimits } from '../../../src/graphql/context/limits.ts';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { updateUser } from '../../../src/operations/users/update-user.ts';
import { type Api, type Data, startApi, tokenFor } from '../api.ts';
import { type LiveClient, openLiveClient } from '../../support/browsers/live-client.ts';
import { initialization, openRaw, watchStreams } from './raw-sockets.ts';
import { until } from '../../support/until.ts';

let api: Api;
/** Runs the periodic check of all sockets: the test decides when time passes. */
let beat: () => void;
const consoles: LiveClient[] = [];
beforeAll(async () => {
  const usual = { ...socketLimits };
  // On a machine of any speed.
  Object.assign(socketLimits, { heartbeat: 3_600_000, closeTimeout: 3_600_000, perCaller: 2 });
  const unwatch = watchStreams();
  const intervals = vi.spyOn(globalThis, 'setInterval');
  api = await startApi();
  const looks = intervals.mock.calls.filter(([, pause]) => pause === socketLimits.heartbeat).map(([look]) => look);
  beat = () => looks.forEach((look) => (look as () => void)());
  intervals.mockRestore();
  return () => {
    unwatch();
    Object.assign(socketLimits, usual);
  };
});
afterAll(async () => {
  for (const { client } of consoles) client.terminate();
  await api[Symbol.asyncDispose]();
});

/** A client that can stop reading, the events it received, and the server's side of its connection. */
async function openSlow(after: string | null, options: ClientOptions = {}) {
  const raw = await openRaw(api, options);
  raw.send(initialization());
  await once(raw.socket, 'message');
  const query = `subscription ($after: String) { events(after: $after, types: [USER_CREATED]) {
    ... on CaughtUp { cursor } ... on EventMessage { cursor event { data subject { id } } } } }`;
  raw.send({ type: 'subscribe', id: 'events', payload: { query, variables: { after } } });
  await once(raw.socket, 'message');
  const { stream } = raw;
  return {
    ...raw,
    events: (): Data[] => raw.messages.filter(({ type }) => type === 'next').map(({ payload }) => payload.data.events),
    waits: () => stream.writableLength > 0,
    taken: () => stream.bytesWritten - stream.writableLength,
  };
}

const subjects = (messages: Data[]): string[] => messages.flatMap(({ event }) => event?.subject.id ?? []);

/** More bytes than the buffers of the operating system hold. */
const people = 300;
const large = { note: 'x'.repeat(60_000) };

describe('a client that reads too slowly', () => {
  /** Precedes the events of the test. */
  let cursor: string;
  const created: string[] = [];
  beforeAll(async () => {
    const before = await openSlow(null);
    cursor = before.events()[0].cursor;
    before.socket.close();
    for (let count = 0; count < people; count++) {
      const { output } = await api.kernel.run(createUser, { username: `slow${count}`, customData: large });
      created.push(output.user);
    }
  });
  /** Reads one message, then nothing for a while. */
  const openBehind = async (options: ClientOptions = {}) => {
    const slow = await openSlow(cursor, options);
    slow.socket.pause();
    await until(slow.waits);
    return slow;
  };

  it('is closed with 1013 if it reads nothing, and resumes from its cursor without gaps or repetitions', async () => {
    const slow = await openBehind();
    beat();
    beat();
    slow.socket.resume();
    expect(await slow.closed).toEqual([1013, 'Too slow: continue with your last cursor']);
    const messages = subjects(slow.events());
    expect(messages.length).toBeLessThan(people);
    const next = await openSlow(slow.events().at(-1).cursor);
    await until(() => messages.length + subjects(next.events()).length >= people);
    expect([...messages, ...subjects(next.events())]).toEqual(created);
    next.socket.close();
    await next.closed;
  });

  it('has little more than one message buffered, whatever its number of subscriptions, and receives every event', async () => {
    const slow = await openSlow(null);
    const query = `subscription { events(types: [USER_DATA_UPDATED]) { ... on EventMessage { event { data subject { id } } } } }`;
    const others = Array.from({ length: 8 }, (_, index) => `other${index}`);
    for (const id of others) slow.send({ type: 'subscribe', id, payload: { query } });
    const toldBy = (id: string) =>
      slow.messages.filter((message) => message.type === 'next' && message.id === id).length;
    await until(() => others.every((id) => toldBy(id) === 1));
    const quick = openLiveClient(api, tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02v'));
    consoles.push(quick);
    const watch = quick.watch('subscription { events(types: [USER_DATA_UPDATED]) { __typename } }');
    await watch.until(1);
    slow.socket.pause();
    let changes = 0;
    const change = async () => {
      await api.kernel.run(updateUser, { userId: created[0] ?? '', name: `New ${++changes}` });
      await watch.until(1 + changes);
    };
    while (!slow.waits()) await change();
    for (let more = 0; more < 3; more++) await change();
    expect(slow.stream.writableLength).toBeLessThan(socketLimits.unsentBytes + 2 * JSON.stringify(large).length);
    slow.socket.resume();
    await until(() => others.every((id) => toldBy(id) === 1 + changes));
    slow.socket.close();
    await slow.closed;
  });

  it('stays connected if it reads something between two heartbeats, and receives every event', async () => {
    const slow = await openBehind();
    beat();
    const before = slow.taken();
    const rest = () => {
      if (slow.taken() > before) slow.socket.pause();
    };
    slow.socket.on('message', rest);
    slow.socket.resume();
    await until(() => slow.socket.isPaused && slow.waits());
    beat();
    slow.socket.off('message', rest);
    slow.socket.resume();
    await until(() => subjects(slow.events()).length >= people);
    expect(subjects(slow.events())).toEqual(created);
    slow.socket.close();
    expect(await slow.closed).toEqual([1005, '']);
  });

  it('has until the next heartbeat to answer if it read everything since the last one', async () => {
    const slow = await openBehind({ autoPong: false });
    beat();
    slow.socket.resume();
    await until(() => subjects(slow.events()).length >= people && !slow.waits());
    const pinged = once(slow.socket, 'ping');
    beat();
    await pinged;
    expect(slow.stream.destroyed).toBe(false);
    beat();
    expect(await slow.closed).toEqual([1006, '']);
  });
});

describe('a client that does not answer heartbeats', () => {
  it('is disconnected at the second one; a client that answers stays connected', async () => {
    const [silent, alive] = await Promise.all([openSlow(null, { autoPong: false }), openSlow(null)]);
    const pinged = Promise.all([once(alive.socket, 'ping'), once(silent.socket, 'ping')]);
    beat();
    await pinged;
    // This pong follows the one for the previous heartbeat.
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
  it('has a limited number of sockets: one more is closed with 1013 until another one is closed', async () => {
    const token = tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02w');
    const open = () => {
      const opened = openLiveClient(api, token);
      consoles.push(opened);
      return { ...opened, watched: opened.watch('subscription { events { __typename } }') };
    };
    const [first, second] = [open(), open()];
    await Promise.all([first.watched.until(1), second.watched.until(1)]);
    const refused = open();
    await until(() => refused.closed.length > 0);
    expect(refused.closed[0]).toMatchObject({ code: 1013, reason: 'Too many sockets of this caller' });
    first.client.terminate();
    await until(() => first.closed.length > 0);
    let admitted = open();
    await until(() => admitted.watched.messages.length > 0 || admitted.closed.length > 0);
    for (let tries = 0; admitted.closed.length && tries < 10; tries++) {
      admitted = open();
      await until(() => admitted.watched.messages.length > 0 || admitted.closed.length > 0);
    }
    expect(admitted.watched.messages).toHaveLength(1);
  });
});
