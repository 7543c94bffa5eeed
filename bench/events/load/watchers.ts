import { randomUUID } from 'node:crypto';
import { openSocket, type Socket } from './socket.ts';

// The watchers: a process that holds all sockets, so that the server does no work for them.

/** The orders that it accepts. */
export type Order =
  /** Opens this many sockets; with tokens, each authenticates and subscribes. Responds when all are ready. */
  | { open: number; port: number; tokens: string[]; query: string }
  /** Expects one message on each socket, all equal. Responds when the last one has arrived, possibly earlier. */
  | { expect: true }
  | { close: true };
/** `at`: when the last message arrived, in milliseconds since the epoch. `message`: that of the first socket. */
export type Report = { ready: true } | { at: number; message: string } | { closed: true } | { failed: string };

const sockets: Socket[] = [];
/** The messages of one event, including those that arrive before the order. */
let batch = newBatch();

function newBatch() {
  const done = Promise.withResolvers<Report>();
  // The error is reported to the order that waits for it.
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

/** Sockets that are opened concurrently. */
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

/** Resolves when the socket is open and, with a token, the subscription has caught up. */
async function openOne(port: number, token: string | undefined, query: string): Promise<Socket> {
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const listener = { isReady: false };
  const socket = await openSocket(
    port,
    (message) => {
      if (listener.isReady) return arrived(message);
      if (message.includes('"CaughtUp"')) {
        listener.isReady = true;
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
    listener.isReady = true;
    return socket;
  }
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await ready.promise;
  return socket;
}

/**
 * The index from which the text of a message is the same on every socket: after `{"id":"…"`, where ids are UUIDs as of
 * graphql-ws.
 */
const idEnd = '{"id":""'.length + 36;

async function expectOnEach(): Promise<Report> {
  try {
    return await batch.done.promise;
  } finally {
    batch = newBatch();
  }
}

function arrived(message: Buffer): void {
  if (!batch.first) {
    batch.first = Buffer.from(message);
    stayAwake(batch);
  }
  if (!batch.first.subarray(idEnd).equals(message.subarray(idEnd)))
    batch.done.reject(new Error('Sockets received different messages.'));
  batch.arrived++;
  if (batch.arrived < sockets.length) return;
  batch.done.resolve({ at: performance.timeOrigin + performance.now(), message: batch.first.toString() });
}

/**
 * Polls until all messages of an event have arrived. Otherwise this process sleeps while the server prepares the next
 * message, and the server's processor is charged with waking it: 2.8 us per message if the bare server does 9 us of
 * other work between two messages, and nothing if it does none. Clients are on other machines.
 */
function stayAwake(event: typeof batch): void {
  if (batch === event && event.arrived < sockets.length) setImmediate(() => stayAwake(event));
}

function report(message: Report): void {
  process.send?.(message);
}
