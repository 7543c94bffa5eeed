import { createSafeFetch, type FetchOutcome, type SafeFetch, type SafeFetchOptions } from './safe-fetch.ts';

export interface Image {
  mediaType: string;
  bytes: Buffer;
}

/** Bytes of an image; larger ones are not fetched. */
const largestImage = 256 * 1024;
const timeoutMs = 5000;
const redirectLimit = 3;

/**
 * Fetches an image from an address that a customer set. Undefined unless the response is a whole PNG, JPEG, GIF or WebP
 * of at most 256 KiB, within 5 seconds and 3 redirects.
 */
export async function fetchImage(url: string, options: SafeFetchOptions): Promise<Image | undefined> {
  const safeFetch = createSafeFetch(options);
  try {
    return await follow(safeFetch, url, redirectLimit);
  } finally {
    await safeFetch.close();
  }
}

async function follow(safeFetch: SafeFetch, url: string, redirects: number): Promise<Image | undefined> {
  const headers = { accept: 'image/png, image/jpeg, image/gif, image/webp' };
  const outcome = await safeFetch({ url, method: 'GET', headers, timeoutMs, maxBytes: largestImage });
  const next = redirectOf(outcome, url);
  if (next !== undefined) return redirects > 0 ? follow(safeFetch, next, redirects - 1) : undefined;
  if (!outcome.ok || outcome.status !== 200 || outcome.isCut) return undefined;
  const mediaType = mediaTypeOf(outcome.bytes);
  return mediaType === undefined ? undefined : { mediaType, bytes: outcome.bytes };
}

function redirectOf(outcome: FetchOutcome, base: string): string | undefined {
  if (!outcome.ok || ![301, 302, 303, 307, 308].includes(outcome.status)) return undefined;
  const location = [outcome.headers.location].flat()[0];
  return location !== undefined && URL.canParse(location, base) ? new URL(location, base).href : undefined;
}

/** The first bytes of each type (WHATWG MIME Sniffing §6.1), in hexadecimal digits. */
const signatures: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/webp', /^52494646.{8}574542505650/],
];

/** By content: a header may lie, and SVG can contain scripts. */
function mediaTypeOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 16).toString('hex');
  return signatures.find(([, pattern]) => pattern.test(start))?.[0];
}
