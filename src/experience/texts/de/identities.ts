import type { Emphasis } from '../emphasis.ts';

/** Sign-ins at identity providers, and the link of an identity with an account. */
export const identities = {
  continueWithProvider: (provider: string) => `Weiter mit ${provider}`,
  lastUsed: 'Zuletzt benutzt',
  atProvider: (provider: string) => `Mit ${provider} anmelden`,
  atProviderWhy: (provider: string) => `Sie melden sich bei ${provider} an und kommen dann hierher zurück.`,
  continueAs: (person: string, provider: string): Emphasis => [`Bei ${provider} sind Sie `, person, '.'],
  providerFailed: (provider: string) => `Mit ${provider} hat es nicht geklappt`,
  providerFailedWhy: (provider: string) =>
    `Die Antwort von ${provider} ist nicht verwendbar. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.`,
  providerRefusedWhy: (provider: string) =>
    `Die Anmeldung wurde bei ${provider} beendet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.`,
  linkIdentity: (provider: string) => `${provider} mit Ihrem Konto verknüpfen?`,
  linkIdentityWhy: (account: string, person: string, provider: string): Emphasis => [
    'Danach können Sie sich beim Konto ',
    account,
    ` als ${person} mit ${provider} anmelden.`,
  ],
  linkYes: 'Verknüpfen',
  linkNo: 'Ohne Verknüpfung weiter',
  proveAccount: 'Einmal anmelden, dann verknüpfen',
  proveAccountWhy: (account: string, provider: string): Emphasis => [
    'Sie haben schon das Konto ',
    account,
    `. Melden Sie sich einmal bei ihm an, um es mit ${provider} zu verknüpfen.`,
  ],
};

/** Why such a sign-in cannot go on. */
export const identityRefusals = {
  'identity-unlinked': 'Sie haben schon ein Konto mit dieser Adresse. Melden Sie sich dort auf einem anderen Weg an.',
  'identity-linked-elsewhere': 'Diese Identität ist mit einem anderen Konto verknüpft. Lösen Sie sie zuerst dort.',
  'provider-disabled': 'Dieser Anmeldeweg hat sich inzwischen geändert. Beginnen Sie von vorn.',
  'sso-required':
    'Ihre Organisation verlangt ihre eigene Anmeldung. Beginnen Sie von vorn, und geben Sie Ihre E-Mail-Adresse ein.',
};
