import { useMemo } from 'react';
import { problemsOf } from '../../data/change.ts';
import { useWords, type Words } from '../../words/index.ts';
import { errorOf } from './Problems.tsx';
import { problemText } from './problem-text.ts';
import type { Change } from './use-change.ts';

/** The problems of the fields of a form, by path: those that the platform states, and missing values if they show. */
export function useProblems(type: string, change: Change, showsMissing: boolean): ReadonlyMap<string, string> {
  const words = useWords();
  const error = errorOf(change);
  const { missing, lacking } = change;
  return useMemo(() => {
    const stated = problemsOf(error).map(
      (problem) => [problem.path.join('.'), problemText(words, type, problem)] as const,
    );
    return new Map([...stated, ...(showsMissing ? missingTexts(words, missing, lacking) : [])]);
  }, [error, words, type, missing, lacking, showsMissing]);
}

function missingTexts(words: Words, missing: readonly string[], lacking: readonly string[]): [string, string][] {
  const [first] = lacking;
  const required = missing.map((path): [string, string] => [path, words.change.required]);
  return first === undefined ? required : [...required, [first, oneOfText(words, lacking)]];
}

const oneOfText = ({ change: texts, label, locale }: Words, names: readonly string[]): string =>
  texts.oneOf(new Intl.ListFormat(locale, { type: 'disjunction' }).format(names.map(label)));

/** The names of the fields that are still to be filled in, as a sentence. */
export function gapsText(words: Words, { missing, lacking }: Pick<Change, 'missing' | 'lacking'>): string {
  const { change: texts, label, locale } = words;
  const names = new Set(missing.map((path) => label(path.split('.').at(-1) ?? '')));
  return [
    ...(names.size > 0 ? [texts.fill(new Intl.ListFormat(locale).format(names))] : []),
    ...(lacking.length > 0 ? [oneOfText(words, lacking)] : []),
  ].join(' ');
}
