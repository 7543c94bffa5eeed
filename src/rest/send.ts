import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { acceptsGzip, compress } from '../http/compress.ts';
import { yieldToTokenRequests } from '../platform/priority.ts';
import { isNotModified } from './entity-tags.ts';
import type { BodyStream, RestResponse } from './route.ts';

/** 304 if the client has the representation already. */
export function conditional({ method, headers }: IncomingMessage, result: RestResponse): RestResponse {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || result.status !== 200 || !isNotModified(headers, result.headers?.['etag'])) return result;
  const { 'content-type': _, ...kept } = result.headers ?? {};
  return { status: 304, headers: kept };
}

/** Compresses reads: see `compress`. Node.js omits the body for HEAD (RFC 9110 §9.3.2). */
export async function send(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { status, headers: own, json, content }: RestResponse,
  type = 'application/json',
): Promise<void> {
  const whole = json === undefined ? content : Buffer.from(JSON.stringify(json));
  const isRead = method === 'GET' || method === 'HEAD';
  const sent = isRead && whole ? await compress(headers['accept-encoding'], response, whole) : whole;
  const etag = own?.['etag'];
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...(json !== undefined && { 'content-type': type }),
    ...(sent && { 'content-length': sent.length }),
    ...own,
    // A strong tag would be that of the bytes (RFC 9110 §8.8.1).
    ...(etag !== undefined && sent !== whole && { etag: `W/${etag}` }),
  });
  response.end(sent);
}

/**
 * Sends a body while it is made, as fast as the client receives it. Makes no more of it once the client has left, or
 * receives nothing for the timeout.
 */
export async function sendStream(
  { method, headers, httpVersion }: IncomingMessage,
  response: ServerResponse,
  { status, headers: own, stream }: RestResponse,
  stallTimeout = 30_000,
): Promise<void> {
  const isZipped = acceptsGzip(headers['accept-encoding']);
  const isSent = stream !== undefined && method !== 'HEAD';
  response.appendHeader('vary', 'accept, accept-encoding');
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...(isZipped && { 'content-encoding': 'gzip' }),
    // HTTP/1.0 has no chunks, so no trailer fields.
    ...(isSent && httpVersion !== '1.0' && { trailer: stream.trailer.name }),
    ...own,
  });
  if (!isSent) return void response.end();
  response.once('timeout', () => response.destroy());
  const chunks = paced(stream, response, stallTimeout);
  // A client that left is no error, and the maker of the body has reported its own.
  await (isZipped ? pipeline(chunks, createGzip(), response) : pipeline(chunks, response)).catch(() => undefined);
}

/** The timeout runs while the client has something to receive, not while the next part is made. */
async function* paced(
  { chunks, trailer }: BodyStream,
  response: ServerResponse,
  stallTimeout: number,
): AsyncGenerator<string> {
  try {
    for await (const chunk of chunks) {
      response.setTimeout(stallTimeout);
      yield chunk;
      response.setTimeout(0);
      await yieldToTokenRequests();
    }
  } catch (error) {
    // Without chunks, a client takes a connection that is closed as usual for the end of the body (RFC 9112 §8).
    response.socket?.resetAndDestroy();
    throw error;
  }
  response.addTrailers({ [trailer.name]: trailer.value() });
  response.setTimeout(stallTimeout);
}
