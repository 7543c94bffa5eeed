import { isUtf8 } from 'node:buffer';
import { badUserInput, invalidField, Failure } from '../domain/failure.ts';
import { findRepeatedMember, findUnacceptable } from '../domain/json-text.ts';
import { yieldToTokenRequests } from '../platform/admission/token-requests.ts';

/** Newline-delimited JSON (https://github.com/ndjson/ndjson-spec). */
export const ndjsonType = 'application/x-ndjson';
export const toLines = (...values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** Maximum size of a line in bytes. */
export const lineLimit = 65_536;

/** A line: its number, from 1, and its content. */
export interface Line {
  line: number;
  content: Buffer | 'too long';
}

const newline = 0x0a;
/** Lines after which other work continues: token requests first. */
const linesPerTurn = 500;
/** More blank lines in a row are refused: they cost work, and add nothing. */
const maxBlankLines = 10_000;

/**
 * The non-blank lines of a stream. Buffers at most one line; the content of a line that is too long is dropped. Throws
 * BAD_USER_INPUT after too many blank lines in a row.
 */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const begun = createBegunLine();
  let line = 0;
  let blank = 0;
  /** The next line, which ends with this part; undefined if it is blank. */
  const take = (part: Buffer): Line | undefined => {
    line += 1;
    const content = begun.end(part);
    blank = content === undefined ? blank + 1 : 0;
    if (blank > maxBlankLines) throw badUserInput(`The upload has more than ${maxBlankLines} blank lines in a row.`);
    return content === undefined ? undefined : { line, content };
  };
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const taken = take(end === from ? nothing : chunk.subarray(from, end));
      from = end + 1;
      if (taken) yield taken;
      if (line % linesPerTurn === 0) await yieldToTokenRequests();
    }
    if (from < chunk.length) begun.add(chunk.subarray(from));
  }
  const last = begun.isEmpty() ? undefined : take(nothing);
  if (last) yield last;
}

const nothing = Buffer.of();

/** A line whose end was not received yet. */
function createBegunLine() {
  let parts: Buffer[] = [];
  let length = 0;
  let isBlank = true;
  const add = (part: Buffer): void => {
    length += part.length;
    isBlank &&= isWhiteSpace(part);
    if (length > lineLimit) parts = [];
    else parts.push(part);
  };
  return {
    add,
    isEmpty: (): boolean => length === 0,
    /** The content of the line; undefined if it is blank. */
    end(part: Buffer): Line['content'] | undefined {
      if (part.length) add(part);
      const content = length > lineLimit ? 'too long' : isBlank ? undefined : Buffer.concat(parts);
      parts = [];
      length = 0;
      isBlank = true;
      return content;
    },
  };
}

/** White space of JSON (RFC 8259 §2): space, tab, line feed and carriage return. */
const isWhiteSpace = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === newline || byte === 0x0d);

const tooLong = {
  code: 'TOO_LONG',
  message: `The line must have at most ${lineLimit} bytes.`,
  maximum: lineLimit,
} as const;
const badFormat = (message: string) => invalidField({ path: [], code: 'INVALID_FORMAT', message });

/** Parses a line as JSON. Throws BAD_USER_INPUT if it is invalid or cannot be stored unchanged. */
export function readLine({ content }: Line): unknown {
  if (content === 'too long') throw invalidField({ ...tooLong, path: [] });
  if (!isUtf8(content)) throw badFormat('The line must be UTF-8.');
  const text = content.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badFormat('The line must be valid JSON.');
  }
  const problem = findUnacceptable(value) ?? findRepeatedMember(text);
  if (problem) throw new Failure('BAD_USER_INPUT', 'Invalid line.', [problem]);
  return value;
}
