import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginTokenRequest, endTokenRequest } from '../../../src/platform/admission/token-requests.ts';
import { type Line, lineLimit, linesOf } from '../../../src/rest/ndjson.ts';
import { turns } from '../../support/until.ts';

async function* chunksOf(...texts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text as string);
}
const read = async (...texts: string[]): Promise<Line[]> => Array.fromAsync(linesOf(chunksOf(...texts)));
const shown = (lines: readonly Line[]) => lines.map(({ line, content }) => `${line} ${content.toString()}`);

describe('the lines of an upload', () => {
  it('are those that are not blank, with their numbers, wherever its chunks end', async () => {
    const text = '\n{"a":1}\r\n \t\r\n\n{"b":\n  x  \n';
    const expected = ['2 {"a":1}\r', '5 {"b":', '6   x  '];
    expect(shown(await read(text))).toEqual(expected);
    expect(shown(await read(...Array.from(text)))).toEqual(expected);
    expect(shown(await read('{"last":1}'))).toEqual(['1 {"last":1}']);
    expect(await read('', ' ', '\n', ' ')).toEqual([]);
  });

  it('have no byte order mark at the beginning of the first one, wherever its chunks end', async () => {
    const text = '\uFEFF{"a":1}\n\uFEFF{"b":2}\n';
    const bytes = Array.from(Buffer.from(text), (byte) => Buffer.of(byte));
    const expected = ['1 {"a":1}', '2 \uFEFF{"b":2}'];
    expect(shown(await read(text))).toEqual(expected);
    expect(shown(await Array.fromAsync(linesOf(chunksOf(...bytes))))).toEqual(expected);
    expect(shown(await read('\uFEFF\n', 'a'))).toEqual(['2 a']);
    expect(await read('\uFEFF')).toEqual([]);
  });

  it('have a maximum length, beyond which their content is dropped', async () => {
    const long = 'x'.repeat(lineLimit);
    expect(shown(await read(`${long}y\n`, 'a\n'))).toEqual(['1 too long', '2 a']);
    expect((await read(long, 'y'))[0]?.content).toBe('too long');
    expect((await read(`${long}\n`))[0]?.content).toHaveLength(lineLimit);
  });

  it('end with a refusal after 10,000 blank ones in a row', async () => {
    const blank = (count: number, line = '\n') => line.repeat(count);
    expect(shown(await read(`${blank(10_000)}a\n${blank(10_000, ' \r\n')}b`))).toEqual(['10001 a', '20002 b']);
    for (const line of ['\n', ' \r\n']) {
      await expect(read(blank(6000, line), blank(4001, line))).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: 'The upload has more than 10000 blank lines in a row.',
      });
    }
  });

  it('take no memory while they are blank', async () => {
    const concat = vi.spyOn(Buffer, 'concat');
    const toString = vi.spyOn(Buffer.prototype, 'toString');
    await read('\n'.repeat(1000), ' \n'.repeat(1000));
    expect([concat, toString].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    vi.restoreAllMocks();
  });
});

describe('while a token is requested', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => {
    // The timer of work that yields is one of the process: a pending one would keep others from being set.
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  });

  it.each([
    ['lines', 'a\n'],
    ['blank lines', '\n'],
  ])('no more than 500 %s are read', async (_what, line) => {
    beginTokenRequest();
    let isRead = false;
    let count = 0;
    const source = chunksOf(line.repeat(501), line.repeat(501));
    const reading = (async () => {
      for await (const _ of linesOf(source)) count++;
      isRead = true;
    })();
    await turns(20);
    expect(isRead).toBe(false);
    expect(count).toBeLessThanOrEqual(500);
    endTokenRequest();
    await reading;
    expect(count).toBe(line === '\n' ? 0 : 1002);
  });
});
