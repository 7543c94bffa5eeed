import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../src/domain/failure.ts';
import { socketLimits } from '../../../src/graphql/context/limits.ts';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { type Api, everything, startApi, tokenFor } from '../api.ts';
import { createCursorSeal } from '../../../src/platform/crypto/cursor-seal.ts';
import { cursorAt } from '../../../src/reads/lists/events.ts';
import { testSecretBox } from '../../support/records.ts';
import { until } from '../../support/until.ts';

const revoked = new Set<string>();
let api: Api;
/** Runs the periodic check of all streams. */
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
  /** Text received so far. */
  text(): string;
  /** The end of the stream: complete or disconnected; undefined while it is open. */
  end(): 'complete' | 'cut' | undefined;
  until(part: string): Promise<void>;
  /** Stops reading, and resumes. */
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
    until: (part) => until(() => text.includes(part)),
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

const isRead = (statement: unknown): boolean =>
  typeof statement === 'object' && String((statement as { text?: string }).text).includes('position > $1');

/** Makes reads of the event log fail during `work`. */
function breakTheLog() {
  const { pool } = api.kernel.database;
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  return vi
    .spyOn(pool, 'query')
    .mockImplementation((statement: unknown, ...rest: unknown[]) =>
      isRead(statement) ? Promise.reject(new Error(secret)) : query(statement, ...rest),
    );
}

const beginning = cursorAt(0, createCursorSeal(testSecretBox));

describe('a stream of server-sent events', () => {
  it('sends the same events as a socket', async () => {
    const stream = await openStream();
    await stream.until('CaughtUp');
    const { output } = await api.kernel.run(createUser, { name: 'Streamed' });
    await stream.until(output.user);
    expect(stream.text()).toContain('"__typename":"EventMessage","cursor":"');
  });

  it('reports why it ends, as an error in the usual form; an unexpected error has only a reference to the log', async () => {
    await api.kernel.run(createUser, { username: 'before' });
    const broken = breakTheLog();
    const stream = await openStream(watching, { after: beginning });
    await until(() => stream.end() !== undefined);
    broken.mockRestore();
    expect(stream.text()).toContain('"code":"INTERNAL_SERVER_ERROR","reference":"req_');
    expect(stream.text()).not.toContain(secret);
    const reference = /"reference":"(req_\w+)"/.exec(stream.text())?.[1] ?? 'none';
    expect(api.logged.filter((line) => line.includes(secret) && line.includes(reference))).toHaveLength(1);
  });

  it('reports the code if the caller is no longer permitted', async () => {
    const token = tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02w');
    const stream = await openStream(watching, { token });
    await stream.until('CaughtUp');
    revoked.add(`Bearer ${token}`);
    await api.kernel.run(createUser, {});
    await until(() => stream.end() !== undefined);
    expect(stream.text()).toContain('"message":"The access token is revoked."');
    expect(stream.text()).toContain('"code":"UNAUTHENTICATED"');
  });

  it('is disconnected if its client reads nothing between two checks while data waits', async () => {
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
    await until(() => [...accepted].some(({ writableLength }) => writableLength > 0));
    channel('net.server.socket').unsubscribe(accept);
    beat();
    beat();
    goOn();
    await until(() => slow.end() !== undefined);
    expect(slow.end()).toBe('cut');
    expect(slow.text().split('event: next').length).toBeLessThan(200);
    expect(quick.end()).toBeUndefined();
  });

  it("is refused to a caller at the limit, until one of the caller's streams ends", async () => {
    const token = tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02x');
    const [first, second] = [await openStream(watching, { token }), await openStream(watching, { token })];
    await Promise.all([first.until('CaughtUp'), second.until('CaughtUp')]);
    const refused = await openStream(watching, { token });
    await until(() => refused.end() !== undefined);
    expect(refused.text()).toContain('RATE_LIMITED');
    first.stop();
    let admitted: Stream | undefined;
    for (let tries = 0; tries < 100 && !admitted?.text().includes('CaughtUp'); tries++) {
      admitted = await openStream(watching, { token });
      const opened = admitted;
      await until(() => opened.text().includes('CaughtUp') || opened.end() !== undefined);
    }
    expect(admitted?.text()).toContain('CaughtUp');
  });

  it('is disconnected without a complete message when the platform stops, so clients reconnect', async () => {
    const stream = await openStream();
    await stream.until('CaughtUp');
    await api.closeLive();
    await until(() => stream.end() !== undefined);
    expect(stream.text()).not.toContain('event: complete');
  });
});
