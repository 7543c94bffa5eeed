import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMetricsAccess } from '../../src/server/metrics-access.ts';
import { createMetrics } from '../../src/server/metrics.ts';
import { addApplication, startIssuer, type TestIssuer } from '../support/issuer.ts';
import {
  accessTokenType,
  basic,
  exchangeGrant,
  type Fields,
  form,
  formHeaders,
} from '../support/exchanges/token-requests.ts';
import { exchangeMetrics } from '../support/exchanges/exchange-metrics.ts';

/** A whole platform, and an application with which it issues tokens. */
async function start(environment: Record<string, string> = {}) {
  const issuer = await startIssuer({ environment });
  const application = await addApplication(issuer.database.prisma, 'MACHINE_TO_MACHINE', {
    tokenExchangeAllowed: true,
    managementApiAllowed: true,
  });
  return { issuer, application };
}

/** The series of a count that are not 0, without the name. */
async function countsOf({ url }: TestIssuer, name: string): Promise<string[]> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return metrics.split('\n').flatMap((line) => (line.startsWith(`${name}_count{`) ? line.slice(name.length + 6) : []));
}

describe('mandate_http_request_duration_seconds', () => {
  const name = 'mandate_http_request_duration_seconds';
  let issuer: TestIssuer;
  beforeAll(async () => {
    ({ issuer } = await start());
  });
  afterAll(() => issuer[Symbol.asyncDispose]());
  const get = async (path: string): Promise<number> => {
    const response = await fetch(issuer.url + path, { redirect: 'manual' });
    await response.text();
    return response.status;
  };

  test.each([
    ['/api/users/sesame', 'part="rest",route="/api/users/{userId}"'],
    ['/api/users?search=sesame', 'part="rest",route="/api/users"'],
    ['/api/sesame', 'part="rest",route="other"'],
    ['/graphql?query=%7Bsesame%7D', 'part="graphql",route="/graphql"'],
    ['/oidc/jwks', 'part="issuer",route="/oidc/jwks"'],
    ['/oidc/auth/sesame', 'part="issuer",route="/oidc/auth/{uid}"'],
    ['/oidc/sesame', 'part="issuer",route="other"'],
    ['/sign-in/sesame', 'part="pages",route="/sign-in/{uid}"'],
    ['/sign-in/style.css?sesame', 'part="pages",route="/sign-in/style.css"'],
    ['/link/sesame', 'part="pages",route="/link/{token}"'],
    ['/console/sesame', 'part="pages",route="/console/*"'],
    ['/sesame', 'part="pages",route="other"'],
    ['/healthz', 'part="probes",route="/healthz"'],
    ['/readyz', 'part="probes",route="/readyz"'],
  ])('counts %s by %s and status', async (path, labels) => {
    const status = await get(path);
    await expect.poll(() => countsOf(issuer, name)).toContain(`{${labels},status="${status}"} 1`);
  });

  test('has no input of clients, and counts the metrics with the probes', async () => {
    await get('/metrics');
    const counts = await countsOf(issuer, name);
    expect(counts.join()).toContain('part="probes",route="/metrics"');
    expect(counts.join()).not.toContain('sesame');
  });
});

describe.each(['on', 'off'])('mandate_token_request_duration_seconds, with TOKEN_FAST_PATH=%s,', (fastPath) => {
  let platform: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    platform = await start({ TOKEN_FAST_PATH: fastPath });
  });
  afterAll(() => platform.issuer[Symbol.asyncDispose]());
  const request = (fields: Fields, headers: Record<string, string> = {}) => {
    const { issuer, application } = platform;
    const body = form({ resource: `${issuer.publicUrl}/api`, ...fields });
    const given = { ...formHeaders, authorization: basic(application), ...headers };
    return fetch(`${issuer.url}/oidc/token`, { method: 'POST', headers: given, body });
  };

  test('counts every request by grant type and outcome, and has no input of clients', async () => {
    const exchange = { grant_type: exchangeGrant, subject_token: 'sesame', subject_token_type: accessTokenType };
    const wrong = basic({ ...platform.application, clientSecret: 'sesame' });
    for (const [fields, headers] of [
      [{ grant_type: 'client_credentials' }],
      [{ grant_type: 'client_credentials' }],
      [{ grant_type: 'client_credentials' }, { authorization: wrong }],
      [exchange],
      [{ grant_type: 'refresh_token', refresh_token: 'sesame' }],
      [{ grant_type: 'sesame' }],
      [{ grant_type: 'client_credentials' }, { 'content-encoding': 'gzip' }],
    ] as [Fields, Record<string, string>?][])
      await (await request(fields, headers)).text();
    const name = 'mandate_token_request_duration_seconds';
    await expect
      .poll(async () => (await countsOf(platform.issuer, name)).toSorted())
      .toEqual(
        [
          '{grant="client_credentials",outcome="granted"} 2',
          '{grant="client_credentials",outcome="invalid_client"} 1',
          `{grant="${exchangeGrant}",outcome="invalid_request"} 1`,
          '{grant="refresh_token",outcome="unauthorized_client"} 1',
          '{grant="other",outcome="unsupported_grant_type"} 1',
          '{grant="other",outcome="invalid_request"} 1',
        ].toSorted(),
      );
  });
});

test('tokens of the fast path are counted by grant, with their durations from a millisecond on', async () => {
  const metrics = createMetrics({}, exchangeMetrics(), createMetricsAccess(undefined));
  for (const seconds of [0.0004, 0.0015, 0.3]) metrics.observeFastPath('exchange', seconds);
  metrics.observeFastPath('client_credentials', 0.1);
  const read = async () => (await metrics.routes.request('/metrics')).text();
  await read();
  const body = await read();
  const duration = 'mandate_token_request_duration_seconds';
  expect(body).toContain('mandate_token_fast_path_total{grant="exchange"} 3');
  expect(body).toContain('mandate_token_fast_path_total{grant="client_credentials"} 1');
  expect(body).toContain(`${duration}_bucket{le="0.001",grant="exchange",outcome="granted"} 1`);
  expect(body).toContain(`${duration}_bucket{le="0.002",grant="exchange",outcome="granted"} 2`);
  expect(body).toContain(`${duration}_count{grant="exchange",outcome="granted"} 3`);
});
