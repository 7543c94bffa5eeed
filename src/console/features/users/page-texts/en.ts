import type { Widened } from '../../../words/widened.ts';

export const texts = {
  impersonation: {
    title: 'Who acts as this user',
    empty: 'No administrator acts as this user.',
    act: 'Act as this user',
    end: 'End',
    through: 'through',
    until: 'until',
    explanation:
      'An application that may impersonate exchanges the token, once. The user sees who acted as them, and why.',
    code: 'Exchange the token',
  },
  withoutFactor: {
    password: 'Password only: there is no second factor.',
    identity: 'No password and no second factor: signs in with an identity provider.',
    email: 'No password and no second factor: signs in with a code by email.',
    phone: 'No password and no second factor: signs in with a code by text message.',
    none: 'No password and no second factor: no way to sign in yet.',
    unknown: 'No password and no second factor.',
  },
} as const;

export type Texts = Widened<typeof texts>;
