import { afterAll, expect, test } from 'vitest';
import { type Grant, refuse } from '../../../src/oidc/grants/grant.ts';
import { grants } from '../../../src/oidc/grants/index.ts';
import { startTokenEndpoint } from '../../support/exchanges/token-endpoint.ts';
import { basic, form, formHeaders, sendTokenRequest } from '../../support/exchanges/token-requests.ts';

/** A grant that returns a parameter. It does not check its client. */
const echo: Grant = {
  type: 'urn:example:echo',
  parameters: ['shout', 'resource'],
  repeatable: ['resource'],
  isFast: () => true,
  run: async (_services, { shout, resource }, client) =>
    shout === undefined
      ? refuse('NO_RESOURCE')
      : {
          ok: true,
          body: {
            access_token: client.id,
            token_type: 'Bearer',
            expires_in: 1,
            scope: [shout, resource ?? []].flat().join(' '),
          },
        },
};

/** The same, with a check of the client by the access policy. */
const confirmed: Grant = {
  ...echo,
  type: 'urn:example:confirmed-echo',
  run: async (services, parameters, client) => {
    const parties = { clientId: client.id, userId: null, grant: null, applicationIds: [], organizationId: null };
    await services.accessPolicy.read({ ...parties, resource: '' });
    return echo.run(services, parameters, client);
  },
};

// Only the list is changed.
(grants as Grant[]).push(echo, confirmed);
const endpoint = await startTokenEndpoint();
afterAll(() => endpoint[Symbol.asyncDispose]());

const { backend } = endpoint.records;
const ask = (path: 'on' | 'off', grant: Grant, body: string) =>
  sendTokenRequest(endpoint[path], {
    headers: { ...formHeaders, authorization: basic(backend) },
    body: `${form({ grant_type: grant.type })}&${body}`,
  });

test.each(['on', 'off'] as const)(
  'a grant in the list issues tokens, refuses, and accepts repeated parameters (fast path %s)',
  async (path) => {
    for (const grant of [echo, confirmed]) {
      expect(await ask(path, grant, 'shout=hey')).toMatchObject({ status: 200, json: { scope: 'hey' } });
      expect(await ask(path, grant, 'shout=hey&resource=a&resource=b')).toMatchObject({ json: { scope: 'hey a b' } });
      expect(await ask(path, grant, 'shout=')).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
      expect(await ask(path, grant, 'shout=a&shout=b')).toMatchObject({ status: 400 });
    }
  },
);

test('the metadata of the issuer lists it', async () => {
  const response = await fetch(new URL('/oidc/.well-known/openid-configuration', endpoint.on));
  expect(await response.json()).toMatchObject({
    grant_types_supported: expect.arrayContaining(grants.map(({ type }) => type)),
  });
});

test('the fast path answers it only if the database confirms the version of the client during the request', async () => {
  const tookFastPath = async (grant: Grant) =>
    (await ask('on', grant, 'shout=hey')).headers['x-request-id'] === undefined;
  expect(await tookFastPath(confirmed)).toBe(true);
  expect(await tookFastPath(echo)).toBe(false);
});
