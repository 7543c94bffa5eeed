// Keeps subscriptions connected: over a WebSocket, or over server-sent events where WebSockets are cut.
import { createClient as createSocket } from 'graphql-ws';
import { accessToken, dropTokens } from '../../session/session.ts';

export interface FeedSubscription {
  query: string;
  /** Read before each connection, so that it continues after the latest message. */
  variables?: () => Record<string, unknown>;
  /** Returns true to connect again. */
  onData: (data: unknown) => boolean | undefined;
  onLost?: (how: Loss) => void;
}

/** Why a connection ended. */
interface Loss {
  /** The rights do not suffice any more. */
  isRefused: boolean;
  /** The platform cannot read the cursor: it has another key. */
  isCursorUnknown: boolean;
}

interface Answer {
  data?: unknown;
  errors?: RefusedSubscription['errors'] | undefined;
}

interface Messages {
  /** Begins a subscription. The connection is closed when the last one has returned. */
  iterate: (payload: { query: string; variables: Record<string, unknown> }) => AsyncIterableIterator<Answer>;
  /** Ends a connection whose other side may not answer. */
  cut: () => void;
}

/** WebSockets that end without a message before server-sent events are tried. */
const maxFailures = 2;
/** Milliseconds between connections: doubled after each that brought no message. */
const minDelay = 1000;
const maxDelay = 15_000;
/** Milliseconds: a ping of a WebSocket, which is also when readiness is checked, and how long its pong may take. */
const ping = 12_000;
const pong = 5000;
/** Milliseconds without a byte after which a stream is lost: the platform sends a comment every 12 s. */
const silence = 30_000;

/**
 * Connects, and connects again until the signal aborts. The first subscription matters most: a stream has only that
 * one, because browsers open few connections to an origin (HTTP/1.1).
 */
export async function keepConnected(
  subscriptionsNow: () => readonly FeedSubscription[],
  signal?: AbortSignal,
): Promise<void> {
  let failures = 0;
  for (let delay = minDelay; ; ) {
    // A platform that does not respond is no reason to give up WebSockets.
    const overStream = failures >= maxFailures && (await isReachable());
    const subscriptions = subscriptionsNow();
    const { received, ...loss } = await (overStream
      ? follow(openStream, subscriptions.slice(0, 1), signal)
      : follow(openSocket, subscriptions, signal));
    if (signal?.aborted) return;
    for (const { onLost } of subscriptions) onLost?.(loss);
    if (received) failures = overStream ? maxFailures : 0;
    else failures = overStream ? 0 : failures + 1;
    delay = received ? minDelay : Math.min(delay * 2, maxDelay);
    // Not all tabs at the same moment.
    await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random() / 2)));
  }
}

/** Reads the messages until the connection, or one of its subscriptions, ends. */
async function follow(
  open: () => Messages | Promise<Messages>,
  subscriptions: readonly FeedSubscription[],
  signal: AbortSignal | undefined,
): Promise<Loss & { received: boolean }> {
  let received = false;
  const loss = { isRefused: false, isCursorUnknown: false };
  let checks: ReturnType<typeof setInterval> | undefined;
  const begun: AsyncIterableIterator<Answer>[] = [];
  // Not by closing the socket: a subscription that waits for it would still be sent.
  const end = (): void => begun.forEach((answers) => void answers.return?.());
  signal?.addEventListener('abort', end);
  const read = async ({ iterate }: Messages, { query, variables, onData }: FeedSubscription): Promise<void> => {
    const answers = iterate({ query, variables: variables?.() ?? {} });
    begun.push(answers);
    for await (const { data, errors } of answers) {
      if (errors !== undefined) throw new RefusedSubscription(errors);
      received = true;
      if (data && onData(data)) return;
    }
  };
  try {
    const opened = await open();
    if (signal?.aborted) return { received, ...loss };
    checks = endUnlessReady(opened);
    await Promise.race(subscriptions.map((subscription) => read(opened, subscription)));
  } catch (error) {
    loss.isRefused = isRefusal(error);
    loss.isCursorUnknown = hasCode(error, 'INVALID_CURSOR');
    if (loss.isRefused) dropTokens();
  } finally {
    clearInterval(checks);
    signal?.removeEventListener('abort', end);
    end();
  }
  return { received, ...loss };
}

/** A process whose database does not respond keeps its connections open, and has nothing to send. */
const endUnlessReady = ({ cut }: Messages): ReturnType<typeof setInterval> =>
  setInterval(async () => {
    if (!(await isReady())) cut();
  }, ping);

class RefusedSubscription extends Error {
  readonly errors: readonly { extensions?: { code?: unknown } }[];
  constructor(errors: readonly { extensions?: { code?: unknown } }[]) {
    super('The platform refused a subscription.');
    this.errors = errors;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof RefusedSubscription && error.errors.some(({ extensions }) => extensions?.code === code);

/** Close code 4403 of graphql-ws, status 401 of a stream, or a subscription that requires another permission. */
function isRefusal(error: unknown): boolean {
  if (error instanceof RefusedSubscription) return hasCode(error, 'FORBIDDEN');
  const { code, response } = (error ?? {}) as { code?: number; response?: { status?: number } };
  return code === 4403 || response?.status === 401;
}

const authorization = async (): Promise<string> => `Bearer ${(await accessToken()) ?? ''}`;

function openSocket(): Messages {
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
  return { iterate: socket.iterate, cut: socket.terminate };
}

/** Loaded when it is needed: most networks let WebSockets through. */
async function openStream(): Promise<Messages> {
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
  return { iterate: client.iterate, cut: client.dispose };
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
