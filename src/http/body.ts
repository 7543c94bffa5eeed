import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** The bytes of a body, `too large`, or undefined if the client closed the connection. */
export type Body = Buffer | 'too large' | undefined;

const decoder = new TextDecoder();

/**
 * The text of a body. Without a byte order mark, which many editors write and parsers of JSON may ignore (RFC 8259
 * §8.1).
 */
export const textOf = (body: Buffer): string => decoder.decode(body);

/** Reads the body of a request. What exceeds `limit` bytes is received and dropped. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const body = await peekBody(request, limit);
  request.resume();
  return body;
}

/**
 * Reads the body without ending the stream, so that `putBackBody` can return it to another reader. At once if all of it
 * has arrived.
 */
export function peekBody(request: IncomingMessage, limit: number): Body | Promise<Body> {
  // The close event was emitted before.
  if (request.destroyed) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  /** False until the body is complete, or too large. */
  const read = (): boolean => {
    const chunk = readBuffered(request);
    if (chunk) {
      chunks.push(chunk);
      size += chunk.length;
    }
    return request.complete || size > limit;
  };
  const result = (): Body => (size > limit ? 'too large' : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  if (read()) return result();
  return new Promise((resolve) => {
    const finish = (body: Body) => {
      request.off('readable', onReadable).off('close', onClose);
      resolve(body);
    };
    const onReadable = () => {
      if (read()) finish(result());
    };
    const onClose = () => finish(undefined);
    request.on('readable', onReadable).on('close', onClose);
  });
}

/** Returns a peeked body to the stream. */
export function putBackBody(request: IncomingMessage, body: Buffer): void {
  if (body.length > 0) request.unshift(body);
}

// A read of more than is buffered would end the stream, after which nothing can be put back.
const readBuffered = (request: IncomingMessage): Buffer | null =>
  request.readableLength > 0 ? (request.read(request.readableLength) as Buffer | null) : null;

/** Whether a body has a content coding (RFC 9110 §8.4): nothing here decodes one. */
export const hasCoding = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

const ownTimeout = new WeakSet<Duplex>();

/** Exempts a request from the server's limit for the whole request: its reader has a limit of its own. */
export function exemptFromRequestTimeout(request: IncomingMessage): void {
  const { socket } = request;
  ownTimeout.add(socket);
  request.once('close', () => ownTimeout.delete(socket));
}

/** Whether the request on this connection is exempt. */
export const isExemptFromRequestTimeout = (socket: Duplex): boolean => ownTimeout.has(socket);
