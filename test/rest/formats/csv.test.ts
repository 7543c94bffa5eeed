import { expect, it } from 'vitest';
import { z } from 'zod';
import { columnsOf, rowOf } from '../../../src/rest/csv.ts';

const cell = (text: string): string => rowOf(columnsOf(z.strictObject({ text: z.string() })), { text });

it.each([
  ['=1', `'=1\r\n`],
  ['a;\n\t "=1', `"a;\n\t ""'=1"\r\n`],
  ['a; \u00a0@b', `"a; \u00a0'@b"\r\n`],
  ['  \n=1', `"  \n'=1"\r\n`],
  ['a=1 -2', 'a=1 -2\r\n'],
])('no spreadsheet executes %j', (text, line) => {
  expect(cell(text)).toBe(line);
});

it('a cell of line breaks is read once, not once for each of them', () => {
  const lines = '\n'.repeat(400_000);
  expect(cell(`a${lines}b`)).toBe(`"a${lines}b"\r\n`);
});
