import type { IncomingMessage } from 'node:http';

/** Whether the request has a form (RFC 6749 appendix B). `oidc-provider` refuses any other body. */
export function hasForm({ headers }: IncomingMessage): boolean {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
  const length = headers['content-length'];
  return isForm && (headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0));
}

/**
 * Reads the body and puts it back, so that the library reads it itself. Undefined: it is too long. Rejects when the client
 * goes away before it is complete.
 */
export function peekBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      request.off('readable', take).off('close', gone);
      settle();
    };
    const gone = () => finish(() => reject(new ClientGone()));
    const take = () => {
      for (let chunk = read(request); chunk && size <= limit; chunk = read(request)) {
        chunks.push(chunk);
        size += chunk.length;
      }
      if (size > limit) finish(() => resolve(undefined));
      else if (request.complete) finish(() => resolve(putBack(request, Buffer.concat(chunks))));
    };
    request.on('readable', take).on('close', gone);
  });
}

export class ClientGone extends Error {}

const read = (request: IncomingMessage): Buffer | null => request.read() as Buffer | null;

// In the same turn in which the last chunk was read: a moment later the stream has ended and takes nothing back.
function putBack(request: IncomingMessage, body: Buffer): Buffer {
  if (body.length > 0) request.unshift(body);
  else for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete request.headers[name];
  return body;
}
