import { isUtf8 } from 'node:buffer';
import { invalidField, Failure } from '../domain/failure.ts';
import { findRepeatedMember, findUnacceptable } from '../domain/json-text.ts';

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

/** The non-blank lines of a stream. Buffers at most one line; the content of a line that is too long is dropped. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let line = 1;
  let begun: Buffer[] = [];
  let length = 0;
  const take = (): Line => {
    const content = length > lineLimit ? 'too long' : Buffer.concat(begun);
    begun = [];
    length = 0;
    return { line: line++, content };
  };
  const isBlank = ({ content }: Line): boolean => content !== 'too long' && content.toString().trim() === '';
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, end));
      from = end + 1;
      const taken = take();
      if (!isBlank(taken)) yield taken;
    }
    keep(chunk.subarray(from));
  }
  const last = take();
  if (!isBlank(last)) yield last;

  function keep(part: Buffer): void {
    length += part.length;
    if (length > lineLimit) begun = [];
    else begun.push(part);
  }
}

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
