import { parseScope } from '../../domain/oauth/scopes.ts';
import { type GrantParameters, type GrantRefusal, refuse } from './grant.ts';
import { readTarget, repeatableParameters } from './requested-resource.ts';

/** A token exchange request (RFC 8693 §2.1) with valid syntax. */
export interface ExchangeRequest {
  subjectToken: string;
  actorToken: string | undefined;
  /** Resource indicator. */
  target: string;
  /** Undefined: all scopes that the user holds on the resource. */
  scopes: string[] | undefined;
  issuedTokenType: string;
  organizationId: string | null;
}

export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
/** Our access tokens are JWTs, so both types apply (RFC 8693 §3). */
const issuedTypes = [accessTokenType, 'urn:ietf:params:oauth:token-type:jwt'];

/** The response of `oidc-provider`, which checks the syntax of the scope before it calls a grant. */
export const malformedScope = refuse('invalid_scope', 'scope contains invalid characters');

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

export function readExchangeRequest(parameters: GrantParameters): ExchangeRequest | GrantRefusal {
  // RFC 6749 §3.2: parameters must not be included more than once.
  const repeated = single.find((name) => Array.isArray(parameters[name]));
  if (repeated !== undefined) return refuse('invalid_request', `${repeated} must not be given twice`);
  const values = parameters as SingleParameters;
  const { subject_token: subjectToken, actor_token: actorToken, requested_token_type: issuedTokenType } = values;
  if (subjectToken === undefined) return refuse('invalid_request', 'subject_token is missing');
  const wrongType = checkTypes(values);
  if (wrongType !== undefined) return refuse('invalid_request', wrongType);
  const target = readTarget(parameters);
  if (target === undefined) return refuse('invalid_request', 'resource is missing');
  if (typeof target !== 'string') return target;
  const scopes = values.scope === undefined ? undefined : parseScope(values.scope);
  if (values.scope !== undefined && !scopes) return malformedScope;
  return {
    subjectToken,
    actorToken,
    target,
    scopes,
    issuedTokenType: issuedTokenType ?? accessTokenType,
    organizationId: values.organization_id ?? null,
  };
}

/** The error in the token types, if there is one. */
function checkTypes(parameters: SingleParameters): string | undefined {
  if (parameters.subject_token_type === undefined) return 'subject_token_type is missing';
  if (parameters.subject_token_type !== accessTokenType) return `subject_token_type must be ${accessTokenType}`;
  // RFC 8693 §2.1: required with actor_token, and must not be included without it.
  if (parameters.actor_token === undefined && parameters.actor_token_type !== undefined) {
    return 'actor_token_type must not be given without actor_token';
  }
  if (parameters.actor_token !== undefined && parameters.actor_token_type !== accessTokenType) {
    return `actor_token_type must be ${accessTokenType}`;
  }
  const requested = parameters.requested_token_type;
  if (requested !== undefined && !issuedTypes.includes(requested)) {
    return `requested_token_type must be ${issuedTypes.join(' or ')}`;
  }
  return undefined;
}
