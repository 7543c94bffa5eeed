import type { Widened } from '../../../words/widened.ts';

export const texts = {
  identityProviders: {
    title: 'Identity providers',
    empty:
      'With an identity provider, people sign in with the accounts that they have: at Google, Microsoft, or your customer.',
    create: 'Add identity provider',
    domains: 'Domains',
    success: 'Last success',
    failure: 'Last failure',
    why: 'What failed last',
    test: 'Test settings',
    toggle: 'Enable or disable',
    pages: 'Sign-in pages',
    button: 'button',
    required: 'required',
    hidden: 'no button',
    tabs: { overview: 'Overview', settings: 'Settings', organizations: 'Organizations', people: 'People' },
  },
} as const;

export type Texts = Widened<typeof texts>;
