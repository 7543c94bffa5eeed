import type { Emphasis } from '../emphasis.ts';

/** Consent, the choice of an account, and signing out. */
export const consent = {
  consent: {
    allow: (application: string) => `Allow ${application} to use your account?`,
    continueTo: (application: string) => `Continue to ${application}?`,
    signedInAs: (person: string): Emphasis => ['You are signed in as ', person, '.'],
    unnamed: 'an unnamed account',
    thirdParty: 'This application is provided by a third party.',
    agent: 'This application is an AI agent: it acts on its own.',
    returnsTo: (place: string): Emphasis => ['You return to ', place, '.'],
    yes: 'Allow',
    no: 'Do not allow',
    abilities: 'It would be able to',
    inResource: (resource: string) => `In ${resource}, on your behalf`,
    scopes: {
      openid: 'recognize you when you come back',
      profile: 'see your name, your picture and the other details of your profile',
      email: 'see your email address',
      phone: 'see your phone number',
      address: 'see your postal address',
      offline_access: 'keep this access while you are away, until it is revoked',
    } as Record<string, string>,
  },

  selectAccount: 'Choose an account',

  signOut: {
    question: 'Do you want to sign out?',
    asks: (application: string): Emphasis => ['', application, ' wants to sign you out.'],
    someAsks: 'An application wants to sign you out.',
    consequence: 'You would be signed out of every application that you use with this account in this browser.',
    yes: 'Sign out',
    no: 'Stay signed in',
    done: 'You are signed out',
    after: 'You can close this window or go back to the application.',
  },
};
