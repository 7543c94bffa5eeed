import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../src/domain/failure.ts';
import { socketLimits } from '../../src/graphql/request/limits.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { type Api, everything, startApi, tokenFor } from './api.ts';
import { waitFor } from './live.ts';

const revoked = new Set<string>();
let api: Api;
/** Looks at all streams, as the platform does by the clock. */
let beat: () => void;
beforeAll(async () => {
  const usual = { ...socketLimits };
  Object.assign(socketLimits, { heartbeat: 3_600_000, perCaller: 2 });
  const intervals = vi.spyOn(globalThis, 'setInterval');
  api = await startApi((_kernel, authenticate) => ({
    authenticate: async (header) => {
      if (revoked.has(header ?? '')) throw new Failure('UNAUTHENTICATED', 'The access token is revoked.');
      return authenticate(header);
    },
  }));
  const looks = intervals.mock.calls.filter(([, pause]) => pause === socketLimits.heartbeat).map(([look]) => look);
  beat = () => looks.forEach((look) => (look as () => void)());
  intervals.mockRestore();
  return () => void Object.assign(socketLimits, usual);
});
afterAll(() => api[Symbol.asyncDispose]());

const streams: Stream[] = [];
afterEach(() => streams.splice(0).forEach(({ stop }) => stop()));

interface Stream {
  /** What came so far. */
  text(): string;
  /** How it ended: with the word that it is complete, or cut. Undefined while it has not. */
  end(): 'complete' | 'cut' | undefined;
  until(part: string): Promise<void>;
  /** Reads nothing more, and goes on reading. */
  pause(): () => void;
  stop(): void;
}

const watching =
  'subscription ($after: String) { events(after: $after) { __typename ... on EventMessage { cursor event { data } } } }';

async function openStream(
  query = watching,
  { token = everything, after = null as string | null } = {},
): Promise<Stream> {
  const stop = new AbortController();
  const response = await fetch(api.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables: { after } }),
    signal: stop.signal,
  });
  let text = '';
  let wasCut = false;
  let paused: Promise<void> | undefined;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      await paused;
    }
  };
  let isOver = false;
  const over = read()
    .catch(() => {
      wasCut = true;
    })
    .finally(() => {
      isOver = true;
    });
  const stream: Stream = {
    text: () => text,
    end: () => (isOver ? (wasCut || !text.includes('event: complete') ? 'cut' : 'complete') : undefined),
    until: (part) => waitFor(() => text.includes(part)),
    pause: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      paused = promise;
      return resolve;
    },
    stop: () => {
      stop.abort();
      void over;
    },
  };
  streams.push(stream);
  return stream;
}

const secret = 'connect ECONNREFUSED 10.1.2.3:5432';

/** The log of events cannot be read meanwhile. */
function breakTheLog() {
  const { pool } = api.kernel.database;
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  return vi
    .spyOn(pool, 'query')
    .mockImplementation((text: unknown, ...rest: unknown[]) =>
      typeof text === 'string' && text.includes('position > $1')
        ? Promise.reject(new Error(secret))
        : query(text, ...rest),
    );
}

const beginning = Buffer.from('["","0"]').toString('base64url');

describe('a stream of server-sent events', () => {
  it('tells the same as a socket', async () => {
    const stream = await openStream();
    await stream.until('CaughtUp');
    const { output } = await api.kernel.run(createUser, { name: 'Streamed' });
    await stream.until(output.user);
    expect(stream.text()).toContain('"__typename":"EventMessage","cursor":"');
  });

  it('says why it ends, in the form of every other error: what nobody foresaw with a reference only, which is in the log', async () => {
    await api.kernel.run(createUser, { username: 'before' });
    const broken = breakTheLog();
    const stream = await openStream(watching, { after: beginning });
    await waitFor(() => stream.end() !== undefined);
    broken.mockRestore();
    expect(stream.text()).toContain('"code":"INTERNAL_SERVER_ERROR","reference":"req_');
    expect(stream.text()).not.toContain(secret);
    const reference = /"reference":"(req_\w+)"/.exec(stream.text())?.[1] ?? 'none';
    expect(api.logged.filter((line) => line.includes(secret) && line.includes(reference))).toHaveLength(1);
  });

  it('says so with its code when the caller may not go on', async () => {
    const token = tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02w');
    const stream = await openStream(watching, { token });
    await stream.until('CaughtUp');
    revoked.add(`Bearer ${token}`);
    api.kernel.nudges.publish({ kind: 'everything' });
    await waitFor(() => stream.end() !== undefined);
    expect(stream.text()).toContain('"message":"The access token is revoked."');
    expect(stream.text()).toContain('"code":"UNAUTHENTICATED"');
  });

  it('of a client that takes nothing from one look to the next is cut; that of one for whom nothing waits stays', async () => {
    for (let count = 0; count < 200; count++) {
      await api.kernel.run(createUser, { username: `large${count}`, customData: { note: 'x'.repeat(60_000) } });
    }
    const accepted = new Set<Socket>();
    const accept = (message: unknown) => void accepted.add((message as { socket: Socket }).socket);
    channel('net.server.socket').subscribe(accept);
    const quick = await openStream(watching, { token: tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02v') });
    await quick.until('CaughtUp');
    const slow = await openStream(watching, { after: beginning });
    const goOn = slow.pause();
    await waitFor(() => [...accepted].some(({ writableLength }) => writableLength > 0));
    channel('net.server.socket').unsubscribe(accept);
    beat();
    beat();
    goOn();
    await waitFor(() => slow.end() !== undefined);
    expect(slow.end()).toBe('cut');
    expect(slow.text().split('event: next').length).toBeLessThan(200);
    expect(quick.end()).toBeUndefined();
  });

  it('is refused to a caller who has as many as may be, until one of them ends', async () => {
    const token = tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02x');
    const [first, second] = [await openStream(watching, { token }), await openStream(watching, { token })];
    await Promise.all([first.until('CaughtUp'), second.until('CaughtUp')]);
    const refused = await openStream(watching, { token });
    await waitFor(() => refused.end() !== undefined);
    expect(refused.text()).toContain('RATE_LIMITED');
    first.stop();
    let admitted: Stream | undefined;
    for (let tries = 0; tries < 100 && !admitted?.text().includes('CaughtUp'); tries++) {
      admitted = await openStream(watching, { token });
      const opened = admitted;
      await waitFor(() => opened.text().includes('CaughtUp') || opened.end() !== undefined);
    }
    expect(admitted?.text()).toContain('CaughtUp');
  });

  it('is cut when the platform stops, without the word that it is complete: clients come back', async () => {
    const stream = await openStream();
    await stream.until('CaughtUp');
    await api.closeLive();
    await waitFor(() => stream.end() !== undefined);
    expect(stream.text()).not.toContain('event: complete');
  });
});
