import { isConfidential } from '../../domain/oauth/application.ts';
import { grantScopes, parseScope } from '../../domain/oauth/scopes.ts';
import type { ClientRecord } from '../clients.ts';
import { checkClient } from './client-checks.ts';
import {
  type Grant,
  type GrantOutcome,
  type GrantParameters,
  type GrantRefusal,
  type GrantServices,
  refuse,
} from './grant.ts';
import { issueToken } from './issue-token.ts';
import { readTarget, repeatableParameters } from './requested-resource.ts';

/**
 * An application's own access token (RFC 6749 §4.4, RFC 8707) with the scopes that it holds on the resource through its
 * roles. Without a resource: an opaque token without scopes, because every scope belongs to a resource.
 */
export const clientCredentials: Grant = {
  type: 'client_credentials',
  parameters: [...repeatableParameters, 'scope'],
  repeatable: repeatableParameters,
  isFast: () => true,
  run,
};

async function run(services: GrantServices, parameters: GrantParameters, client: ClientRecord): Promise<GrantOutcome> {
  const request = readRequest(parameters, client);
  if ('ok' in request) return request;
  const { target, scopes } = request;
  if (target === undefined) {
    return scopes ? refuse('SCOPE_WITHOUT_RESOURCE') : { ok: true, opaque: { scope: '' } };
  }
  const state = await services.accessPolicy.read({
    clientId: client.id,
    userId: null,
    grant: null,
    applicationIds: [],
    resource: target,
    organizationId: null,
  });
  const refusal = checkClient(client, state);
  if (refusal) return refusal;
  const { resource: audience, accessTokenTtl: lifetime, accessTokenSigningAlg: signingAlg } = state;
  if (lifetime === null || signingAlg === null) return refuse('UNKNOWN_RESOURCE');
  const held = { names: state.scopes, reason: 'SCOPE_NOT_HELD_BY_APPLICATION' } as const;
  const result = grantScopes(scopes, held);
  if ('reason' in result) return refuse(result.reason);
  return issueToken(services, { client, subject: client.id, audience, scopes: result.granted, lifetime, signingAlg });
}

interface CredentialsRequest {
  target: string | undefined;
  scopes: string[] | undefined;
}

function readRequest(parameters: GrantParameters, client: ClientRecord): CredentialsRequest | GrantRefusal {
  if (!isConfidential(client.type) || !client.grantTypes.includes('CLIENT_CREDENTIALS')) {
    // RFC 6749 §4.4: "The client credentials grant type MUST only be used by confidential clients."
    return refuse('CREDENTIALS_NOT_ALLOWED');
  }
  const target = readTarget(parameters);
  if (typeof target === 'object') return target;
  const { scope } = parameters;
  if (Array.isArray(scope)) return refuse('REPEATED_PARAMETER');
  const scopes = scope === undefined ? undefined : parseScope(scope);
  if (scope !== undefined && !scopes) return refuse('MALFORMED_SCOPE');
  return { target, scopes };
}
