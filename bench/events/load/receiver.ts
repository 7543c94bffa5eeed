import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

// The receiver of webhooks, as a process. Requests to `/hang` get no response.

/** The orders that it accepts. */
export type Order =
  | { listen: true }
  /** Resets the count. A sample is verified with the secret of its path. */
  | { begin: Record<string, string> }
  /** Responds when this many messages have arrived. */
  | { count: number }
  /** Responds when a message with this mark ("mark-" and a number) has arrived, possibly earlier. */
  | { await: string }
  /** Closes all requests without a response. */
  | { release: true };
/** `waiting`: requests without a response. */
export type Report =
  | { port: number }
  | { begun: true }
  | Counted
  | { at: number }
  | { waiting: number }
  | { failed: string };
/** When the first and the last message arrived, in milliseconds since the epoch, and the text of the last. */
export interface Counted {
  from: number;
  to: number;
  sample: string;
}

/** One of this many messages is verified with the standardwebhooks package. */
const verifyEvery = 50;

let verifiers = new Map<string, Webhook>();
let arrivals = { count: 0, from: 0, to: 0, sample: '' };
let counted: { count: number; done: PromiseWithResolvers<Report> } | undefined;
let awaited: { mark: string; done: PromiseWithResolvers<Report> } | undefined;
/** When marks arrived. */
const marks = new Map<string, number>();
const hanging = new Set<ServerResponse>();
const now = () => performance.timeOrigin + performance.now();

const server = createServer((request, response) => {
  if (request.url?.startsWith('/hang')) {
    request.resume();
    hanging.add(response.once('close', () => hanging.delete(response)));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => arrived(request, response, Buffer.concat(chunks)));
});
const listening = Promise.withResolvers<number>();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  listening.resolve(typeof address === 'object' && address ? address.port : 0);
});

function arrived(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const at = now();
  response.writeHead(204).end();
  if (arrivals.count === 0) arrivals.from = at;
  arrivals.count++;
  arrivals.to = at;
  const verifier = arrivals.count % verifyEvery === 1 ? verifiers.get(request.url ?? '') : undefined;
  if (verifier) {
    verifier.verify(body, request.headers as Record<string, string>);
    arrivals.sample = body.toString();
  }
  if (counted && arrivals.count >= counted.count) counted.done.resolve(arrivals);
  const mark = body.includes('mark-') ? /mark-\d+/.exec(body.toString())?.[0] : undefined;
  if (mark === undefined || marks.has(mark)) return;
  marks.set(mark, at);
  if (mark === awaited?.mark) awaited.done.resolve({ at });
}

process.on('message', (order: Order) => {
  obey(order).then(report, (error: unknown) => report({ failed: String(error) }));
});

async function obey(order: Order): Promise<Report> {
  if ('listen' in order) return { port: await listening.promise };
  if ('begin' in order) {
    verifiers = new Map(Object.entries(order.begin).map(([path, secret]) => [path, new Webhook(secret)]));
    arrivals = { count: 0, from: 0, to: 0, sample: '' };
    return { begun: true };
  }
  if ('release' in order) {
    const waiting = hanging.size;
    for (const response of hanging) response.destroy();
    return { waiting };
  }
  const done = Promise.withResolvers<Report>();
  if ('count' in order) {
    counted = { count: order.count, done };
    if (arrivals.count >= order.count) done.resolve(arrivals);
  } else {
    awaited = { mark: order.await, done };
    const at = marks.get(order.await);
    if (at !== undefined) done.resolve({ at });
  }
  return done.promise;
}

function report(message: Report): void {
  process.send?.(message);
}
