import { describe, expect, test } from 'vitest';
import type { ProviderConnection } from '../../../src/platform/identity-providers/identity-provider.ts';
import { perTest } from '../../support/per-file.ts';
import { misbehaviors, startUpstream } from '../../support/upstreams/upstream.ts';
import type { Hooks } from '../../support/upstreams/lies.ts';
import { startGitHub } from '../../support/upstreams/github.ts';
import { connectionOf, gitHubConnection, openProviders } from './fixture.ts';

const discovery = '/.well-known/openid-configuration';

/** The last step of a test, and what it has found out. */
async function lastStep(connection: ProviderConnection, options: Parameters<typeof openProviders>[0] = {}) {
  const { isPassed, steps } = await openProviders(options).test(connection);
  expect(steps.slice(0, -1).every((step) => step.isPassed)).toBe(true);
  expect(steps.at(-1)?.isPassed).toBe(isPassed);
  const { step, message } = steps.at(-1) ?? {};
  return { isPassed, step, message };
}

describe('the test of an OpenID Connect provider', () => {
  const upstream = perTest(startUpstream);

  test('passes in six steps, each in words', async () => {
    const { isPassed, steps } = await openProviders().test(connectionOf(upstream));
    expect(isPassed).toBe(true);
    expect(steps.map(({ step, message }) => `${step}: ${message}`)).toEqual([
      `connect: ${new URL(upstream.issuer).host} responds.`,
      'discovery: The discovery document was read.',
      `issuer: The issuer is ${upstream.issuer}.`,
      'endpoints: The discovery document has an authorization endpoint, a token endpoint and keys.',
      'keys: Public keys for signatures: 1.',
      'algorithms: ID tokens are signed with ES256.',
    ]);
  });

  test('ends at the connection if nothing responds', async () => {
    upstream.intercept(discovery, misbehaviors.slow);
    expect(await lastStep(connectionOf(upstream), { timeoutMs: 50 })).toEqual({
      isPassed: false,
      step: 'connect',
      message: `${upstream.issuer}${discovery}: No complete response within 0.05 seconds.`,
    });
    expect(await lastStep(connectionOf(upstream), { hosts: [] })).toMatchObject({ isPassed: false, step: 'connect' });
  });

  test('ends at the discovery document if there is none', async () => {
    upstream.intercept(discovery, (_, response) => void response.writeHead(404).end());
    expect(await lastStep(connectionOf(upstream))).toMatchObject({ isPassed: false, step: 'discovery' });
    upstream.intercept(discovery, (_, response) => misbehaviors.garbled(response));
    expect(await lastStep(connectionOf(upstream))).toMatchObject({ isPassed: false, step: 'discovery' });
  });

  test('ends at another issuer', async () => {
    upstream.lie('discovery of another issuer');
    expect(await lastStep(connectionOf(upstream))).toEqual({
      isPassed: false,
      step: 'issuer',
      message: `The discovery document is of another issuer than ${upstream.issuer}.`,
    });
  });

  test.each<[string, Hooks['discovery']]>([
    ['endpoints', (metadata) => ({ ...metadata, token_endpoint: undefined, jwks_uri: 5 })],
    ['keys', (metadata) => ({ ...metadata, jwks_uri: `${upstream.issuer}/none` })],
    ['algorithms', (metadata) => ({ ...metadata, id_token_signing_alg_values_supported: ['none', 'HS256'] })],
  ])('ends at %s that cannot be used', async (step, hook) => {
    upstream.lie({ discovery: hook as NonNullable<Hooks['discovery']> });
    expect(await lastStep(connectionOf(upstream))).toMatchObject({ isPassed: false, step });
  });

  test.each([
    {},
    { keys: 'none' },
    { keys: [] },
    { keys: [{ kty: 'oct', k: 'AA' }] },
    { keys: [{ kty: 'EC', use: 'enc' }] },
  ])('ends at keys that are none: %j', async (keys) => {
    upstream.intercept(
      '/jwks',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(keys)),
    );
    expect(await lastStep(connectionOf(upstream))).toMatchObject({ isPassed: false, step: 'keys' });
  });

  test('reads everything again: what a provider has repaired passes', async () => {
    const providers = openProviders();
    upstream.lie('discovery of another issuer');
    expect(await providers.test(connectionOf(upstream))).toMatchObject({ isPassed: false });
    upstream.lie(null);
    expect(await providers.test(connectionOf(upstream))).toMatchObject({ isPassed: true });
  });
});

describe('the test of an OAuth 2.0 provider', () => {
  const github = perTest(startGitHub);

  test('passes if all endpoints respond', async () => {
    expect(await lastStep(gitHubConnection(github))).toEqual({
      isPassed: true,
      step: 'endpoints',
      message: '4 endpoints respond.',
    });
  });

  test('ends at an endpoint that does not', async () => {
    github.intercept('/user', (_, response) => misbehaviors.broken(response));
    expect(await lastStep(gitHubConnection(github))).toEqual({
      isPassed: false,
      step: 'endpoints',
      message: `${github.origin}/user: The response has the status 503.`,
    });
  });
});
