import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { healthRoutes } from '../../src/server/health.ts';
import { createMetricsAccess } from '../../src/server/metrics-access.ts';
import { startIssuer, type TestIssuer } from '../support/issuer.ts';

const token = 'a-token-for-the-metrics';
const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });

describe('a platform with METRICS_TOKEN', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startIssuer({ environment: { METRICS_TOKEN: token } });
  });
  afterAll(() => issuer[Symbol.asyncDispose]());
  const get = (path: string, init?: RequestInit) => fetch(new URL(path, issuer.url), init);

  test('has metrics for the token only', async () => {
    const response = await get('/metrics', bearer(token));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('process_resident_memory_bytes');
  });

  test.each<[string, RequestInit, path?: string]>([
    ['no token', {}],
    ['another token', bearer('another-token-as-long-as')],
    ['the beginning of the token', bearer(token.slice(0, -1))],
    ['the token by another scheme', { headers: { authorization: `Basic ${token}` } }],
    ['the token as a parameter', {}, `/metrics?access_token=${token}`],
  ])('refuses metrics with %s', async (_title, init, path = '/metrics') => {
    const response = await get(path, init);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="metrics"');
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.text()).not.toContain('mandate_');
  });

  test('answers load balancers without the token', async () => {
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  });
});

test('/readyz has the reason why the platform is not ready for the token only', async () => {
  const routes = healthRoutes(() => Promise.resolve('clock is wrong'), createMetricsAccess(token));
  const [open, known] = [await routes.request('/readyz'), await routes.request('/readyz', bearer(token))];
  expect([open.status, await open.json()]).toEqual([503, { status: 'not ready' }]);
  expect([known.status, await known.json()]).toEqual([503, { status: 'clock is wrong' }]);
});
