// Keeps one subscription connected: over a WebSocket, or over server-sent events where WebSockets are cut.
import { createClient as createSocket } from 'graphql-ws';
import { accessToken, dropTokens } from '../session/session.ts';

interface FeedSubscription<Data> {
  query: string;
  /** Read before each connection, so that it continues after the latest message. */
  variables: () => Record<string, unknown>;
  onData: (data: Data) => void;
  onLost: () => void;
}

interface Messages<Data> {
  iterate: (payload: { query: string; variables: Record<string, unknown> }) => AsyncIterable<{ data?: Data | null }>;
  dispose: () => unknown;
  /** Ends a connection whose other side may not answer. */
  terminate?: () => void;
}

/** WebSockets that end without a message before server-sent events are tried. */
const mostFailures = 2;
/** Milliseconds between connections: doubled after each that brought no message. */
const wait = { least: 1000, most: 15_000 };
/** Milliseconds: a ping of a WebSocket, which is also when readiness is checked, and how long its pong may take. */
const ping = 12_000;
const pong = 5000;
/** Milliseconds without a byte after which a stream is lost: the platform sends a comment every 12 s. */
const silence = 30_000;

/** Connects, and connects again until the signal aborts. */
export async function keepConnected<Data>(subscription: FeedSubscription<Data>, signal?: AbortSignal): Promise<void> {
  let failures = 0;
  for (let pause = wait.least; ; ) {
    // A platform that is away is no reason to give up WebSockets.
    const overStream = failures >= mostFailures && (await isReachable());
    const received = await follow(overStream ? openStream<Data> : openSocket<Data>, subscription, signal);
    if (signal?.aborted) return;
    subscription.onLost();
    if (received) failures = overStream ? mostFailures : 0;
    else failures = overStream ? 0 : failures + 1;
    pause = received ? wait.least : Math.min(pause * 2, wait.most);
    // Not all tabs at the same moment.
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
  }
}

/** Reads the messages until the connection ends. Returns whether there was one. */
async function follow<Data>(
  open: () => Messages<Data> | Promise<Messages<Data>>,
  subscription: FeedSubscription<Data>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let received = false;
  let messages: Messages<Data> | undefined;
  let checks: ReturnType<typeof setInterval> | undefined;
  const end = (): void => void messages?.dispose();
  signal?.addEventListener('abort', end);
  try {
    messages = await open();
    if (signal?.aborted) return false;
    checks = endUnlessReady(messages);
    const payload = { query: subscription.query, variables: subscription.variables() };
    for await (const { data } of messages.iterate(payload)) {
      received = true;
      if (data) subscription.onData(data);
    }
  } catch (error) {
    if (isRefusedToken(error)) dropTokens();
  } finally {
    clearInterval(checks);
    signal?.removeEventListener('abort', end);
    end();
  }
  return received;
}

/** A process whose database is away keeps its connections open, and has nothing to send. */
const endUnlessReady = ({ terminate, dispose }: Messages<unknown>): ReturnType<typeof setInterval> =>
  setInterval(async () => {
    if (!(await isReady())) void (terminate ?? dispose)();
  }, ping);

/** Close code 4403 of graphql-ws, or status 401 of a stream. */
function isRefusedToken(error: unknown): boolean {
  const { code, response } = (error ?? {}) as { code?: number; response?: { status?: number } };
  return code === 4403 || response?.status === 401;
}

const authorization = async (): Promise<string> => `Bearer ${(await accessToken()) ?? ''}`;

function openSocket<Data>(): Messages<Data> {
  let missing: ReturnType<typeof setTimeout> | undefined;
  const socket = createSocket({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    retryAttempts: 0,
    keepAlive: ping,
    connectionAckWaitTimeout: 10_000,
    connectionParams: async () => ({ authorization: await authorization() }),
    on: {
      // A connection that was cut in silence has no other sign.
      ping: (isReceived) => {
        if (!isReceived) missing = setTimeout(() => socket.terminate(), pong);
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(missing);
      },
      closed: () => clearTimeout(missing),
    },
  });
  return socket as Messages<Data>;
}

/** Loaded when it is needed: most networks let WebSockets through. */
async function openStream<Data>(): Promise<Messages<Data>> {
  const { createClient } = await import('graphql-sse');
  const client = createClient({
    url: `${location.origin}/graphql`,
    retryAttempts: 0,
    headers: async () => ({ authorization: await authorization() }),
    fetchFn: async (input: string, init: RequestInit) => {
      const response = await fetch(input, init);
      return new Response(response.body?.pipeThrough(endedBySilence()) ?? null, response);
    },
  });
  return client;
}

function endedBySilence(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let timer: ReturnType<typeof setTimeout>;
  const restart = (controller: TransformStreamDefaultController): void => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new Error('The stream was silent for too long.')), silence);
  };
  return new TransformStream({
    start: restart,
    transform(chunk, controller) {
      restart(controller);
      controller.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
}

/** False only for an answer of the platform itself: a proxy may keep the address to itself. */
async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store' })).status !== 503;
  } catch {
    // The connection ends by itself, or by a missing pong.
    return true;
  }
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
