import { mayExchange } from '../../domain/oauth/application.ts';
import { extendChain } from '../../domain/oauth/actor-chain.ts';
import type { PolicyQuery, PolicyState } from '../access/policy-state.ts';
import type { ClientRecord } from '../clients.ts';
import type { ExchangeFacts } from '../ledger/exchange-row.ts';
import type { UserToken } from '../tokens/access-token-claims.ts';
import { checkClient } from './client-checks.ts';
import { checkConfinement, decideExchange, type Granted, notAllowed } from './exchange-decision.ts';
import { exchangeParameters, type ExchangeRequest, impersonates, readExchangeRequest } from './exchange-request.ts';
import { ageOf, type ExchangeSubject, withoutSignIn } from './exchange-rules.ts';
import {
  type ExchangeOutcome,
  type ExchangeRefusal,
  type GrantedToken,
  type Grant,
  type GrantParameters,
  type GrantServices,
  refuse,
} from './grant.ts';
import { isPrepared, readSubjectToken, startImpersonation } from './impersonation.ts';
import { issueToken } from './issue-token.ts';
import { repeatableParameters } from './requested-resource.ts';
import { checkUser, checkUserToken, readUserToken } from './user-token.ts';

/**
 * Exchanges a user's access token for one with another audience (RFC 8693).
 *
 * The actor is always the client: "act" names it, outside of earlier actors (RFC 8693 §4.1). An actor_token is checked
 * like the subject token and must be of the same user, because users cannot act for others. It does not change the
 * issued token.
 *
 * For one user acting as another, the subject token is one that an administrator has prepared (impersonation.ts).
 */
export const tokenExchange: Grant = {
  type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  parameters: exchangeParameters,
  repeatable: repeatableParameters,
  // An impersonation uses its token, so it must not be decided twice.
  isFast: (parameters) => !impersonates(parameters),
  run,
};

async function run(
  services: GrantServices,
  parameters: GrantParameters,
  client: ClientRecord,
): Promise<ExchangeOutcome> {
  const exchange: ExchangeFacts = { resource: '' };
  const outcome = await exchangeToken(services, parameters, client, exchange);
  return { ...outcome, exchange };
}

/** Fills in the facts as they become known. */
async function exchangeToken(
  services: GrantServices,
  parameters: GrantParameters,
  client: ClientRecord,
  facts: ExchangeFacts,
): Promise<GrantedToken | ExchangeRefusal> {
  // 1. The client. Before the subject token is read: a client that may not exchange learns nothing about tokens.
  if (!mayExchange(client)) return notAllowed;
  // 2. The form of the request (RFC 8693 §2.1).
  const form = readExchangeRequest(parameters);
  if ('ok' in form) return form;
  facts.resource = form.target;
  facts.request = form;
  // 3. The presented tokens: signature, type, issuer, times (RFC 9068 §4). A token's confinement is inherited.
  const subject = form.isImpersonation
    ? await readSubjectToken(services, client, form.subjectToken)
    : await readUserToken(services, 'SUBJECT', form.subjectToken);
  if ('ok' in subject) return subject;
  facts.subject = subject;
  const request = { ...form, organizationId: form.organizationId ?? subject.organizationId };
  facts.request = request;
  const actor = form.actorToken === undefined ? undefined : await readUserToken(services, 'ACTOR', form.actorToken);
  if (actor && 'ok' in actor) return actor;
  // 4. The current state of everything that decides, in one statement.
  const state = await services.accessPolicy.read(policyQuery(client, subject, request));
  const ofActor = actor && (await services.accessPolicy.read(policyQuery(client, actor, request)));
  facts.state = state;
  // 5. The decision. `decideExchange` is shared with explainTokenExchange.
  const tokenRefusal =
    (isPrepared(subject) ? checkUser('SUBJECT', state) : checkUserToken('SUBJECT', subject, state)) ??
    (actor && ofActor && checkActor(actor, ofActor, subject)) ??
    checkConfinement(request.organizationId, subject, actor);
  const target = state.resource;
  facts.resource = target;
  const management = target === services.managementResource ? managementOf(services, subject) : undefined;
  const presented = isPrepared(subject) ? withoutSignIn : subjectOf(subject, services.clock.now());
  const granted =
    checkClient(client, state) ?? decideExchange({ ...request, management, subject: presented }, state, tokenRefusal);
  if ('ok' in granted) return granted;
  if (subject.grant.sessionId !== null) services.uses.note('session', subject.grant.sessionId);
  // 6. The grant of an impersonation, and the token.
  const granting = isPrepared(subject)
    ? await startImpersonation(services, client, subject, granted.lifetime)
    : subject;
  if ('ok' in granting) return granting;
  const grantClientId = isPrepared(subject) ? client.id : state.grantClientId;
  const exchange = { request: { ...request, target }, client, subject: granting, granted, grantClientId };
  return issue(services, exchange, facts);
}

/** The facts of the token that rules compare. An opaque token does not state when and how the person signed in. */
const subjectOf = ({ audience, scope, authentication }: UserToken, now: Date): ExchangeSubject => ({
  resource: audience,
  scope,
  acr: authentication.acr ?? '',
  authenticationAge: ageOf(authentication.auth_time, now),
});

function policyQuery(client: ClientRecord, token: UserToken, request: ExchangeRequest): PolicyQuery {
  return {
    clientId: client.id,
    userId: token.subject,
    grant: token.grant,
    applicationIds: token.applicationIds,
    sessionEpochs: token.sessionEpochs,
    subjectResource: token.audience,
    resource: request.target,
    organizationId: request.organizationId,
  };
}

/**
 * The scopes of the Management API that a token is limited to: those that it carries, or that a token for it carried
 * that it was exchanged from. Otherwise one with a single permission could be exchanged for one with all.
 */
const limitOf = ({ managementResource }: GrantServices, subject: UserToken): string | undefined =>
  subject.audience === managementResource ? subject.scope : subject.managementScope;

const managementOf = (services: GrantServices, subject: UserToken) => ({
  limit: limitOf(services, subject),
  isImpersonated: subject.impersonatorId !== undefined,
});

function checkActor(actor: UserToken, state: PolicyState, subject: UserToken): ExchangeRefusal | undefined {
  const refusal = checkUserToken('ACTOR', actor, state);
  if (refusal || actor.subject === subject.subject) return refusal;
  return refuse('ACTOR_OF_OTHER_USER');
}

interface Exchange {
  request: ExchangeRequest;
  client: ClientRecord;
  subject: UserToken;
  granted: Granted;
  /** The application of the grant. */
  grantClientId: string | null;
}

function issue(
  services: GrantServices,
  { request, client, subject, granted, grantClientId }: Exchange,
  facts: ExchangeFacts,
): ExchangeRefusal | Promise<GrantedToken> {
  const act = extendChain(subject.act, client);
  const limit = request.target === services.managementResource ? undefined : limitOf(services, subject);
  if (!act) return refuse('TOO_MANY_HOPS');
  const at = services.clock.now();
  const id = services.ids.uuidAt(at);
  facts.issued = { id, at, scopes: granted.scopes };
  return issueToken(services, {
    id,
    client,
    subject: subject.subject,
    audience: request.target,
    scopes: granted.scopes,
    lifetime: granted.lifetime,
    // Repeated exchanges must not extend the lifetime.
    ...(subject.act && { notAfter: subject.expiresAt }),
    signingAlg: granted.signingAlg,
    claims: {
      grant_id: subject.grant.id,
      ...(grantClientId !== null && { grant_client_id: grantClientId }),
      ...(subject.grant.sessionId !== null && { session_id: subject.grant.sessionId }),
      ...(request.organizationId !== null && { organization_id: request.organizationId }),
      act,
      txn: subject.chain?.txn ?? id,
      ...(limit !== undefined && { management_scope: limit }),
      // The next service can ask for more as well (RFC 9470). An exchange authenticates the user no second time.
      ...subject.authentication,
    },
    sessionEpochs: subject.sessionEpochs,
    issuedTokenType: request.issuedTokenType,
  });
}
