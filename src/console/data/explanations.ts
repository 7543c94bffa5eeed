import type { Search } from './address.ts';

/** A question about an exchange: ids alone, whose names are read by those who may. */
export type Question = { [Name in 'app' | 'user' | 'resource' | 'org' | 'scopes']?: Search[Name] | undefined };

/** The key of the latest questions in the storage of this browser. */
const place = 'explanations';
const kept = 5;

/** The latest questions of this browser that were answered. */
export const latestQuestions = (): Question[] => JSON.parse(localStorage.getItem(place) ?? '[]') as Question[];

/** Whether two questions are the same: what is not chosen is in none of them. */
export const isSame = (one: Question, other: Question): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Keeps a question that was answered. */
export function remember(question: Question): void {
  const others = latestQuestions().filter((one) => !isSame(one, question));
  localStorage.setItem(place, JSON.stringify([question, ...others].slice(0, kept)));
}
