import { isConfidential } from '../../domain/application.ts';
import type { ClientRecord } from '../clients.ts';
import { clientCredentials } from '../grants/client-credentials.ts';
import { tokenExchange } from '../grants/token-exchange.ts';
import type { Client, ClientMetadata } from './library.ts';

/** Grants whose refusal is ours to word: every client may ask, and the grant itself says no (src/oidc/grants). */
const machineGrants = [clientCredentials, tokenExchange];

// Hashed secrets are compared by an override; the library only wants to see that there is a secret.
const placeholder = 'kept-as-a-hash';

/** An application in the library's terms (RFC 7591 §2). Our own record travels along, for what the library does not know. */
export function clientMetadata(client: ClientRecord): ClientMetadata {
  const signsPeopleIn = client.type !== 'MACHINE_TO_MACHINE' && client.redirectUris.length > 0;
  const method = authenticationMethod(client);
  return {
    client_id: client.id,
    client_name: client.name,
    application_type: client.type === 'NATIVE' ? 'native' : 'web',
    redirect_uris: signsPeopleIn ? client.redirectUris : [],
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    response_types: signsPeopleIn ? ['code'] : [],
    grant_types: [...(signsPeopleIn ? ['authorization_code', 'refresh_token'] : []), ...machineGrants],
    token_endpoint_auth_method: method,
    id_token_signed_response_alg: client.idTokenSigningAlg,
    ...(method === 'client_secret_basic' && { client_secret: placeholder }),
    ...(method === 'private_key_jwt' && { jwks: client.jwks ?? { keys: [] } }),
    application: client,
  };
}

function authenticationMethod(client: ClientRecord): 'none' | 'private_key_jwt' | 'client_secret_basic' {
  if (!isConfidential(client.type)) return 'none';
  return client.jwks ? 'private_key_jwt' : 'client_secret_basic';
}

/** Our record of a client that the library has found. */
export function applicationOf(client: Client | undefined): ClientRecord {
  return client?.['application'] as ClientRecord;
}
