import { isConfidential } from '../../domain/oauth/application.ts';
import { accountClientId } from '../../vocabulary/built-in-applications.ts';
import type { ClientRecord } from '../clients.ts';
import { grants } from '../grants/index.ts';
import type { Client, ClientMetadata } from './library.ts';

// build.ts compares hashed secrets; the library only requires that a confidential client has one.
const placeholder = 'kept-as-a-hash';

/** The changes of a trial sign-in to the metadata of its application, for one request (trials/trial-request.ts). */
export interface TrialRequest {
  /** The address of the platform that is allowed. */
  redirectUri: string;
  /** Whether the platform redeems the code: it has no credentials of the application. */
  isRedeemed: boolean;
}

/**
 * The client metadata of an application (RFC 7591 §2), with our record in `application`. Every client may use our
 * grants, which refuse by themselves with better errors.
 */
export function clientMetadata(client: ClientRecord, trial?: TrialRequest): ClientMetadata {
  const redirectUris = trial ? [...client.redirectUris, trial.redirectUri] : client.redirectUris;
  const signsPeopleIn =
    client.type !== 'MACHINE_TO_MACHINE' && redirectUris.length > 0 && client.grantTypes.includes('AUTHORIZATION_CODE');
  const refreshes = signsPeopleIn && client.grantTypes.includes('REFRESH_TOKEN');
  // OAuth 2.0 Multiple Response Types §4: the account pages only need that the person is signed in.
  const usesSession = client.id === accountClientId;
  const method = trial?.isRedeemed ? 'none' : authenticationMethod(client);
  return {
    client_id: client.id,
    client_name: client.name,
    application_type: client.type === 'NATIVE' ? 'native' : 'web',
    redirect_uris: signsPeopleIn || usesSession ? redirectUris : [],
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    response_types: usesSession ? ['none'] : signsPeopleIn ? ['code'] : [],
    grant_types: [
      ...(signsPeopleIn ? ['authorization_code'] : []),
      ...(refreshes ? ['refresh_token'] : []),
      ...grants.map(({ type }) => type),
    ],
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
