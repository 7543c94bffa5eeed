import type { Emphasis } from '../emphasis.ts';

/** Sign-ins at identity providers, and the link of an identity with an account. */
export const identities = {
  continueWithProvider: (provider: string) => `Continuer avec ${provider}`,
  lastUsed: 'Dernière utilisation',
  atProvider: (provider: string) => `Se connecter avec ${provider}`,
  atProviderWhy: (provider: string) => `Vous continuez chez ${provider}, puis vous revenez ici.`,
  continueAs: (person: string, provider: string): Emphasis => [`Chez ${provider}, vous êtes `, person, '.'],
  providerFailed: (provider: string) => `La connexion avec ${provider} a échoué`,
  providerFailedWhy: (provider: string) =>
    `La réponse de ${provider} est inutilisable. Réessayez ou choisissez un autre moyen.`,
  providerRefusedWhy: (provider: string) =>
    `La connexion a été interrompue chez ${provider}. Réessayez ou choisissez un autre moyen.`,
  linkIdentity: (provider: string) => `Associer ${provider} à votre compte ?`,
  linkIdentityWhy: (account: string, person: string, provider: string): Emphasis => [
    'Vous pourrez alors vous connecter au compte ',
    account,
    ` en tant que ${person} avec ${provider}.`,
  ],
  linkYes: 'Associer',
  linkNo: 'Continuer sans associer',
  proveAccount: 'Connectez-vous une fois pour associer',
  proveAccountWhy: (account: string, provider: string): Emphasis => [
    'Vous avez déjà le compte ',
    account,
    `. Connectez-vous-y une fois pour l’associer à ${provider}.`,
  ],
};

/** Why such a sign-in cannot go on. */
export const identityRefusals = {
  'identity-unlinked': 'Vous avez déjà un compte avec cette adresse. Connectez-vous par un autre moyen.',
  'identity-linked-elsewhere': 'Un autre compte est associé à cette identité. Dissociez-la d’abord de ce compte.',
  'provider-disabled': 'Ce moyen de connexion a changé entre-temps. Recommencez.',
  'sso-required': 'Votre organisation exige sa propre connexion. Recommencez et saisissez votre adresse e-mail.',
};
