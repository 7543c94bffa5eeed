import { count } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

export const texts = {
  experience: {
    signIn: 'Signing in',
    signUp: 'Signing up',
    first: 'Ways to sign in',
    password: 'Passwords',
    characters: (minimum: number) => `at least ${count.format(minimum)} characters`,
    second: 'A second factor is required',
    requirements: {
      ALWAYS: 'from everyone',
      FOR_ADMINISTRATORS: 'from people who have one, and from administrators',
      NEVER: 'only where an application requests it',
      WHEN_ENROLLED: 'from people who have one',
    },
    secondWays: 'Second factors',
    trusted: 'Browsers are trusted for',
    days: (days: number) => (days === 1 ? '1 day' : `${count.format(days)} days`),
    sessionLimit: 'A sign-in lasts at most',
    sessionIdleLimit: 'Without activity it lasts',
    countries: 'Countries of phone numbers',
    noCountry: 'none: no SMS is sent',
    accountAllows: 'People may change themselves',
    isOpen: 'People can create accounts',
    verifies: 'With a verified',
    requires: 'And with a',
    terms: 'Terms to accept',
    allowed: 'Domains of email addresses',
    allDomains: 'all',
    denied: 'Except',
    tabs: { policy: 'Policy', tests: 'Tests', branding: 'Branding', preview: 'Preview', attempts: 'Attempts' },
    tests: 'Tests',
    noTests: 'No test. A test states what the policy must lead to: a change that breaks one is refused.',
    ready: 'signed in',
  },
  attempts: {
    title: 'Sign-in attempts',
    empty: 'No attempt yet. Ask a person for the reference on their page.',
    reference: 'Reference',
    wasRefused: 'With a refusal',
    finds: 'reference or id',
    unknown: 'No attempt of the last 30 days has this reference. Ask the person to read it out again.',
    application: 'Application',
    purpose: 'Purpose',
    steps: 'Steps',
    sendLink: 'Send a one-time link',
    removeFactors: 'Remove second factors',
  },
} as const;

export type Texts = Widened<typeof texts>;
