import type { Permission } from './permissions.ts';

/** Errors that a token exchange is refused with (RFC 6749 §5.2, RFC 8707 §2, RFC 6749 §4.1.2.1, RFC 9470 §3). */
export const exchangeErrors = [
  'invalid_client',
  'unauthorized_client',
  'invalid_request',
  'invalid_target',
  'access_denied',
  'invalid_scope',
  'insufficient_user_authentication',
] as const;

export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
/**
 * Type of the token that an administrator has prepared to act as another user: of our own, and used once
 * (RFC 8693 §3).
 */
export const impersonationTokenType = 'urn:mandate:token-type:subject';
/** Types of the token that is issued. Our access tokens are JWTs, so both apply (RFC 8693 §3). */
export const issuedTokenTypes = [accessTokenType, 'urn:ietf:params:oauth:token-type:jwt'];

/** Exchanges that can follow one another. Each one adds a service that can act for the user. */
export const maxHops = 4;

/** The administrator in the chain of a delegation, which is one however many administrators act over it. */
export const impersonationMark = 'impersonation';

/** Whether a token exchange issued a token. */
export const exchangeOutcomes = ['GRANTED', 'REFUSED'] as const;
export type ExchangeOutcome = (typeof exchangeOutcomes)[number];

/** The ways in which the ledger of token exchanges is written (setting EXCHANGE_LEDGER). */
export const exchangeLedgerModes = ['fast', 'durable', 'off'] as const;
export type ExchangeLedgerMode = (typeof exchangeLedgerModes)[number];

/** Why exchanges of some time may be missing from the ledger. */
export const exchangeGapCauses = ['ended', 'lost', 'off'] as const;
export type ExchangeGapCause = (typeof exchangeGapCauses)[number];

/** The settings of the ledger. */
export interface ExchangeLedgerSettings {
  mode: ExchangeLedgerMode;
  /** Days for which exchanges are kept. */
  retentionDays: number;
}

/** Permissions that totals of token exchanges require, all of them: they show applications and API resources. */
export const exchangeTotalsPermissions = ['applications:read', 'resources:read'] as const satisfies Permission[];

/** Whether tokens of a user are valid. */
export const userStates = ['active', 'suspended', 'unknown'] as const;
export type UserState = (typeof userStates)[number];

/** Why a token exchange does not grant a scope: the first reason that applies. */
export const scopeRefusals = [
  'MALFORMED',
  'UNKNOWN_SCOPE',
  'HELD_IN_OTHER_ORGANIZATION',
  'NOT_HELD',
  'MANAGEMENT_API_NOT_ALLOWED',
  'NOT_ALLOWED_FOR_APPLICATION',
  'NOT_CARRIED',
  'EXCHANGE_REFUSED',
] as const;
export type ScopeRefusalReason = (typeof scopeRefusals)[number];

/**
 * Permissions that an explanation requires, all of them: it shows the application, the user, roles and the API
 * resource.
 */
export const explanationPermissions = [
  'applications:read',
  'users:read',
  'roles:read',
  'resources:read',
] as const satisfies Permission[];

/** Permissions that are enough if they are held in the requested organization, for its members only. */
export const organizationExplanationPermissions = ['applications:read', 'users:read'] as const satisfies Permission[];
