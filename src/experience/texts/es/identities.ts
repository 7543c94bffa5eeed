import type { Emphasis } from '../emphasis.ts';

/** Sign-ins at identity providers, and the link of an identity with an account. */
export const identities = {
  continueWithProvider: (provider: string) => `Continuar con ${provider}`,
  lastUsed: 'Último usado',
  atProvider: (provider: string) => `Iniciar sesión con ${provider}`,
  atProviderWhy: (provider: string) => `Continúas en ${provider} y luego vuelves aquí.`,
  continueAs: (person: string, provider: string): Emphasis => [`En ${provider} eres `, person, '.'],
  providerFailed: (provider: string) => `No ha funcionado con ${provider}`,
  providerFailedWhy: (provider: string) =>
    `La respuesta de ${provider} no se puede usar. Inténtalo de nuevo o elige otra forma.`,
  providerRefusedWhy: (provider: string) =>
    `El inicio de sesión se canceló en ${provider}. Inténtalo de nuevo o elige otra forma.`,
  linkIdentity: (provider: string) => `¿Vincular ${provider} con tu cuenta?`,
  linkIdentityWhy: (account: string, person: string, provider: string): Emphasis => [
    'Después podrás iniciar sesión en la cuenta ',
    account,
    ` como ${person} con ${provider}.`,
  ],
  linkYes: 'Vincular',
  linkNo: 'Continuar sin vincular',
  proveAccount: 'Inicia sesión una vez para vincular',
  proveAccountWhy: (account: string, provider: string): Emphasis => [
    'Ya tienes la cuenta ',
    account,
    `. Inicia sesión en ella una vez para vincularla con ${provider}.`,
  ],
};

/** Why such a sign-in cannot go on. */
export const identityRefusals = {
  'identity-unlinked': 'Ya tienes una cuenta con esta dirección. Inicia sesión en ella de otra forma.',
  'identity-linked-elsewhere': 'Otra cuenta está vinculada con esta identidad. Desvincúlala primero allí.',
  'provider-disabled': 'Esta forma de iniciar sesión ha cambiado mientras tanto. Empieza de nuevo.',
  'sso-required':
    'Tu organización exige su propio inicio de sesión. Empieza de nuevo e introduce tu correo electrónico.',
};
