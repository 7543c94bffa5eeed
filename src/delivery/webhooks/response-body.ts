import type { FetchResponse } from '../../platform/network/safe-fetch.ts';

/**
 * The body of a response as text that PostgreSQL can store: U+FFFD for every NUL and malformed sequence, without a
 * character that is cut in the middle.
 */
export function responseBody({ bytes, isCut }: Pick<FetchResponse, 'bytes' | 'isCut'>): string {
  if (bytes.length === 0) return '';
  return new TextDecoder().decode(bytes, { stream: isCut }).replaceAll('\0', '\uFFFD');
}
