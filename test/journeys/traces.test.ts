import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { addApplication, addUser, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { type Collector, startCollector } from '../support/servers/collector.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { accessTokenType, basic, exchangeGrant, form, formHeaders } from '../support/exchanges/token-requests.ts';
import { until } from '../support/until.ts';

/** One platform, with a receiver of all its events. */
let issuer: TestIssuer;
let receiver: Receiver;
let token: string;
let collector: Collector;
let machine: { id: string; clientSecret: string };

let stopped: Promise<void> | undefined;
const stop = () => (stopped ??= Promise.resolve(issuer[Symbol.asyncDispose]()));

beforeAll(async () => {
  [receiver, collector] = await Promise.all([startReceiver(), startCollector()]);
  const environment = { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` };
  issuer = await startIssuer({ environment });
  const { prisma } = issuer.database;
  const api = await prisma.apiResource.findFirstOrThrow({ where: { isBuiltIn: true }, include: { scopes: true } });
  const shop = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  machine = await addApplication(prisma, 'MACHINE_TO_MACHINE', {
    tokenExchangeAllowed: true,
    managementApiAllowed: true,
  });
  const { username } = await addUser(prisma, { scopeIds: api.scopes.map(({ id }) => id) });
  const scope = 'openid roles:read roles:write events:read webhooks:read webhooks:write';
  const journey = await (await relyingParty(issuer.issuer, shop)).signIn(username, { scope, resource: api.indicator });
  token = journey.tokens.access_token;
  await send('/api/webhooks', { body: { name: 'All', url: receiver.url } });
});
afterAll(async () => {
  await stop();
  await Promise.all([receiver[Symbol.asyncDispose](), collector[Symbol.asyncDispose]()]);
});

const spanId = '00f067aa0ba902b7';
let count = 0;
/** A trace of its own for each test. */
const newTrace = () => `4bf92f3577b34da6a3ce929d0e0e${String(++count).padStart(4, '0')}`;

interface TracedRequest {
  traceparent?: string;
  body?: object;
}
async function send(path: string, { traceparent, body }: TracedRequest = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(traceparent !== undefined && { traceparent }),
  };
  return fetch(issuer.url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
}

const createRole = 'mutation ($name: String!) { createRole(input: { name: $name }) { role { id } } }';
const roleNamed = (name: string) => ({ query: createRole, variables: { name } });

/** The message about a role of that name. */
async function messageAbout(name: string) {
  const find = () => receiver.received.find(({ json }) => json.data.role?.name === name);
  await until(() => find() !== undefined);
  return find();
}

describe('a trace that a caller has begun', () => {
  it.each([
    ['GraphQL', '/graphql', roleNamed],
    ['REST', '/api/roles', (name: string) => ({ name })],
  ])(
    'a trace over %s is in the response, in the event, and continues in the request to a webhook',
    async (api, path, body) => {
      const traceId = newTrace();
      const answer = await send(path, { traceparent: `00-${traceId}-${spanId}-01`, body: body(`of ${api}`) });
      expect(answer.headers.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-(?!${spanId})[0-9a-f]{16}-01$`));
      const message = await messageAbout(`of ${api}`);
      expect(message?.json.cause.traceId).toBe(traceId);
      expect(message?.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-(?!${spanId})[0-9a-f]{16}-01$`));
      const { items } = await (await send(`/api/events?subjectId=${message?.json.subject.id}`)).json();
      expect(items).toMatchObject([{ cause: { traceId } }]);
      const query = '{ events(last: 1) { nodes { cause { traceId } } } }';
      const { data } = await (await send('/graphql', { body: { query } })).json();
      expect(data.events.nodes).toEqual([{ cause: { traceId } }]);
    },
  );

  it('is that of all operations of a socket, from `connectionParams` or the headers of the request for it', async () => {
    const traceId = newTrace();
    const traceparent = `00-${traceId}-${spanId}-01`;
    class WithHeader extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { headers: { traceparent } });
      }
    }
    const authorization = `Bearer ${token}`;
    const sockets = [
      { webSocketImpl: WebSocket, connectionParams: { authorization, traceparent } },
      { webSocketImpl: WithHeader, connectionParams: { authorization } as Record<string, string> },
    ];
    const url = `${issuer.url.replace('http', 'ws')}/graphql`;
    for (const [index, socket] of sockets.entries()) {
      const client = createClient({ url, retryAttempts: 0, ...socket });
      await client.iterate(roleNamed(`of socket ${index}`)).next();
      await client.dispose();
    }
    const messages = await Promise.all(['of socket 0', 'of socket 1'].map(messageAbout));
    expect(messages.map((message) => message?.json.cause.traceId)).toEqual([traceId, traceId]);
  });

  it.each(['/oidc/token', '/oidc/auth', '/sign-up', '/.well-known/openid-configuration'])(
    'is in the response of %s',
    async (path) => {
      const traceId = newTrace();
      const headers = { ...formHeaders, authorization: basic({ id: 'app_none', clientSecret: 'none' }) };
      const init = path === '/oidc/token' ? { method: 'POST', body: form({ grant_type: 'client_credentials' }) } : {};
      const answer = await fetch(issuer.url + path, {
        ...init,
        headers: { ...headers, traceparent: `00-${traceId}-${spanId}-00` },
      });
      expect(answer.headers.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    },
  );
});

it('a hostile traceparent is ignored: the request begins a trace of its own', async () => {
  const hostile = ['<script>', `00-${'0'.repeat(32)}-${spanId}-01`, `00-${newTrace()}-${spanId}-zz`, 'x'.repeat(4000)];
  for (const [index, traceparent] of hostile.entries()) {
    const answer = await send('/api/roles', { traceparent, body: { name: `Hostile ${index}` } });
    const [, traceId] = answer.headers.get('traceparent')?.split('-') ?? [];
    expect(answer.status).toBe(201);
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect((await messageAbout(`Hostile ${index}`))?.json.cause.traceId).toBe(traceId);
  }
});

it('a sign-in on the pages has a trace, and what the platform did by itself has none', async () => {
  const query = '{ events(first: 50) { nodes { cause { operation channel traceId } } } }';
  const { data } = await (await send('/graphql', { body: { query } })).json();
  const causes: { channel: string; traceId: string | null }[] = data.events.nodes.map(({ cause }: Caused) => cause);
  const tracesOf = (channel: string) =>
    causes.filter((cause) => cause.channel === channel).map(({ traceId }) => traceId);
  expect(tracesOf('SIGN_IN')).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(new Set(tracesOf('PLATFORM'))).toEqual(new Set([null]));
});

interface Caused {
  cause: { channel: string; traceId: string | null };
}

describe('a collector receives by OTLP, at the latest when the platform stops,', () => {
  const traceId = newTrace();
  const traceparent = `00-${traceId}-${spanId}-01`;
  /** Exchanges with and without a token that is accepted. */
  async function exchange(subject_token: string): Promise<number> {
    const fields = { grant_type: exchangeGrant, subject_token, subject_token_type: accessTokenType };
    const body = form({ ...fields, resource: `${issuer.publicUrl}/api` });
    const headers = { ...formHeaders, authorization: basic(machine), traceparent };
    return (await fetch(`${issuer.url}/oidc/token`, { method: 'POST', headers, body })).status;
  }

  let statuses: number[];
  beforeAll(async () => {
    statuses = [await exchange(token), await exchange('none')];
    await send('/api/roles', { traceparent, body: { name: 'Exported' } });
    await send('/graphql', { traceparent: `00-${newTrace()}-${spanId}-00`, body: { query: '{ __typename }' } });
    await messageAbout('Exported');
    await stop();
  });
  const spansOf = () => collector.spans.filter((span) => span.traceId === traceId);
  const spanNamed = (name: string) => spansOf().find((span) => span.name === name);

  it('the spans of a request, its operation and the request to the webhook, each below the one that caused it', () => {
    const [request, operation, attempt] = ['POST /api/roles', 'operation createRole', 'webhook attempt'].map(spanNamed);
    const message = receiver.received.find(({ json }) => json.data.role?.name === 'Exported');
    const attributes = { 'http.route': '/api/roles', 'http.response.status_code': 201 };
    expect(request).toMatchObject({ kind: 2, parentSpanId: spanId, attributes });
    expect(operation).toMatchObject({ parentSpanId: request?.spanId, attributes: { 'mandate.channel': 'rest' } });
    expect(attempt).toMatchObject({ kind: 3, parentSpanId: request?.spanId });
    expect(message?.headers['traceparent']).toBe(`00-${traceId}-${attempt?.spanId}-01`);
  });

  it('the spans of token exchanges, of the fast path and of refused ones, and of the statements that they share', () => {
    expect(statuses).toEqual([200, 400]);
    expect(spanNamed('POST token (fast path)')).toMatchObject({ kind: 2, parentSpanId: spanId });
    const refused = { 'url.path': '/oidc/token', 'http.response.status_code': 400 };
    expect(spanNamed('POST /oidc/token')).toMatchObject({ parentSpanId: spanId, attributes: refused });
    const read = collector.spans.find(({ name }) => name === 'read access policy');
    expect(read?.attributes['db.operation.batch.size']).toBeGreaterThan(0);
  });

  it('no span of a request whose caller does not sample it', () => {
    expect(collector.spans.filter(({ name }) => name === 'POST /graphql')).not.toEqual([]);
    expect(collector.spans.filter((span) => span.traceId.endsWith(String(count).padStart(4, '0')))).toEqual([]);
  });

  it('the metrics that Prometheus reads, with the reasons of refused exchanges', () => {
    const attributesOf = (name: string) =>
      collector.metrics
        .get(name)
        ?.sum?.dataPoints.map(({ attributes }) => attributes.map(({ value }) => value.stringValue));
    expect(attributesOf('mandate_token_exchanges_total')).toEqual([
      ['granted', ''],
      ['invalid_request', 'SUBJECT_MALFORMED'],
    ]);
    const [requests] = collector.metrics.get('mandate_http_request_duration_seconds')?.histogram?.dataPoints ?? [];
    expect(requests?.bucketCounts).toHaveLength((requests?.explicitBounds.length ?? 0) + 1);
    expect(requests?.bucketCounts.reduce((sum, one) => sum + one, 0)).toBe(requests?.count);
    for (const name of ['mandate_database_connections', 'mandate_queue_length', 'mandate_live_clients'])
      expect(collector.metrics.get(name)?.gauge?.dataPoints).not.toEqual([]);
  });

  it('the telemetry names its service, and contains no secret', () => {
    expect(collector.resource).toMatchObject({ 'service.name': 'mandate', 'service.version': expect.any(String) });
    const text = JSON.stringify([collector.spans, [...collector.metrics.values()]]);
    expect(text).not.toContain(token);
    expect(text).not.toContain(machine.clientSecret);
  });
});

it('a collector that does not respond delays no request, and the end by some seconds only', async () => {
  await using silent = await startCollector({ isSilent: true });
  const beside = await startIssuer({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: silent.url } });
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${beside.url}/oidc/jwks`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const begun = performance.now();
  await beside[Symbol.asyncDispose]();
  expect(performance.now() - begun).toBeLessThan(12_000);
});
