import { count } from '../../../../words/en-numbers.ts';
import type { Widened } from '../../../../words/widened.ts';

export const texts = {
  more: (number: number) => (number === 1 ? '1 scope more:' : `${count.format(number)} scopes more:`),
  noMore: 'No scope more: they are held already, or the roles have none.',
} as const;

export type Texts = Widened<typeof texts>;
