import { isConfidential } from '../../domain/application.ts';
import { grantScopes, parseScope } from '../../domain/scopes.ts';
import type { ClientRecord } from '../clients.ts';
import { withEndings } from '../tokens/access-token-claims.ts';
import { type GrantOutcome, type GrantParameters, type GrantRefusal, refuse } from './outcome.ts';
import type { GrantServices } from './services.ts';
import { readTarget } from './requested-resource.ts';

export const clientCredentials = 'client_credentials';

/**
 * An application's own access token for one resource (RFC 6749 §4.4, RFC 8707), with the scopes that it holds there
 * through its roles. The client is authenticated already. Without a resource: see `opaqueClientCredentials`.
 */
export async function grantClientCredentials(
  services: GrantServices,
  parameters: GrantParameters,
  client: ClientRecord,
): Promise<GrantOutcome> {
  const request = readRequest(parameters, client);
  if ('ok' in request) return request;
  const { target, scopes } = request;
  if (target === undefined) return refuse('invalid_request', 'resource is missing');
  const answer = await services.accessPolicy.ask({
    clientId: client.id,
    userId: null,
    grant: null,
    holderIds: [],
    resource: target,
    organizationId: null,
  });
  if (!answer.client || answer.client.isSuspended) return refuse('invalid_client', 'client authentication failed');
  const { accessTokenTtl: lifetime, accessTokenSigningAlg: signingAlg } = answer;
  if (lifetime === null || signingAlg === null) return refuse('invalid_target', 'there is no such resource');
  const granted = grantScopes(scopes, answer.scopes);
  if (!granted) return refuse('invalid_scope', 'the application holds none of these scopes on this resource');
  const now = Math.floor(services.clock.now().getTime() / 1000);
  const scope = granted.join(' ');
  const endings = withEndings(undefined, client.id, client.endings);
  const claims = {
    iss: services.issuer,
    sub: client.id,
    aud: target,
    client_id: client.id,
    scope,
    iat: now,
    exp: now + lifetime,
    jti: services.ids.uuid(),
    ...(endings && { endings }),
  };
  const token = await services.accessTokens.sign(claims, signingAlg);
  const body = { access_token: token, token_type: 'Bearer', expires_in: lifetime, scope } as const;
  return { ok: true, clientVersion: answer.client.version, body };
}

/**
 * Whether a request that names no resource may have an opaque token, and with which scope: none, because every scope
 * belongs to a resource. Undefined when it does name one.
 */
export function opaqueClientCredentials(
  parameters: GrantParameters,
  client: ClientRecord,
): { ok: true; scope: '' } | GrantRefusal | undefined {
  const request = readRequest(parameters, client);
  if ('ok' in request) return request;
  if (request.target !== undefined) return undefined;
  return request.scopes ? refuse('invalid_scope', 'scopes belong to a resource: name it') : { ok: true, scope: '' };
}

interface Request {
  target: string | undefined;
  scopes: string[] | undefined;
}

function readRequest(parameters: GrantParameters, client: ClientRecord): Request | GrantRefusal {
  if (!isConfidential(client.type)) {
    // RFC 6749 §4.4: "The client credentials grant type MUST only be used by confidential clients."
    return refuse('unauthorized_client', 'client credentials are not allowed for this application');
  }
  const target = readTarget(parameters);
  if (typeof target === 'object') return target;
  const { scope } = parameters;
  if (Array.isArray(scope)) return refuse('invalid_request', 'scope must not be given twice');
  const scopes = scope === undefined ? undefined : parseScope(scope);
  if (scope !== undefined && !scopes) return refuse('invalid_scope', 'scope contains invalid characters');
  return { target, scopes };
}
