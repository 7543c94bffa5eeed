import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { badUserInput, Failure } from '../domain/failure.ts';
import { findRepeatedMember, findUnacceptable } from '../domain/json-text.ts';
import { textOf } from '../http/body.ts';
import { HttpFailure } from './failures.ts';
import type { Method } from './route.ts';

/** Maximum size of a body in bytes. */
export const bodyLimit = 1_048_576;

const jsonType = 'application/json';

/** Media types of a body. A PATCH has the same effect with each of its types. */
export const bodyTypes = (method: Method): readonly string[] =>
  method === 'PATCH' ? [jsonType, 'application/merge-patch+json'] : [jsonType];

/** `Accept-Patch` of an address with PATCH (RFC 5789 §3.1). */
export const acceptPatch = { 'accept-patch': bodyTypes('PATCH').join(', ') };

/** The media type of a content type whose charset, if it has one, is UTF-8. */
const mediaType = /^([^\s;]+)\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** Parses the body as a JSON object; an empty body is an empty object. */
export function readObject(method: Method, headers: IncomingHttpHeaders, body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  const types = bodyTypes(method);
  const contentType = mediaType.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (contentType === undefined || !types.includes(contentType)) {
    const accepted = { accept: types.join(', '), ...(method === 'PATCH' && acceptPatch) };
    throw new HttpFailure(415, `The content type must be ${types.join(' or ')}.`, { headers: accepted });
  }
  const value = parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badUserInput('The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

function parse(body: Buffer): unknown {
  // Otherwise invalid bytes would silently become replacement characters.
  if (!isUtf8(body)) throw new HttpFailure(400, 'The body must be UTF-8.', { path: [] });
  const text = textOf(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpFailure(400, 'The body must be valid JSON.', { path: [] });
  }
  const problem = findUnacceptable(value) ?? findRepeatedMember(text);
  if (problem) throw new Failure('BAD_USER_INPUT', 'Invalid body.', [problem]);
  return value;
}
