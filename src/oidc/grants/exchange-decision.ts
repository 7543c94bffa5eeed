import { mayExchange, mayExchangeForManagementApi } from '../../domain/oauth/application.ts';
import { grantScopes } from '../../domain/oauth/scopes.ts';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';
import type { PolicyState } from '../access/policy-state.ts';
import type { UserToken } from '../tokens/access-token-claims.ts';
import { checkAuthentication } from './client-checks.ts';
import type { ExchangeRequest } from './exchange-request.ts';
import { type GrantRefusal, refuse } from './grant.ts';

/** The result of a successful decision. */
export interface Granted {
  /** Names of scopes. */
  scopes: readonly string[];
  /** Seconds. */
  lifetime: number;
  signingAlg: SigningAlgorithm;
}

/** An exchange to decide. */
interface ExchangeToDecide extends Pick<ExchangeRequest, 'scopes' | 'organizationId'> {
  /** If it is for the Management API: its scopes to which the subject token is limited, if it is. */
  management: { limit: string | undefined } | undefined;
}

export const notAllowed = refuse('unauthorized_client', 'token exchange is not allowed for this application');

/** The application may exchange tokens, but not for the Management API (RFC 8693 §2.2.2). */
export const managementApiNotAllowed = refuse(
  'invalid_target',
  'exchanging tokens for the Management API is not allowed for this application: its setting managementApiAllowed is off',
);

/**
 * Decides an exchange: the rule that the grant carries out and explainTokenExchange explains. `tokenRefusal` is the
 * error in the presented tokens, if there is one; errors of the client come before it, errors of the request after it.
 */
export function decideExchange(
  request: ExchangeToDecide,
  state: PolicyState,
  tokenRefusal: GrantRefusal | undefined,
): Granted | GrantRefusal {
  const refusal = checkAuthentication(state) ?? checkMayExchange(state) ?? tokenRefusal;
  if (refusal) return refusal;
  const { accessTokenTtl: lifetime, accessTokenSigningAlg: signingAlg } = state;
  if (lifetime === null || signingAlg === null) return refuse('invalid_target', 'there is no such resource');
  if (request.management && !(state.client && mayExchangeForManagementApi(state.client)))
    return managementApiNotAllowed;
  if (request.organizationId !== null && !state.isMember) {
    return refuse('access_denied', 'the user is not a member of this organization');
  }
  const limit = request.management?.limit?.split(' ');
  const scopes = grantScopes(
    request.scopes,
    limit ? state.scopes.filter((name) => limit.includes(name)) : state.scopes,
  );
  if (scopes) return { scopes, lifetime, signingAlg };
  return limit ? beyondLimit : refuse('invalid_scope', 'the user holds none of these scopes on this resource');
}

const beyondLimit = refuse(
  'invalid_scope',
  'the subject token carries none of these scopes, or the user no longer holds them',
);

type Confined = Pick<UserToken, 'organizationId'>;

/**
 * Whether tokens that are confined to an organization may be exchanged for one that is confined to this one, or to
 * none.
 */
export function checkConfinement(
  organizationId: string | null,
  subject: Confined,
  actor: Confined | undefined,
): GrantRefusal | undefined {
  const isElsewhere = (token: Confined) => token.organizationId !== null && token.organizationId !== organizationId;
  if (isElsewhere(subject)) return refuse('access_denied', 'the subject token is confined to another organization');
  if (!actor || !isElsewhere(actor)) return undefined;
  return refuse('access_denied', 'the actor token is confined to another organization than the exchange');
}

/** Whether the client may exchange now. */
export const checkMayExchange = ({ client }: Pick<PolicyState, 'client'>): GrantRefusal | undefined =>
  client && mayExchange(client) ? undefined : notAllowed;
