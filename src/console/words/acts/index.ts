import { use } from 'react';
import type { OperationWords } from '../../../vocabulary/operation-words.ts';
import english from '../../generated/operation-words.json' with { type: 'json' };
import type { Language } from '../language.ts';
import { useWords } from '../index.ts';
import { type Acts, type GeneratedWords, partsOf } from './act.ts';

const languages: Readonly<Record<Language, () => Promise<Acts>>> = {
  en: async () => (await import('./en.ts')).acts,
  de: async () => (await import('./de.ts')).acts,
};

const loading = new Map<string, Promise<Acts>>();

function load(language: Language): Promise<Acts> {
  const promise = loading.get(language) ?? languages[language]();
  loading.set(language, promise);
  return promise;
}

/** The words of acts in the language that is shown. They are loaded with what shows them first. */
export function useActs(): Acts {
  const { locale } = useWords();
  // React requires each call: it knows by it which hooks follow one that has waited.
  return use(load(locale === 'de' ? 'de' : 'en'));
}

const generated: Readonly<Record<string, GeneratedWords>> = english;

/** The words of an operation, in English where a language lacks them, with the places that they have. */
export function wordsOf({ operations }: Acts, name: string): OperationWords & Pick<GeneratedWords, 'places'> {
  const words = generated[name];
  if (!words) throw new Error(`${name} has no words.`);
  return { ...words, ...operations[name], places: words.places };
}

/** The explanation in a form, by the sentence of the platform; in English where a language lacks it. */
export const explained = ({ sentences }: Acts, english: string): string => sentences[english] ?? english;

/** The title of an operation that names nothing in particular: "Suspend or reactivate a user". */
export function titleOf(acts: Acts, name: string): string {
  const { title, places } = wordsOf(acts, name);
  return partsOf(title, (field) => unnamed(acts, places, field)).join('');
}

/** The words in the place of a record that is not known. */
export function unnamed({ nouns }: Acts, places: GeneratedWords['places'], field: string): string {
  const { kind = field, isMany = false } = places[field] ?? {};
  const noun = nouns[kind];
  return (isMany ? noun?.many : noun?.one) ?? kind;
}
