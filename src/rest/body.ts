import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { badUserInput, Failure } from '../domain/failure.ts';
import { findRepeatedMember, findUnacceptable } from '../domain/json-text.ts';
import { HttpFailure } from './failures.ts';

/** Bytes that a body may have. */
export const bodyLimit = 1_048_576;

const jsonType = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

/** The JSON object that is the body of a request; empty when there is no body. */
export function readObject(headers: IncomingHttpHeaders, body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  // RFC 9110 §15.5.16: both the type and the coding of a body.
  if (!jsonType.test(headers['content-type'] ?? '')) {
    const accept = { accept: 'application/json' };
    throw new HttpFailure(415, 'The content type of the body has to be application/json.', { headers: accept });
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpFailure(415, 'The body may not be compressed.', { headers: { 'accept-encoding': 'identity' } });
  }
  const value = parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badUserInput('The body has to be a JSON object.');
  }
  return value as Record<string, unknown>;
}

function parse(body: Buffer): unknown {
  // Else what is no character would silently become another one.
  if (!isUtf8(body)) throw new HttpFailure(400, 'The body is not UTF-8.', { path: [] });
  const text = body.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpFailure(400, 'The body is not JSON.', { path: [] });
  }
  const problem = findUnacceptable(value) ?? findRepeatedMember(text);
  if (problem) throw new Failure('BAD_USER_INPUT', 'The body is not acceptable.', [problem]);
  return value;
}
