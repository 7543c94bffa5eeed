import { parseScope } from '../../domain/scopes.ts';
import { type GrantParameters, type GrantRefusal, refuse } from './outcome.ts';
import { readTarget } from './requested-resource.ts';

/** A token exchange request (RFC 8693 §2.1) whose form is right. Nothing it names has been looked at. */
export interface ExchangeRequest {
  subjectToken: string;
  actorToken: string | undefined;
  /** Resource indicator. */
  target: string;
  /** Undefined when the client leaves the scopes to us. */
  scopes: string[] | undefined;
  issuedTokenType: string;
  organizationId: string | null;
}

export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
/** What can be asked for: our access tokens are JWTs, so both names fit (RFC 8693 §3). */
const issuedTypes = [accessTokenType, 'urn:ietf:params:oauth:token-type:jwt'];

/** oidc-provider says the same, before it asks the grant anything: of a client that may not exchange, too. */
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
type Given = Partial<Record<(typeof single)[number], string>>;

export function readExchangeRequest(parameters: GrantParameters): ExchangeRequest | GrantRefusal {
  // RFC 6749 §3.2: parameters must not be included more than once.
  const repeated = single.find((name) => Array.isArray(parameters[name]));
  if (repeated !== undefined) return refuse('invalid_request', `${repeated} must not be given twice`);
  const given = parameters as Given;
  const { subject_token: subjectToken, actor_token: actorToken, requested_token_type: issuedTokenType } = given;
  if (subjectToken === undefined) return refuse('invalid_request', 'subject_token is missing');
  const wrongType = checkTypes(given);
  if (wrongType !== undefined) return refuse('invalid_request', wrongType);
  const target = readTarget(parameters);
  if (target === undefined) return refuse('invalid_request', 'resource is missing');
  if (typeof target !== 'string') return target;
  const scopes = given.scope === undefined ? undefined : parseScope(given.scope);
  if (given.scope !== undefined && !scopes) return malformedScope;
  return {
    subjectToken,
    actorToken,
    target,
    scopes,
    issuedTokenType: issuedTokenType ?? accessTokenType,
    organizationId: given.organization_id ?? null,
  };
}

/** What is wrong with the token types, if anything. */
function checkTypes(given: Given): string | undefined {
  if (given.subject_token_type === undefined) return 'subject_token_type is missing';
  if (given.subject_token_type !== accessTokenType) return `subject_token_type must be ${accessTokenType}`;
  // RFC 8693 §2.1: required with actor_token, and must not be included without it.
  if (given.actor_token === undefined && given.actor_token_type !== undefined) {
    return 'actor_token_type must not be given without actor_token';
  }
  if (given.actor_token !== undefined && given.actor_token_type !== accessTokenType) {
    return `actor_token_type must be ${accessTokenType}`;
  }
  const requested = given.requested_token_type;
  if (requested !== undefined && !issuedTypes.includes(requested)) {
    return `requested_token_type must be ${issuedTypes.join(' or ')}`;
  }
  return undefined;
}
