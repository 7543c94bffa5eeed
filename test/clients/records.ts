import { randomBytes } from 'node:crypto';
import { connectPlatforms } from '../../tools/demo/identity-provider.ts';
import { basic, signInAsApplication } from '../../tools/demo/management.ts';
import type { Platform } from '../../tools/demo/platform.ts';
import { Visitor } from '../support/browsers/browser.ts';
import type { Registered } from './express.ts';
import { type SignIn, throughProvider, withPassword } from './journey.ts';

/** Somebody who signs in to applications. */
export interface Person {
  id: string;
  email: string;
  /** The way to sign in, in words. */
  how: string;
  signIn: SignIn;
}

/** The records that the clients are tried with. */
export interface Records {
  people: readonly Person[];
  resource: { indicator: string; scope: string };
  /** Registers an application at this address. */
  register(name: string, home: string): Promise<Registered>;
}

/** The domain of the people who sign in at another platform. */
const domain = 'customer.example';

/**
 * Creates an API resource with RS256 access tokens, and two users who hold a scope of it, through the REST API: one has
 * a password, the other one signs in at a second platform, which is an identity provider of the first.
 */
export async function createRecords(platform: Platform, second: Platform): Promise<Records> {
  const { post, find } = await managing(platform);
  const indicator = 'https://orders.example.com';
  const resource = await post('/resources', { name: 'Orders', indicator, accessTokenSigningAlg: 'RS256' });
  const scope = await post(`/resources/${resource.id}/scopes`, { name: 'orders:read' });
  const role = await post('/roles', { name: 'Reader', scopeIds: [scope.id] });
  const register: Records['register'] = async (name, home) => {
    const uris = { redirectUris: [`${home}/callback`], postLogoutRedirectUris: [home] };
    // Not all of them use PKCE by default.
    const application = await post('/applications', { name, type: 'TRADITIONAL_WEB', pkceRequired: false, ...uris });
    const { secret } = await post(`/applications/${application.id}/secrets`, { name: 'first' });
    return { issuer: `${platform.url}/oidc`, clientId: application.id, clientSecret: secret };
  };
  const here = await addPerson(post, 'ada@example.com');
  const there = await addPerson((await managing(second)).post, `grace@${domain}`);
  await connectPlatforms(await managed(platform), await managed(second), {
    domains: [domain],
    addressTrust: 'DOMAINS',
  });
  const signIn = throughProvider(there);
  // The first sign-in creates the account here.
  await signIn(new Visitor(), authorizationUrl(await register('Newcomers', 'http://localhost:9')));
  const id = await find('/users', { email: there.email });
  const people = [
    { ...here, how: 'with a password', signIn: withPassword(here) },
    { id, email: there.email, how: 'through a second platform', signIn },
  ];
  for (const { id: userId } of people) await post(`/users/${userId}/roles`, { roleIds: [role.id] });
  return { people, resource: { indicator, scope: 'orders:read' }, register };
}

async function addPerson(post: Post, email: string) {
  const password = randomBytes(12).toString('base64url');
  const { id } = await post('/users', { email, password, name: 'Ada Lovelace' });
  return { id, email, identifier: email, password };
}

function authorizationUrl({ issuer, clientId }: Registered): URL {
  const redirectUri = 'http://localhost:9/callback';
  const parameters = { client_id: clientId, response_type: 'code', scope: 'openid', redirect_uri: redirectUri };
  return new URL(`${issuer}/auth?${new URLSearchParams(parameters)}`);
}

interface CreatedRecord {
  id: string;
  secret: string;
}
type Post = (path: string, body: object) => Promise<CreatedRecord>;

const managed = async (platform: Platform) => ({
  url: platform.url,
  management: await signInAsApplication(platform.url, platform),
});

async function managing({ url, clientId, clientSecret }: Platform) {
  const token = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: basic(clientId, clientSecret) },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${url}/api` }),
  });
  const { access_token: accessToken } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(`${url}/api${path}`, { method, headers, ...init });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  return {
    post: (async (path, body) =>
      (await call('POST', path, { body: JSON.stringify(body) })) as CreatedRecord) satisfies Post,
    /** The id of the one record with these values. */
    async find(path: string, filter: Record<string, string>): Promise<string> {
      const { items } = (await call('GET', `${path}?${new URLSearchParams(filter)}`)) as { items: CreatedRecord[] };
      const [found] = items;
      if (!found) throw new Error(`GET ${path}: there is none with ${JSON.stringify(filter)}`);
      return found.id;
    },
  };
}
