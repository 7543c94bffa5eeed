import type { Widened } from '../../../words/widened.ts';

export const texts = {
  title: 'Who acts as this user',
  empty: 'No administrator acts as this user.',
  act: 'Act as this user',
  end: 'End',
  through: 'through',
  until: 'until',
  explanation:
    'An application that may impersonate exchanges the token, once. The user sees who acted as them, and why.',
  code: 'Exchange the token',
} as const;

export type Texts = Widened<typeof texts>;
