import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

/** A comment from its first line on: lines of `//` that follow one another are one comment. */
const comment = /\/\*\*?\s+(?:\*\s+)?[\s\S]*?\*\/|(?<=^|\s)\/\/ .*(?:\n[^\S\n]*\/\/.*)*/gm;

/** Words that leave open what the thing is: "The address to which…" states it, and "Where…" does not. */
const withoutNoun = /^(?:\/\*\*?\s+(?:\*\s+)?|\/\/ )(?:How|Those|What|Where|Who|Whom|Whose)\b.*/;

const withoutNounIn = (path: string, text: string): string[] =>
  Array.from(text.matchAll(comment), ([words]) => withoutNoun.exec(words)?.[0] ?? [])
    .flat()
    .map((words) => `${path}: ${words}`);

/** This file has comments that do not, as examples in a text. */
const thisFile = 'test/architecture/comments.test.ts';

it('comments begin with what the thing is', () => {
  const sources = ['src', 'test', 'bench', 'tools'].flatMap(readSources).filter(({ path }) => path !== thisFile);
  expect(sources.flatMap(({ path, text }) => withoutNounIn(path, text))).toEqual([]);
});

it('comments are found in each form', () => {
  const text =
    "/** What it is. */\n/**\n * Who calls it.\n */\nrun(); // Where it ends.\n// Now.\n// How it goes on.\n'//'";
  expect(withoutNounIn('a.ts', text)).toHaveLength(3);
  expect(withoutNounIn('a.ts', '/** Whether it is. */\n/** The place where it is. */')).toEqual([]);
});
