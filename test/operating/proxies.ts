import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient as createStreamClient } from 'graphql-sse';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { keptPort } from '../support/servers/kept-port.ts';
import { startHaproxy, startNginx } from '../support/servers/proxies.ts';
import type { Management } from './work.ts';

const examples = [
  ['docs/operating/haproxy-http.cfg', startHaproxy],
  ['docs/operating/nginx.conf', startNginx],
] as const;

/** Each example for HTTP in front of the platform. Returns how many parts failed. */
export async function checkProxies(platform: { port: number; management: Management }): Promise<number> {
  let failed = 0;
  for (const [file, start] of examples) {
    for (const [part, check] of Object.entries(checks)) {
      const behind = check === passesAddress ? undefined : platform.port;
      const error = await attempt(start, file, behind, (url) => check(url, platform.management));
      failed += error ? 1 : 0;
      console.log(error ? `FAILED  ${file}: ${part}: ${error.message}` : `ok      ${file}: ${part}`);
    }
  }
  return failed;
}

type Start = (typeof examples)[number][1];

/** Runs a check through a proxy of its own: in front of this port, or else of a server that returns its headers. */
async function attempt(
  start: Start,
  file: string,
  behind: number | undefined,
  check: (url: string) => Promise<void>,
): Promise<Error | undefined> {
  await using stack = new AsyncDisposableStack();
  const port = await keptPort();
  const upstream = behind ?? stack.use(await startEcho()).port;
  try {
    const ports = { '127.0.0.1:8080': port, '10.0.0.1:3000': upstream, '10.0.0.2:3000': upstream };
    stack.use(await start(file, ports));
    await check(`http://127.0.0.1:${port}`);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Responds with the headers of the request. */
async function startEcho(): Promise<AsyncDisposable & { port: number }> {
  const server = createServer(({ headers }, response) => void response.end(JSON.stringify(headers)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Check = (url: string, management: Management) => Promise<void>;

function expect(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise);
}

const passesAddress: Check = async (url) => {
  const response = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  const headers = (await response.json()) as Record<string, string>;
  const addresses = headers['x-forwarded-for']?.split(/, */) ?? [];
  expect(addresses.at(-1) === '127.0.0.1' && addresses.length === 2, `X-Forwarded-For is ${addresses.join()}`);
  expect(headers['x-forwarded-proto'] === 'http', `X-Forwarded-Proto is ${headers['x-forwarded-proto']}`);
  const { host } = new URL(url);
  expect(headers['x-forwarded-host'] === host, `X-Forwarded-Host is ${headers['x-forwarded-host']}`);
  expect(headers['host'] === host, `Host is ${headers['host']}`);
};

const keepsConnections: Check = async (url) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async () => {
    const sent = request(`${url}/readyz`, { agent }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await text(response);
    expect(response.statusCode === 200, `the status is ${response.statusCode}`);
    return sent.reusedSocket;
  };
  await send();
  expect(await send(), 'the connection is not kept');
  agent.destroy();
};

const created = 'subscription { events(types: [ROLE_CREATED]) { ... on EventMessage { event { id } } } }';

/** Waits for the event of a role that is created once the subscription has begun. */
async function receive(messages: AsyncIterable<unknown>, { createRole }: Management): Promise<void> {
  const received = new AbortController();
  const deadline = AbortSignal.timeout(10_000);
  const creating = (async () => {
    while (!AbortSignal.any([received.signal, deadline]).aborted) await createRole();
  })();
  const late = once(deadline, 'abort').then(() => Promise.reject(new Error('no event within 10 seconds')));
  const iterator = messages[Symbol.asyncIterator]();
  try {
    for (let answer = ''; !answer.includes('"event"'); )
      answer = JSON.stringify((await Promise.race([iterator.next(), late])).value);
  } finally {
    received.abort();
    late.catch(() => {});
    await creating;
  }
}

const opensSockets: Check = async (url, management) => {
  const { authorization } = management;
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
  });
  await receive(client.iterate({ query: created }), management);
  await client.dispose();
};

const streams: Check = async (url, management) => {
  const { authorization } = management;
  const client = createStreamClient({ url: `${url}/graphql`, headers: { authorization }, retryAttempts: 0 });
  await receive(client.iterate({ query: created }), management);
  client.dispose();
};

/** More than nginx allows by default. */
const imports: Check = async (url, { authorization }) => {
  const about = 'x'.repeat(30_000);
  const users = Array.from({ length: 60 }, (_, index) => ({
    username: `imported-${process.hrtime.bigint()}-${index}`,
    customData: { about },
  }));
  const body = users.map((user) => `${JSON.stringify(user)}\n`).join('');
  const headers = { authorization, 'content-type': 'application/x-ndjson' };
  const response = await fetch(`${url}/api/users/import`, { method: 'POST', headers, body });
  const last = (await response.text()).trim().split('\n').at(-1) ?? '';
  expect(response.status === 200 && last.includes('"created":60'), `${response.status} ${last.slice(0, 200)}`);
};

const checks: Readonly<Record<string, Check>> = {
  'addresses of clients': passesAddress,
  'kept connections': keepsConnections,
  WebSockets: opensSockets,
  'streams of events': streams,
  'an import of 1.8 MB': imports,
};
