import { parseScope } from '../../domain/oauth/scopes.ts';
import type { ExchangeReason } from '../../vocabulary/exchanges/exchange-reasons.ts';
import { accessTokenType, impersonationTokenType, issuedTokenTypes } from '../../vocabulary/token-exchange.ts';
import { type ExchangeRefusal, type GrantParameters, refuse } from './grant.ts';
import { readTarget, repeatableParameters } from './requested-resource.ts';

/** A token exchange request (RFC 8693 §2.1) with valid syntax. */
export interface ExchangeRequest {
  subjectToken: string;
  /** Whether the subject token is one with which an administrator acts as another user. */
  isImpersonation: boolean;
  actorToken: string | undefined;
  /** Resource indicator. */
  target: string;
  /** Undefined: all scopes that the user holds on the resource. */
  scopes: string[] | undefined;
  issuedTokenType: string;
  organizationId: string | null;
}

/** The response of `oidc-provider`, which checks the syntax of the scope before it calls a grant. */
export const malformedScope = refuse('MALFORMED_SCOPE');

const single = [
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
  'scope',
  'organization_id',
] as const;
/** RFC 8693 §2.1, RFC 8707 §2.2, and organization_id, which is ours. */
export const exchangeParameters = [...single, ...repeatableParameters];

type SingleParameters = Partial<Record<(typeof single)[number], string>>;

export function readExchangeRequest(parameters: GrantParameters): ExchangeRequest | ExchangeRefusal {
  if (single.some((name) => Array.isArray(parameters[name]))) return refuse('REPEATED_PARAMETER');
  const values = parameters as SingleParameters;
  const { subject_token: subjectToken, actor_token: actorToken, requested_token_type: issuedTokenType } = values;
  if (subjectToken === undefined) return refuse('NO_SUBJECT_TOKEN');
  const wrongType = checkTypes(values);
  if (wrongType !== undefined) return refuse(wrongType);
  const target = readTarget(parameters);
  if (target === undefined) return refuse('NO_RESOURCE');
  if (typeof target !== 'string') return target;
  const scopes = values.scope === undefined ? undefined : parseScope(values.scope);
  if (values.scope !== undefined && !scopes) return malformedScope;
  return {
    subjectToken,
    isImpersonation: impersonates(values),
    actorToken,
    target,
    scopes,
    issuedTokenType: issuedTokenType ?? accessTokenType,
    organizationId: values.organization_id ?? null,
  };
}

/** Whether a request presents such a token. */
export const impersonates = ({ subject_token_type: type }: GrantParameters): boolean => type === impersonationTokenType;

/** The error in the token types, if there is one. */
function checkTypes(parameters: SingleParameters): ExchangeReason | undefined {
  if (parameters.subject_token_type === undefined) return 'NO_SUBJECT_TOKEN_TYPE';
  const isImpersonation = impersonates(parameters);
  if (parameters.subject_token_type !== accessTokenType && !isImpersonation) return 'WRONG_SUBJECT_TOKEN_TYPE';
  if (parameters.actor_token === undefined && parameters.actor_token_type !== undefined) {
    return 'ACTOR_TOKEN_TYPE_ALONE';
  }
  if (parameters.actor_token !== undefined && parameters.actor_token_type !== accessTokenType) {
    return 'WRONG_ACTOR_TOKEN_TYPE';
  }
  if (parameters.actor_token !== undefined && isImpersonation) return 'ACTOR_IN_IMPERSONATION';
  const requested = parameters.requested_token_type;
  if (requested !== undefined && !issuedTokenTypes.includes(requested)) {
    return 'WRONG_REQUESTED_TOKEN_TYPE';
  }
  return undefined;
}
