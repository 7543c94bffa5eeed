import type { Widened } from '../../../words/widened.ts';

export const texts = {
  noUser: 'No user holds this role yet. Those who do get its scopes.',
  noApplication: 'No application holds this role yet. Those that do get its scopes with their own credentials.',
  toUser: 'Assign to a user',
  toApplication: 'Assign to an application',
  firstUser: 'Assign it to a user',
  firstApplication: 'Assign it to an application',
  all: 'All users with this role',
} as const;

export type Texts = Widened<typeof texts>;
