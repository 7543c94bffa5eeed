import { mayExchange } from '../../domain/application.ts';
import { extendChain, maxHops } from '../../domain/actor-chain.ts';
import type { PolicyAnswer, PolicyQuestion } from '../access/policy-question.ts';
import { type UserToken, withEndings } from '../tokens/access-token-claims.ts';
import type { ClientRecord } from '../clients.ts';
import { checkConfinement, decideExchange, type Granted, notAllowed } from './exchange-decision.ts';
import { type ExchangeRequest, readExchangeRequest } from './exchange-request.ts';
import { type GrantOutcome, type GrantParameters, type GrantRefusal, refuse } from './outcome.ts';
import type { GrantServices } from './services.ts';
import { checkUserToken, readUserToken } from './user-token.ts';

export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

/**
 * Exchanges a user's access token for one that is meant for another API (RFC 8693). The client is authenticated already.
 *
 * Who acts is the client, always: "act" names it, outside of whoever acted before (RFC 8693 §4.1). An actor_token is
 * checked like the subject token and must be of the same user, because one user acting for another is not done here; it
 * changes nothing in what is issued.
 */
export async function exchangeToken(
  services: GrantServices,
  parameters: GrantParameters,
  client: ClientRecord,
): Promise<GrantOutcome> {
  // Before the subject token is looked at: a client that may not exchange learns nothing about tokens.
  if (!mayExchange(client)) return notAllowed;
  const given = readExchangeRequest(parameters);
  if ('ok' in given) return given;
  const subject = await readUserToken(services, 'subject', given.subjectToken);
  if ('ok' in subject) return subject;
  // What is confined to an organization stays confined to it.
  const request = { ...given, organizationId: given.organizationId ?? subject.organizationId };
  const actor =
    request.actorToken === undefined ? undefined : await readUserToken(services, 'actor', request.actorToken);
  if (actor && 'ok' in actor) return actor;
  const answer = await services.accessPolicy.ask(question(client, subject, request));
  const ofActor = actor && (await services.accessPolicy.ask(question(client, actor, request)));
  const tokenRefusal =
    checkUserToken('subject', subject, answer) ??
    (actor && ofActor && checkActor(actor, ofActor, subject)) ??
    checkConfinement(request.organizationId, subject, actor);
  const granted = decideExchange(request, answer, tokenRefusal);
  if ('ok' in granted) return granted;
  return issue(services, { request, client, subject, granted, version: answer.client?.version ?? 0 });
}

function question(client: ClientRecord, token: UserToken, request: ExchangeRequest): PolicyQuestion {
  return {
    clientId: client.id,
    userId: token.subject,
    grant: token.grant,
    holderIds: token.applicationIds,
    endings: token.endings,
    resource: request.target,
    organizationId: request.organizationId,
  };
}

function checkActor(actor: UserToken, answer: PolicyAnswer, subject: UserToken): GrantRefusal | undefined {
  const refusal = checkUserToken('actor', actor, answer);
  if (refusal || actor.subject === subject.subject) return refusal;
  return refuse('invalid_request', 'the actor token is of another user than the subject token');
}

interface Decision {
  request: ExchangeRequest;
  client: ClientRecord;
  subject: UserToken;
  granted: Granted;
  /** Of the client, as it decided. */
  version: number;
}

async function issue(
  services: GrantServices,
  { request, client, subject, granted, version }: Decision,
): Promise<GrantOutcome> {
  const act = extendChain(subject.act, client.id);
  if (!act) return refuse('invalid_request', `the subject token was exchanged ${maxHops} times already`);
  const now = Math.floor(services.clock.now().getTime() / 1000);
  const expiry = now + granted.lifetime;
  // What was exchanged before cannot be stretched by exchanging it again.
  const exp = subject.act ? Math.min(expiry, subject.expiresAt) : expiry;
  const scope = granted.scopes.join(' ');
  const endings = withEndings(subject.endings, client.id, client.endings);
  const claims = {
    iss: services.issuer,
    sub: subject.subject,
    aud: request.target,
    client_id: client.id,
    scope,
    iat: now,
    exp,
    jti: services.ids.uuid(),
    grant_id: subject.grant.id,
    ...(subject.grant.sessionId !== null && { session_id: subject.grant.sessionId }),
    ...(request.organizationId !== null && { organization_id: request.organizationId }),
    act,
    ...(endings && { endings }),
  };
  const token = await services.accessTokens.sign(claims, granted.signingAlg);
  return {
    ok: true,
    clientVersion: version,
    body: {
      access_token: token,
      issued_token_type: request.issuedTokenType,
      token_type: 'Bearer',
      expires_in: exp - now,
      scope,
    },
  };
}
