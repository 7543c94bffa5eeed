import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A body that was read: its bytes, or that it has more than allowed, or nothing because the client went away. */
export type Body = Buffer | 'too large' | undefined;

/**
 * Reads the body of a request, at most `limit` bytes of it; what is beyond is received and dropped. Through the Fetch API's streams,
 * which bound it as well, the same would cost as much as all the rest of a small query.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const { promise, resolve } = Promise.withResolvers<Body>();
  // Its end was reported before.
  if (request.destroyed) resolve(undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else {
      chunks.length = 0;
      resolve('too large');
    }
  });
  request.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('close', () => resolve(undefined));
  return promise;
}

const patient = new WeakSet<Duplex>();

/** Takes a request out of the server's limit for whole requests: whoever reads its body sees to it that it does not come too slowly. */
export function keepOwnTime(request: IncomingMessage): void {
  const { socket } = request;
  patient.add(socket);
  request.once('close', () => patient.delete(socket));
}

/** Whether the request that comes over this connection has no limit of the server's. */
export const keepsOwnTime = (socket: Duplex): boolean => patient.has(socket);
