import { randomBytes } from 'node:crypto';
import { basic } from '../../tools/demo/management.ts';
import type { Platform } from '../../tools/demo/platform.ts';
import type { Registered } from './express.ts';
import type { Person } from './journey.ts';

/** What the clients are tried with. */
export interface Records {
  person: Person & { id: string; email: string };
  resource: { indicator: string; scope: string };
  /** Registers an application at this address. */
  register(name: string, home: string): Promise<Registered>;
}

/** Creates an API resource with RS256 access tokens, and a user who holds a scope of it, through the REST API. */
export async function createRecords(platform: Platform): Promise<Records> {
  const post = await managing(platform);
  const indicator = 'https://orders.example.com';
  const resource = await post('/resources', { name: 'Orders', indicator, accessTokenSigningAlg: 'RS256' });
  const scope = await post(`/resources/${resource.id}/scopes`, { name: 'orders:read' });
  const role = await post('/roles', { name: 'Reader', scopeIds: [scope.id] });
  const password = randomBytes(12).toString('base64url');
  const email = 'ada@example.com';
  const { id } = await post('/users', { email, password, name: 'Ada Lovelace' });
  await post(`/users/${id}/roles`, { roleIds: [role.id] });
  return {
    person: { id, email, identifier: email, password },
    resource: { indicator, scope: 'orders:read' },
    async register(name, home) {
      const uris = { redirectUris: [`${home}/callback`], postLogoutRedirectUris: [home] };
      // Not all of them use PKCE by default.
      const application = await post('/applications', { name, type: 'TRADITIONAL_WEB', pkceRequired: false, ...uris });
      const { secret } = await post(`/applications/${application.id}/secrets`, { name: 'first' });
      return { issuer: `${platform.url}/oidc`, clientId: application.id, clientSecret: secret };
    },
  };
}

interface Made {
  id: string;
  secret: string;
}

async function managing({ url, clientId, clientSecret }: Platform) {
  const token = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: basic(clientId, clientSecret) },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${url}/api` }),
  });
  const { access_token: accessToken } = (await token.json()) as { access_token: string };
  return async (path: string, body: object): Promise<Made> => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Made;
  };
}
