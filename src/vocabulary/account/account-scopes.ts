/**
 * Scopes of the Account API. Every active person holds both, for their own account only: no role has them, and no
 * exchange leads to them.
 */
export const accountScopes = {
  'account:read': 'Read your account.',
  'account:write': 'Change your account.',
} as const;

export type AccountScope = keyof typeof accountScopes;

export const accountScopeNames = Object.keys(accountScopes) as AccountScope[];

export const isAccountScope = (name: string): name is AccountScope => Object.hasOwn(accountScopes, name);

/** The resource indicator of the Account API of a platform with this base URL. */
export const accountResourceOf = (publicUrl: string): string => `${publicUrl}/account`;
