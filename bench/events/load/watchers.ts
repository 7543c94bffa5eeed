import { randomUUID } from 'node:crypto';
import { openSocket, type Socket } from './socket.ts';

// The watchers: a process of its own that holds all sockets, so that their work is never the server's.

/** What it is told. */
export type Order =
  /** Open so many sockets; with tokens, each says who it is and subscribes. Answered when all are ready. */
  | { open: number; port: number; tokens: string[]; query: string }
  /** One message on each socket, all alike. Answered when the last one has come, which may be already. */
  | { expect: true }
  | { close: true };
/** `at`: milliseconds since the epoch when the last message came. `message`: what the first socket got. */
export type Report = { ready: true } | { at: number; message: string } | { closed: true } | { failed: string };

const sockets: Socket[] = [];
/** The messages of one event: what comes before it is asked for counts as well. */
let batch = newBatch();

function newBatch() {
  const done = Promise.withResolvers<Report>();
  // Told to whoever asks, and to nobody else.
  done.promise.catch(() => undefined);
  return { arrived: 0, first: undefined as Buffer | undefined, done };
}

process.on('message', (order: Order) => {
  obey(order).then(report, (error: unknown) => report({ failed: String(error) }));
});

function obey(order: Order): Promise<Report> {
  if ('open' in order) return open(order);
  if ('expect' in order) return expectOnEach();
  for (const socket of sockets.splice(0)) socket.close();
  batch = newBatch();
  return Promise.resolve({ closed: true });
}

/** Sockets that are being opened at the same time. */
const atOnce = 50;

async function open({ open: count, port, tokens, query }: Extract<Order, { open: number }>): Promise<Report> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const loop = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      sockets.push(await openOne(port, tokens[number % tokens.length], query));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return { ready: true };
}

/** Resolves when the socket is open; with a token, when its subscription has caught up. */
async function openOne(port: number, token: string | undefined, query: string): Promise<Socket> {
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const listener = { told: false };
  const socket = await openSocket(
    port,
    (message) => {
      if (listener.told) return arrived(message);
      if (message.includes('"CaughtUp"')) {
        listener.told = true;
        ready.resolve();
      } else if (message.includes('"connection_ack"')) {
        socket.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: { query } }));
      } else ready.reject(new Error(message.toString()));
    },
    (why) => {
      ready.reject(new Error(why));
      batch.done.reject(new Error(`A socket was lost: ${why}`));
    },
  );
  if (token === undefined) {
    listener.told = true;
    return socket;
  }
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await ready.promise;
  return socket;
}

/** Where the text of a message is the same for everybody: after `{"id":"…"`, ids being UUIDs as the published client makes them. */
const idEnd = '{"id":""'.length + 36;

async function expectOnEach(): Promise<Report> {
  try {
    return await batch.done.promise;
  } finally {
    batch = newBatch();
  }
}

function arrived(message: Buffer): void {
  batch.first ??= Buffer.from(message);
  if (!batch.first.subarray(idEnd).equals(message.subarray(idEnd)))
    batch.done.reject(new Error('Sockets were told different things.'));
  batch.arrived++;
  if (batch.arrived < sockets.length) return;
  batch.done.resolve({ at: performance.timeOrigin + performance.now(), message: batch.first.toString() });
}

function report(message: Report): void {
  process.send?.(message);
}
