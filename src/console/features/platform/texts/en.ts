import type { Widened } from '../../../words/widened.ts';

export const texts = {
  operations: { lacking: 'not permitted' },
} as const;

export type Texts = Widened<typeof texts>;
