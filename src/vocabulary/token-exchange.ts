import type { Permission } from './permissions.ts';

/** Errors that a token exchange is refused with (RFC 6749 §5.2, RFC 8707 §2, RFC 6749 §4.1.2.1). */
export const exchangeErrors = [
  'invalid_client',
  'unauthorized_client',
  'invalid_request',
  'invalid_target',
  'access_denied',
  'invalid_scope',
] as const;

/** How a user stands towards tokens. */
export const userStates = ['active', 'suspended', 'unknown'] as const;
export type UserState = (typeof userStates)[number];

/** Why a scope is not granted by a token exchange: the first of them that is true. */
export const scopeRefusals = [
  'MALFORMED',
  'UNKNOWN_SCOPE',
  'HELD_IN_OTHER_ORGANIZATION',
  'NOT_HELD',
  'EXCHANGE_REFUSED',
] as const;
export type ScopeRefusalReason = (typeof scopeRefusals)[number];

/** What asking for an explanation needs, all of it: it tells of the application, the user, the roles and the API resource. */
export const explanationPermissions = [
  'applications:read',
  'users:read',
  'roles:read',
  'resources:read',
] as const satisfies Permission[];
