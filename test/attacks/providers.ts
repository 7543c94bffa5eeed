import { systemIds } from '../../src/platform/ids/ids.ts';
import { signInAsApplication, basic } from '../../tools/demo/management.ts';
import {
  addProvider,
  comeBack,
  goThrough,
  linkTo,
  providerEnvironment,
} from '../support/upstreams/identity-providers.ts';
import { startUpstream, type UpstreamPerson } from '../support/upstreams/upstream.ts';
import { type Page, startPeople } from './people.ts';

interface Answered {
  id?: string;
  code?: string;
  problems?: { path: (string | number)[]; message: string }[];
}

/** The same with identity providers, an upstream that they lead to, and the Management API. */
export async function startPeopleElsewhere() {
  const first = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };
  const credentials = { BOOTSTRAP_CLIENT_ID: first.clientId, BOOTSTRAP_CLIENT_SECRET: first.clientSecret };
  const people = await startPeople({ ...credentials, ...providerEnvironment });
  const { issuer, prisma } = people;
  const upstream = await startUpstream({ clock: issuer.clock });
  const url = issuer.publicUrl;
  let strangers = 0;
  return {
    ...people,
    upstream,
    management: await signInAsApplication(url, first),
    /** Somebody at the upstream who signs in there next. */
    elsewhere(claims: UpstreamPerson['claims'] = {}): { sub: string; email: string } {
      const sub = `subject ${++strangers}`;
      const email = `elsewhere${strangers}@example.com`;
      upstream.person = { sub, claims: { name: 'Ada', email, email_verified: true, ...claims } };
      return { sub, email };
    },
    provider: (data: Parameters<typeof addProvider>[2] = {}) => addProvider(issuer, upstream, data),
    /** Goes to the provider, signs in there as the person of the upstream, and comes back. */
    goThrough: (page: Page, providerId: string) => goThrough(page, providerId),
    comeBack,
    link: (userId: string, providerId: string, subject: string) => linkTo(issuer, userId, providerId, subject),
    /** Subjects that are linked with an account. */
    async linked(userId: string): Promise<string[]> {
      const rows = await prisma.userIdentity.findMany({ where: { userId, unlinkedAt: null } });
      return rows.map(({ subject }) => subject);
    },
    /** A call of the Management API over REST, with all permissions. */
    async rest(method: string, path: string, body: object) {
      const token = await fetch(`${url}/oidc/token`, {
        method: 'POST',
        headers: { authorization: basic(first.clientId, first.clientSecret) },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${url}/api` }),
      });
      const { access_token: accessToken } = (await token.json()) as { access_token: string };
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
      const response = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
      const text = await response.text();
      return { status: response.status, json: JSON.parse(text || '{}') as Answered };
    },
    async [Symbol.asyncDispose]() {
      await upstream[Symbol.asyncDispose]();
      await people[Symbol.asyncDispose]();
    },
  };
}
