import { Failure } from '../domain/failure.ts';
import type { AccessPolicy } from './access-policy.ts';
import type { AccessTokens } from './access-token.ts';
import { isUserToken, type VerifiedToken } from './access-token-claims.ts';
import { type TokenFault, tokenFaults } from './token-fault.ts';
import { lifeFault } from './token-life.ts';

/** Who presents an access token, and what it may do with it at this moment. */
export interface Bearer {
  kind: 'user' | 'application';
  id: string;
  /** Scopes that the token carries and that its subject still holds. */
  scopes: string[];
}

/**
 * Authenticates callers of the API whose resource indicator is `audience` (RFC 6750 §2.1, RFC 9068 §4). The user, grant,
 * session, application and held scopes are read afresh each time. Throws Failure UNAUTHENTICATED.
 */
export function createBearer(services: { accessTokens: AccessTokens; accessPolicy: AccessPolicy; audience: string }) {
  return async (authorization: string | null): Promise<Bearer> => {
    const token = await readToken(authorization, services);
    const answer = await services.accessPolicy.ask({
      clientId: token.clientId,
      userId: isUserToken(token) ? token.subject : null,
      grant: token.grant,
      holderId: token.clientId,
      resource: services.audience,
      organizationId: token.organizationId,
    });
    const fault = isUserToken(token) ? lifeFault(token, answer) : applicationFault(token, answer);
    if (fault) throw unauthenticated(`The access token ${tokenFaults[fault]}.`);
    const scopes = token.scope.split(' ').filter((name) => answer.scopes.includes(name));
    return { kind: isUserToken(token) ? 'user' : 'application', id: token.subject, scopes };
  };
}

const unauthenticated = (message: string): Failure => new Failure('UNAUTHENTICATED', message);

async function readToken(
  authorization: string | null,
  { accessTokens, audience }: { accessTokens: AccessTokens; audience: string },
): Promise<VerifiedToken> {
  if (!authorization) throw unauthenticated('This needs an access token.');
  // RFC 6750 §2.1; the scheme's case does not matter (RFC 9110 §11.1).
  const text = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
  if (text === undefined) throw unauthenticated('The Authorization header must be "Bearer" and an access token.');
  const token = await accessTokens.verify(text);
  if (typeof token === 'string') throw unauthenticated(`The access token ${tokenFaults[token]}.`);
  if (token.audience !== audience) throw unauthenticated('The access token is meant for another API.');
  return token;
}

function applicationFault(
  { subject, clientId }: VerifiedToken,
  { client }: { client: { isSuspended: boolean } | undefined },
): TokenFault | undefined {
  if (subject !== clientId) return 'withoutGrant';
  if (!client) return 'clientDeleted';
  return client.isSuspended ? 'clientSuspended' : undefined;
}
