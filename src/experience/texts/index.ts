import { de } from './de.ts';
import { en, type Texts } from './en.ts';

export type { Texts };

const all: Record<string, Texts> = { en, de };
export const languages = Object.keys(all);

export const textsIn = (language: string): Texts => all[language] ?? en;

/** A time until something is possible: rounded up, in the largest unit that is not coarse. */
export function duration(texts: Texts, until: Date, now: Date): string {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  if (seconds < 60) return texts.seconds(seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? texts.minutes(minutes) : texts.hours(Math.ceil(minutes / 60));
}
