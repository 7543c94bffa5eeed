import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { acceptsGzip, compress } from '../http/compress.ts';
import type { Admission } from '../platform/admission/admission.ts';
import { type ClientRate, createWriter } from './client-rate.ts';
import { isNotModified } from '../http/entity-tags.ts';
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
  { status, headers: ownHeaders, json, content }: RestResponse,
  type = 'application/json',
): Promise<void> {
  const whole = json === undefined ? content : Buffer.from(JSON.stringify(json));
  const isRead = method === 'GET' || method === 'HEAD';
  const bytes = isRead && whole ? await compress(headers['accept-encoding'], response, whole) : whole;
  const etag = ownHeaders?.['etag'];
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...(json !== undefined && { 'content-type': type }),
    ...(bytes && { 'content-length': bytes.length }),
    ...ownHeaders,
    // A strong tag would be that of the bytes (RFC 9110 §8.8.1).
    ...(etag !== undefined && bytes !== whole && { etag: `W/${etag}` }),
  });
  response.end(bytes);
}

interface StreamServices {
  admission: Admission;
  clientRate?: ClientRate | undefined;
}

/**
 * Sends a body while it is made, in turn, as fast as the client reads it. Makes no more of it once the client has left,
 * or has been disconnected because it reads too slowly.
 */
export const sendStream = (
  request: IncomingMessage,
  response: ServerResponse,
  result: RestResponse & { stream: BodyStream },
  { admission, clientRate }: StreamServices,
): Promise<void> =>
  admission.run('export', result.stream.caller, async (rest) => {
    if (response.destroyed) return;
    writeHead(request, response, result);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const target = acceptsGzip(request.headers['accept-encoding']) ? zippedInto(response) : response;
    const { write, end } = createWriter(response, clientRate, target);
    await sendChunks(response, result.stream, (text) => rest(() => write(text)));
    await rest(end);
  });

function writeHead(
  { method, headers, httpVersion }: IncomingMessage,
  response: ServerResponse,
  { status, headers: ownHeaders, stream }: RestResponse & { stream: BodyStream },
): void {
  response.appendHeader('vary', 'accept, accept-encoding');
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...(acceptsGzip(headers['accept-encoding']) && { 'content-encoding': 'gzip' }),
    // HTTP/1.0 has no chunks, so no trailer fields.
    ...(stream.trailer && method !== 'HEAD' && httpVersion !== '1.0' && { trailer: stream.trailer.name }),
    ...ownHeaders,
  });
}

/** A client that left is no error. */
function zippedInto(response: ServerResponse): Writable {
  const zip = createGzip();
  pipeline(zip, response).catch(() => undefined);
  return zip;
}

async function sendChunks(
  response: ServerResponse,
  { chunks, trailer }: BodyStream,
  write: (text: string) => Promise<void>,
): Promise<void> {
  try {
    for await (const chunk of chunks) {
      await write(chunk);
      if (response.destroyed) return;
    }
  } catch {
    // The maker of the body has reported its error. Without chunks, a client takes a connection that is closed as usual
    // for the end of the body (RFC 9112 §8).
    response.socket?.resetAndDestroy();
    return;
  }
  if (trailer) response.addTrailers({ [trailer.name]: trailer.value() });
}
