import type { Texts } from './en.ts';

export const texts: Texts = {
  operations: { lacking: 'nicht erlaubt' },
};
