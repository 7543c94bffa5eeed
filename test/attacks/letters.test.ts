import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The attacks that are known, by letter: how many there are. */
const known = { A: 5, B: 8, C: 4, D: 12, E: 11, F: 9, G: 6, H: 5, I: 3, K: 8 };

/** The numbers in a list such as "D4, D7" or "K1–K8". */
function lettersIn(list: string): string[] {
  return [...list.matchAll(/([A-Z])(\d+)(?:–[A-Z](\d+))?/g)].flatMap(([, letter = '', from = '', to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${letter}${Number(from) + index}`),
  );
}

const here = new URL('.', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, here), 'utf8');

/** The letters at the beginning of titles, and of rows of the table. */
function shown(): Set<string> {
  const files = readdirSync(here).filter((name) => name.endsWith('.test.ts'));
  const titles = files.flatMap((name) => [...read(name).matchAll(/\(\s*['"`]([A-Z]\d+(?:, [A-Z]\d+)*):/g)]);
  const rows = [...read('README.md').matchAll(/^\| ([A-Z]\d+[^:]*):.*\| `/gm)];
  return new Set([...titles, ...rows].flatMap(([, list = '']) => lettersIn(list)));
}

test('each known attack has a test, whose title begins with its letter, or a row in the table of those elsewhere', () => {
  const all = Object.entries(known).flatMap(([letter, count]) => lettersIn(`${letter}1–${letter}${count}`));
  const tested = shown();
  expect(all.filter((one) => !tested.has(one))).toEqual([]);
});
