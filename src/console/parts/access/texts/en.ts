import type { Widened } from '../../../words/widened.ts';

export const texts = {
  onlyOne: 'Only this person can assign roles to people: if they cannot sign in, no one can help.',
  toAnother: (role: string) => `Assign ${role} to another person`,
  newOne: 'Create a second administrator',
} as const;

export type Texts = Widened<typeof texts>;
