import { z } from 'zod';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import type { FieldProblem } from '../failure.ts';
import { examples } from '../../vocabulary/shape-parts.ts';

const maxHeaders = 20;
const maxNameLength = 64;
const maxValueLength = 4096;
/** All headers together. Many servers, ours included, refuse more than 8 KiB. */
const maxTotalLength = 6144;

/** RFC 9110 §5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110 §5.5 without obs-text, which recipients decode differently. Not empty, without spaces at the ends. */
const fieldValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers that affect the destination or framing of a message, or the format of the response. */
const refused = new Set([
  'host',
  'accept-encoding', // Responses are not decompressed.
  'expect',
  // Hop-by-hop: RFC 9110 §7.6.1, RFC 9112 §6.1, RFC 7540 §3.2.1.
  'connection',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** `content-`: set for our body; `proxy-`: hop-by-hop; `webhook-`: signed. */
const refusedStart = /^(content|proxy|webhook)-/;

/**
 * The mistakes in the custom headers of a webhook, with paths below their field. Values can be secrets, so no
 * problem contains one.
 */
export function headerProblems(headers: Record<string, string>): FieldProblem[] {
  const entries = Object.entries(headers);
  if (entries.length > maxHeaders) return [tooMany(maxHeaders, 'headers')];
  if (lengthOf(entries) > maxTotalLength) return [tooMany(maxTotalLength, 'characters in total')];
  return entries.flatMap(([name, value]) => {
    const message = nameProblem(name, headers) ?? valueProblem(value);
    return message === undefined ? [] : [{ path: [name], code: 'INVALID_VALUE', message }];
  });
}

/** Custom headers of requests, by name. */
export const headersSchema = z
  .record(z.string(), z.string())
  .superRefine((headers, context) => {
    for (const { path, message } of headerProblems(headers)) {
      context.addIssue({ code: 'custom', message, path: [...path] });
    }
  })
  .register(fieldFacts, { isSecret: true })
  .register(examples, { example: { Authorization: 'Bearer the-token-of-the-endpoint' } });

const tooMany = (maximum: number, units: string): FieldProblem => ({
  path: [],
  code: 'TOO_LONG',
  message: `Must be at most ${maximum} ${units}.`,
  maximum,
});

const lengthOf = (entries: [string, string][]): number =>
  entries.reduce((length, [name, value]) => length + `${name}: ${value}\r\n`.length, 0);

function nameProblem(name: string, headers: Record<string, string>): string | undefined {
  if (name.length > maxNameLength) return `The name must be at most ${maxNameLength} characters.`;
  if (!token.test(name)) return 'Must be a valid header name.';
  const lower = name.toLowerCase();
  if (refused.has(lower) || refusedStart.test(lower)) return 'The platform sets this header.';
  const isTwice = Object.keys(headers).some((other) => other !== name && other.toLowerCase() === lower);
  return isTwice ? 'Repeated header: names are case-insensitive.' : undefined;
}

function valueProblem(value: string): string | undefined {
  if (value.length > maxValueLength) return `The value must be at most ${maxValueLength} characters.`;
  return fieldValue.test(value)
    ? undefined
    : 'The value must be visible ASCII characters, with spaces and tabs only between them.';
}
