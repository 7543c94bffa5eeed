import { expect, test } from 'vitest';
import { openIdentityProviders } from '../../src/app/identity-providers.ts';
import { readConfig } from '../../src/config.ts';
import { startUpstream } from '../support/upstreams/upstream.ts';
import { parametersOf, visitUpstream } from '../support/upstreams/person.ts';

const clock = { now: () => new Date() };
const redirectUri = 'https://platform.example/return';
const request = { redirectUri, state: 'a-state', forcesSignIn: false };

test('an identity provider on this machine is called if IDENTITY_PROVIDER_ALLOWED_HOSTS names it', async () => {
  await using upstream = await startUpstream();
  const { host } = new URL(upstream.issuer);
  const { settings, clientSecret } = upstream;
  const secrets = { clientSecret };
  const provider = {
    id: 'idp_1',
    version: 1,
    protocol: 'oidc',
    addressClaims: ['email', 'email_verified'],
    responseMode: 'query',
    settings,
    secrets,
  } as const;

  const unset = openIdentityProviders(readConfig({}), clock);
  expect(await unset.begin(provider, request)).toMatchObject({ problem: 'provider-unreachable' });
  expect(upstream.paths).toEqual([]);
  await unset.close();

  const providers = openIdentityProviders(readConfig({ IDENTITY_PROVIDER_ALLOWED_HOSTS: host }), clock);
  expect(await providers.test(provider)).toMatchObject({ isPassed: true });
  const begun = await providers.begin(provider, request);
  if ('problem' in begun) throw new Error(begun.message);
  const callback = parametersOf(await visitUpstream(begun.url));
  const result = await providers.finish(provider, begun.kept, redirectUri, 'a-state', callback);
  expect(result).toMatchObject({ identity: { subject: 'ada' } });
  await providers.close();
});
