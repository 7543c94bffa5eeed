import { mayExchange, mayExchangeForManagementApi } from '../../domain/oauth/application.ts';
import { grantScopes } from '../../domain/oauth/scopes.ts';
import type { ExchangeReason } from '../../vocabulary/exchanges/exchange-reasons.ts';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';
import type { PolicyState } from '../access/policy-state.ts';
import type { UserToken } from '../tokens/access-token-claims.ts';
import { checkAuthentication } from './client-checks.ts';
import type { ExchangeRequest } from './exchange-request.ts';
import {
  checkAudience,
  checkOrganization,
  checkOwner,
  checkSignIn,
  checkTarget,
  type ExchangeSubject,
  scopeSteps,
} from './exchange-rules.ts';
import { type ExchangeRefusal, refuse } from './grant.ts';

/** The result of a successful decision. */
export interface Granted {
  /** Names of scopes. */
  scopes: readonly string[];
  /** Seconds. */
  lifetime: number;
  signingAlg: SigningAlgorithm;
}

/** An exchange to decide. */
export interface ExchangeToDecide extends Pick<ExchangeRequest, 'scopes' | 'organizationId'> {
  /**
   * If it is for the Management API: its scopes to which the subject token is limited, if it is, and whether it comes
   * from an impersonation.
   */
  management: { limit: string | undefined; isImpersonated: boolean } | undefined;
  subject: ExchangeSubject;
}

export const notAllowed = refuse('EXCHANGE_NOT_ALLOWED');

/** The application may exchange tokens, but not for the Management API (RFC 8693 §2.2.2). */
const managementApiNotAllowed = refuse('MANAGEMENT_API_NOT_ALLOWED');

/**
 * Decides an exchange: the rule that the grant carries out and explainTokenExchange explains. `tokenRefusal` is what
 * is wrong with the presented tokens by the state, if anything is; errors of the client and its owner come before it,
 * errors of the request after it. A token with a wrong signature, issuer or time does not get here.
 */
export function decideExchange(
  request: ExchangeToDecide,
  state: PolicyState,
  tokenRefusal: ExchangeRefusal | undefined,
): Granted | ExchangeRefusal {
  const refusal =
    checkAuthentication(state) ?? checkMayExchange(state) ?? checkOwner(state.exchangeRules) ?? tokenRefusal;
  if (refusal) return refusal;
  const { accessTokenTtl: lifetime, accessTokenSigningAlg: signingAlg } = state;
  if (lifetime === null || signingAlg === null) return refuse('UNKNOWN_RESOURCE');
  if (request.management?.isImpersonated) return refuse('IMPERSONATION_FOR_MANAGEMENT_API');
  if (request.management && !(state.client && mayExchangeForManagementApi(state.client)))
    return managementApiNotAllowed;
  const ruledOut = checkRules(request, state);
  if (ruledOut) return ruledOut;
  const scopes = narrowing(request, state)(request.scopes);
  return 'reason' in scopes ? refuse(scopes.reason) : { scopes: scopes.granted, lifetime, signingAlg };
}

/**
 * The rules of the application, and between them that members alone act in an organization: an application learns who
 * is a member neither by a token that is not for it to use, nor of an organization that it may not name.
 */
const checkRules = (
  { organizationId, subject }: ExchangeToDecide,
  { exchangeRules: rules, isMember }: PolicyState,
): ExchangeRefusal | undefined =>
  checkTarget(rules) ??
  checkOrganization(rules, organizationId) ??
  checkAudience(rules, subject) ??
  (organizationId !== null && !isMember ? refuse('NOT_A_MEMBER') : undefined) ??
  checkSignIn(rules, subject);

/** Narrows requested scopes to those that are held, and that the subject token and the rules allow. */
export function narrowing(
  { management, subject }: Pick<ExchangeToDecide, 'management' | 'subject'>,
  { scopes: held, exchangeRules: rules }: PolicyState,
): (scopes: readonly string[] | undefined) => ReturnType<typeof grantScopes<ExchangeReason>> {
  const limit = management?.limit?.split(' ');
  const names = limit ? held.filter((name) => limit.includes(name)) : held;
  const reason = limit ? 'SCOPE_NOT_CARRIED' : 'SCOPE_NOT_HELD';
  const steps = scopeSteps(rules, subject);
  return (scopes) => grantScopes<ExchangeReason>(scopes, { names, reason }, steps);
}

type Confined = Pick<UserToken, 'organizationId'>;

/**
 * Whether tokens that are confined to an organization may be exchanged for one that is confined to this one, or to
 * none.
 */
export function checkConfinement(
  organizationId: string | null,
  subject: Confined,
  actor: Confined | undefined,
): ExchangeRefusal | undefined {
  const isElsewhere = (token: Confined) => token.organizationId !== null && token.organizationId !== organizationId;
  if (isElsewhere(subject)) return refuse('SUBJECT_IN_OTHER_ORGANIZATION');
  if (!actor || !isElsewhere(actor)) return undefined;
  return refuse('ACTOR_IN_OTHER_ORGANIZATION');
}

/** Whether the client may exchange now. */
export const checkMayExchange = ({ client }: Pick<PolicyState, 'client'>): ExchangeRefusal | undefined =>
  client && mayExchange(client) ? undefined : notAllowed;
