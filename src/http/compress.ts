import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const zip = promisify(gzip);

/** Bytes below which content is sent as it is: compression would not save a packet. */
export const compressionThreshold = 1024;

/**
 * Content that is sent again is compressed once: 6 ms for the OpenAPI document, which anyone may request. No benchmark
 * sends floods of such requests.
 */
const compressions = new WeakMap<Buffer, Promise<Buffer>>();

/**
 * The content of a response in a coding that the client accepts; sets `content-encoding`, and adds to `vary`. Not for
 * responses with a secret: their length would show how much of it occurs in a text of an attacker in the same response
 * (BREACH). So it is used for queries, for GET, and for files, but neither for changes, which return new secrets, nor
 * for pages, which browsers request with cookies.
 */
export async function compress(
  accepted: string | undefined,
  response: ServerResponse,
  content: Buffer,
): Promise<Buffer> {
  if (content.length < compressionThreshold) return content;
  response.appendHeader('vary', 'accept-encoding');
  if (!acceptsGzip(accepted)) return content;
  response.setHeader('content-encoding', 'gzip');
  return compressions.getOrInsertComputed(content, zip);
}

/** RFC 9110 §12.5.3. */
export const acceptsGzip = (accepted = ''): boolean =>
  accepted.split(',').some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
