import type { FieldProblem } from './failure.ts';

const maxHeaders = 20;
const maxNameLength = 64;
const maxValueLength = 4096;
/** All of them together: servers commonly refuse more than 8 KiB, ours among them. */
const maxTotalLength = 6144;

/** RFC 9110 §5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110 §5.5, without the obsolete bytes above ASCII, which everyone reads differently. Not empty, no space at either end. */
const fieldValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Names that would change where a message goes, where it ends, or how its answer is read. */
const refused = new Set([
  'host',
  'accept-encoding', // Answers are read as they come.
  'expect',
  // Of one connection only, RFC 9110 §7.6.1, RFC 9112 §6.1 and what RFC 7540 §3.2.1 made of it.
  'connection',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** `content-`: the body is ours; `proxy-`: of one connection only; `webhook-`: what is signed. */
const refusedStart = /^(content|proxy|webhook)-/;

/**
 * What is wrong with the headers that are sent with every message of a webhook beside ours: paths below the field that holds them.
 * Empty when they may be sent. Values can be secrets: no problem repeats one.
 */
export function headerProblems(headers: Record<string, string>): FieldProblem[] {
  const entries = Object.entries(headers);
  if (entries.length > maxHeaders) return [{ path: [], message: `There are more than ${maxHeaders} headers.` }];
  if (lengthOf(entries) > maxTotalLength)
    return [{ path: [], message: `The headers are longer than ${maxTotalLength} characters together.` }];
  return entries.flatMap(([name, value]) => {
    const message = nameProblem(name, headers) ?? valueProblem(value);
    return message === undefined ? [] : [{ path: [name], message }];
  });
}

const lengthOf = (entries: [string, string][]): number =>
  entries.reduce((length, [name, value]) => length + `${name}: ${value}\r\n`.length, 0);

function nameProblem(name: string, headers: Record<string, string>): string | undefined {
  if (name.length > maxNameLength) return `The name is longer than ${maxNameLength} characters.`;
  if (!token.test(name)) return 'This is not the name of a header.';
  const lower = name.toLowerCase();
  if (refused.has(lower) || refusedStart.test(lower)) return 'This header is set by the platform.';
  const isTwice = Object.keys(headers).some((other) => other !== name && other.toLowerCase() === lower);
  return isTwice ? 'This header is given twice: names are the same in upper and lower case.' : undefined;
}

function valueProblem(value: string): string | undefined {
  if (value.length > maxValueLength) return `The value is longer than ${maxValueLength} characters.`;
  return fieldValue.test(value)
    ? undefined
    : 'A value is visible ASCII characters, with spaces and tabs between them only.';
}
