import type { Widened } from '../../../words/widened.ts';

export const texts = {
  holder: 'Give this role to a person, for example to yourself',
  newPerson: 'or create a person with it',
  afterRole: 'after a role',
  explain: 'See what a token would hold',
  first: 'Exchange the first token',
} as const;

export type Texts = Widened<typeof texts>;
