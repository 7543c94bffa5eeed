import type { Emphasis } from '../emphasis.ts';

/** Sign-ins at identity providers, and the link of an identity with an account. */
export const identities = {
  continueWithProvider: (provider: string) => `Continue with ${provider}`,
  lastUsed: 'Last used',
  atProvider: (provider: string) => `Sign in with ${provider}`,
  atProviderWhy: (provider: string) => `You continue at ${provider}, and then come back here.`,
  continueAs: (person: string, provider: string): Emphasis => [`At ${provider} you are `, person, '.'],
  providerFailed: (provider: string) => `${provider} did not work`,
  providerFailedWhy: (provider: string) =>
    `The response of ${provider} cannot be used. Try again, or choose another way.`,
  providerRefusedWhy: (provider: string) => `The sign-in was ended at ${provider}. Try again, or choose another way.`,
  linkIdentity: (provider: string) => `Link ${provider} with your account?`,
  linkIdentityWhy: (account: string, person: string, provider: string): Emphasis => [
    'You can then sign in to the account ',
    account,
    ` as ${person} with ${provider}.`,
  ],
  linkYes: 'Link',
  linkNo: 'Continue without linking',
  proveAccount: 'Sign in once to link',
  proveAccountWhy: (account: string, provider: string): Emphasis => [
    'You already have the account ',
    account,
    `. Sign in to it once to link it with ${provider}.`,
  ],
};

/** Why such a sign-in cannot go on. */
export const identityRefusals = {
  'identity-unlinked': 'You already have an account with this address. Sign in to it in another way.',
  'identity-linked-elsewhere': 'Another account is linked with this identity. Unlink it there first.',
  'provider-disabled': 'This way to sign in has changed meanwhile. Begin again.',
  'sso-required': 'Your organization requires its own sign-in. Begin again and enter your email address.',
};
