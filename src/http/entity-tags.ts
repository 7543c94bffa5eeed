import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Characters of the digest in an entity tag. */
const digestLength = 16;

const withVersion = new RegExp(String.raw`^\s*(?:W/)?"(\d{1,9})(?:-[\w-]{${digestLength}})?"\s*$`);

/** The pattern of `If-Match`, for the documentation. */
export const ifMatchPattern = String.raw`^(W/)?"[0-9]{1,9}(-[\w-]{${digestLength}})?"$|^\*$`;

/**
 * The entity tag of a representation (RFC 9110 §8.8.3): the version of the record, which `If-Match` compares, and a
 * digest, because a representation also contains what changes without a new version.
 */
export function etagOf(json: { version?: number }): string {
  const digest = digestOf(JSON.stringify(json));
  const { version } = json;
  return version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
}

export const digestOf = (content: string | Buffer): string =>
  hash('sha256', content, 'base64url').slice(0, digestLength);

/** The version in an entity tag; also in a weak one, because some proxies weaken tags. */
export function versionIn(tag: string): number | undefined {
  const version = withVersion.exec(tag)?.[1];
  return version === undefined ? undefined : Number(version);
}

/** Whether the client has this representation already (RFC 9110 §13.1.2). */
export function isNotModified(
  { 'if-none-match': header }: Pick<IncomingHttpHeaders, 'if-none-match'>,
  etag: string | undefined,
): boolean {
  if (header === undefined || etag === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
