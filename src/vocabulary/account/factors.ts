/** With what a user proves their identity, besides a password. */
export const factorKinds = ['passkey', 'totp', 'backup-code'] as const;
export type FactorKind = (typeof factorKinds)[number];
