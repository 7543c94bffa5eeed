import { mayExchange } from '../../domain/application.ts';
import { grantScopes } from '../../domain/scopes.ts';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';
import type { PolicyAnswer } from '../access/policy-question.ts';
import type { UserToken } from '../tokens/access-token-claims.ts';
import type { ExchangeRequest } from './exchange-request.ts';
import { type GrantRefusal, refuse } from './outcome.ts';

/** What an exchange that is decided for gives. */
export interface Granted {
  /** Names of scopes. */
  scopes: readonly string[];
  /** Seconds that a token for the resource lives. */
  lifetime: number;
  signingAlg: SigningAlgorithm;
}

export const notAllowed = refuse('unauthorized_client', 'token exchange is not allowed for this application');

/**
 * What comes of an exchange: the whole rule, for the grant that carries it out and for who explains it. `tokenRefusal` is what is
 * wrong with the tokens that were presented, if anything: it counts after the client's own state and before what is asked for.
 */
export function decideExchange(
  request: Pick<ExchangeRequest, 'scopes' | 'organizationId'>,
  answer: PolicyAnswer,
  tokenRefusal: GrantRefusal | undefined,
): Granted | GrantRefusal {
  const refusal = checkAuthentication(answer) ?? checkMayExchange(answer) ?? tokenRefusal;
  if (refusal) return refusal;
  const { accessTokenTtl: lifetime, accessTokenSigningAlg: signingAlg } = answer;
  if (lifetime === null || signingAlg === null) return refuse('invalid_target', 'there is no such resource');
  if (request.organizationId !== null && !answer.isMember) {
    return refuse('access_denied', 'the user is not a member of this organization');
  }
  const scopes = grantScopes(request.scopes, answer.scopes);
  return scopes
    ? { scopes, lifetime, signingAlg }
    : refuse('invalid_scope', 'the user holds none of these scopes on this resource');
}

type Confined = Pick<UserToken, 'organizationId'>;

/** Whether tokens that may be confined to an organization are good for an exchange that is confined to this one, or to none. */
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

type Client = Pick<PolicyAnswer, 'client'>;

/** Whether there still is a client that may authenticate: the record by which it did may be older. */
export const checkAuthentication = ({ client }: Client): GrantRefusal | undefined =>
  client && !client.isSuspended ? undefined : refuse('invalid_client', 'client authentication failed');

/** Whether the client, as it is now, may exchange. */
export const checkMayExchange = ({ client }: Client): GrantRefusal | undefined =>
  client && mayExchange(client) ? undefined : notAllowed;
