import { isUtf8 } from 'node:buffer';
import { badUserInput, Failure } from '../domain/failure.ts';
import { findRepeatedMember, findUnacceptable } from '../domain/json-text.ts';

/** Bytes that one line may have. */
export const lineLimit = 65_536;

/** A line of newline-delimited JSON (https://github.com/ndjson/ndjson-spec): its number, from 1, and what it holds. */
export interface Line {
  line: number;
  content: Buffer | 'too long';
}

const newline = 0x0a;

/** The lines of a stream that are not blank. No more than one line is kept at a time, and of one that is too long, nothing. */
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

/** The JSON on a line. Throws BAD_USER_INPUT for what is none, or what cannot be kept as it stands. */
export function readLine({ content }: Line): unknown {
  if (content === 'too long') throw badUserInput(`A line has at most ${lineLimit} bytes.`);
  if (!isUtf8(content)) throw badUserInput('This line is not UTF-8.');
  const text = content.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badUserInput('This line is not JSON.');
  }
  const problem = findUnacceptable(value) ?? findRepeatedMember(text);
  if (problem) throw new Failure('BAD_USER_INPUT', 'This line is not acceptable.', [problem]);
  return value;
}
