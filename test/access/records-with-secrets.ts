import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';

interface Apis {
  // oxlint-disable-next-line typescript/no-explicit-any
  call(query: string, variables?: object): Promise<any>;
  rest(method: string, path: string, body?: object): Promise<Response>;
  /** Where the secrets are noted. */
  secrets: Map<string, string>;
}

/** A connector with every kind of secret, by both APIs. */
export async function makeConnector({ call, rest, secrets }: Apis): Promise<void> {
  const [password, changed, key] = [0, 1, 2].map((n) => `connector-${n}-${ids.secret()}`) as [string, string, string];
  const signingKey = randomBytes(32).toString('base64');
  secrets.set('the password of a connector', password).set('the changed password of a connector', changed);
  secrets.set('the header of a connector', key).set('the signing secret of a connector', signingKey);
  const input = {
    name: 'SMS',
    kind: 'SMS',
    http: { url: 'https://sms.example.com/send', username: 'mandate' },
    secrets: { password, signingSecret: `whsec_${signingKey}`, headers: { 'X-Key': key } },
  };
  const mutation =
    'mutation ($input: CreateConnectorInput!) { createConnector(input: $input) { connector { id secretNames } events { data } } }';
  const created = await call(mutation, { input });
  const { id } = created.data.createConnector.connector;
  expect((await rest('PATCH', `/connectors/${id}`, { secrets: { password: changed } })).status).toBe(200);
  await rest('PATCH', `/connectors/${id}`, { smtp: {}, secrets: { password: `${changed}\n` } });
}

/** An identity provider with a client secret, by both APIs. */
export async function makeIdentityProvider({ call, rest, secrets }: Apis): Promise<void> {
  const [first, second] = [0, 1].map((n) => `client-secret-${n}-${ids.secret()}`) as [string, string];
  secrets.set('the client secret of an identity provider', first);
  secrets.set('the changed client secret of an identity provider', second);
  const input = { preset: 'GITHUB', oauth2: { clientId: 'mandate' }, secrets: { clientSecret: first } };
  const mutation =
    'mutation ($input: CreateIdentityProviderInput!) { createIdentityProvider(input: $input) { identityProvider { id secretNames } events { data } } }';
  const created = await call(mutation, { input });
  const { id } = created.data.createIdentityProvider.identityProvider;
  const changes = { secrets: { clientSecret: second } };
  expect((await rest('PATCH', `/identity-providers/${id}`, changes)).status).toBe(200);
  await rest('PATCH', `/identity-providers/${id}`, { secrets: { clientSecret: `${second}\n` } });
}
