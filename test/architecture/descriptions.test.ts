import { expect, it } from 'vitest';
import { readSources, type SourceFile } from './sources.ts';

/** The folders with sentences that both APIs show. */
const homes = ['vocabulary', 'domain', 'operations', 'rest'];

/** The literal sentences of a file: four words or more. */
const sentencesIn = ({ text }: Pick<SourceFile, 'text'>): string[] =>
  Array.from(
    text.matchAll(/'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"/g),
    ([, single, double]) => single ?? double ?? '',
  ).filter((sentence) => sentence.split(/\s+/).length >= 4 && !sentence.startsWith('.'));

it('the types of GraphQL repeat no description: they take it from the shape, or both from a place below', () => {
  const stated = new Map(
    homes
      .flatMap((home) => readSources(`src/${home}`))
      .flatMap((file) => sentencesIn(file).map((one) => [one, file.path])),
  );
  const repeated = readSources('src/graphql/types').flatMap((file) =>
    sentencesIn(file).flatMap((one) => (stated.has(one) ? [`${file.path} repeats ${stated.get(one)}: ${one}`] : [])),
  );
  expect(repeated).toEqual([]);
});

it('sentences are found', () => {
  const text = `description: 'Why it was refused, in words.', type: 'text', other: "The user's own name."`;
  expect(sentencesIn({ text })).toEqual(['Why it was refused, in words.', "The user's own name."]);
});
