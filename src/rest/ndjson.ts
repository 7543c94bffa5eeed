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
const nothing = Buffer.of();
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
  let nextTurn = linesPerTurn;
  const skip = (lines: number): void => {
    line += lines;
    blank += lines;
    if (blank > maxBlankLines) throw badUserInput(`The upload has more than ${maxBlankLines} blank lines in a row.`);
  };
  /** The next line, which ends with this part; undefined if it is blank. */
  const take = (part: Buffer): Line | undefined => {
    const content = begun.end(part);
    if (content === undefined) {
      skip(1);
      return undefined;
    }
    line += 1;
    blank = 0;
    return { line, content };
  };
  for await (const chunk of withoutMark(source)) {
    let from = 0;
    while (from < chunk.length) {
      const blanks = begun.isEmpty() ? blankLines(chunk, from) : undefined;
      if (blanks?.count) skip(blanks.count);
      from = blanks?.end ?? from;
      const end = chunk.indexOf(newline, from);
      const taken = end < 0 ? begun.add(chunk.subarray(from)) : take(chunk.subarray(from, end));
      from = end < 0 ? chunk.length : end + 1;
      if (taken) yield taken;
      if (line >= nextTurn) {
        nextTurn = line + linesPerTurn;
        await yieldToTokenRequests();
      }
    }
  }
  const last = begun.isEmpty() ? undefined : take(nothing);
  if (last) yield last;
}

const byteOrderMark = Buffer.from('\uFEFF');

/** A stream without a byte order mark at its start, which many editors and exports write (RFC 8259 §8.1). */
async function* withoutMark(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = nothing;
  for await (const chunk of source) {
    if (start) {
      start = start.length > 0 ? Buffer.concat([start, chunk]) : chunk;
      if (start.length < byteOrderMark.length) continue;
      yield start.subarray(start.indexOf(byteOrderMark) === 0 ? byteOrderMark.length : 0);
      start = undefined;
    } else yield chunk;
  }
  if (start) yield start;
}

/**
 * The blank lines of a chunk from a position, which begins a line: how many in a row, and where the last one ends.
 * Stops after more than are accepted.
 */
function blankLines(chunk: Buffer, from: number): { count: number; end: number } {
  let count = 0;
  let end = from;
  for (let at = from; at < chunk.length && count <= maxBlankLines; at++) {
    const byte = chunk[at];
    if (byte === newline) {
      count += 1;
      end = at + 1;
    } else if (!isWhiteSpace(byte)) break;
  }
  return { count, end };
}

/** A line whose end was not received yet. */
function createBegunLine() {
  let parts: Buffer[] = [];
  let length = 0;
  let isBlank = true;
  const add = (part: Buffer): undefined => {
    if (part.length === 0) return;
    length += part.length;
    isBlank &&= part.every(isWhiteSpace);
    if (length > lineLimit) parts = [];
    else parts.push(part);
  };
  return {
    add,
    isEmpty: (): boolean => length === 0,
    /** The content of the line; undefined if it is blank. */
    end(part: Buffer): Line['content'] | undefined {
      add(part);
      const content = length > lineLimit ? 'too long' : isBlank ? undefined : Buffer.concat(parts);
      parts = [];
      length = 0;
      isBlank = true;
      return content;
    },
  };
}

/** White space of JSON (RFC 8259 §2): space, tab, line feed and carriage return. */
const isWhiteSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === newline || byte === 0x0d;

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
