import type { Language } from './language.ts';

/** The text that is shown when the console cannot start, before the other texts are loaded. */
interface StartWords {
  title: string;
  again: string;
  /** `difference` is a duration in words. */
  clock(difference: string): string;
  storage: string;
}

export const startWords: Readonly<Record<Language, StartWords>> = {
  en: {
    title: 'The console cannot start',
    again: 'Try again',
    clock: (difference) => `The clock of this computer is wrong by ${difference}. Set it, and try again.`,
    storage: 'Allow cookies and site data for this address, and try again.',
  },
  de: {
    title: 'Die Konsole kann nicht starten',
    again: 'Erneut versuchen',
    clock: (difference) =>
      `Die Uhr dieses Computers weicht um ${difference} ab. Stellen Sie sie richtig, und versuchen Sie es erneut.`,
    storage: 'Erlauben Sie Cookies und Websitedaten für diese Adresse, und versuchen Sie es erneut.',
  },
};

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A duration in its largest unit, such as "2 hours". */
export function durationIn(language: Language, seconds: number): string {
  const [unit, length] = units.find((one) => seconds >= one[1]) ?? ['minute', 60];
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  });
  return format.format(seconds / length);
}
