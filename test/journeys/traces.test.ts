import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { addApplication, addUser, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { redirectUri, relyingParty } from '../support/relying-party.ts';
import { basic, form, formHeaders } from '../support/token-requests.ts';
import { until } from '../support/until.ts';

/** One platform, with a receiver of all its events. */
let issuer: TestIssuer;
let receiver: Receiver;
let token: string;

beforeAll(async () => {
  issuer = await startIssuer({ environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' } });
  receiver = await startReceiver();
  const { prisma } = issuer.database;
  const api = await prisma.apiResource.findFirstOrThrow({ where: { isBuiltIn: true }, include: { scopes: true } });
  const shop = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const { username } = await addUser(prisma, { scopeIds: api.scopes.map(({ id }) => id) });
  const scope = 'openid roles:read roles:write events:read webhooks:read webhooks:write';
  const journey = await (await relyingParty(issuer.issuer, shop)).signIn(username, { scope, resource: api.indicator });
  token = journey.tokens.access_token;
  await send('/api/webhooks', { body: { name: 'All', url: receiver.url } });
});
afterAll(async () => {
  await issuer[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const spanId = '00f067aa0ba902b7';
let count = 0;
/** A trace of its own for each test. */
const newTrace = () => `4bf92f3577b34da6a3ce929d0e0e${String(++count).padStart(4, '0')}`;

interface Sent {
  traceparent?: string;
  body?: object;
}
async function send(path: string, { traceparent, body }: Sent = {}) {
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
  ])('over %s is in the response, in the event, and continues in the request to a webhook', async (api, path, body) => {
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
  });

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
