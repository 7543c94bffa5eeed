import { afterAll, beforeAll, expect, it } from 'vitest';
import { socketLimits } from '../../../src/graphql/context/limits.ts';
import { openLiveClient, type LiveClient } from '../../support/browsers/live-client.ts';
import { type Api, startApi, tokenFor } from '../api.ts';

const caller = (name: string) => tokenFor(['events:read'], `user_01h455vb4pex5vsknk084sn0${name}`);
let api: Api;
const clients: LiveClient[] = [];
beforeAll(async () => {
  const usual = { ...socketLimits };
  Object.assign(socketLimits, { selections: 2 });
  api = await startApi();
  return () => void Object.assign(socketLimits, usual);
});
afterAll(async () => {
  for (const { client } of clients) await client.dispose();
  await api[Symbol.asyncDispose]();
});

const selecting = (field: string) =>
  `subscription ($types: [EventType!]) { events(types: $types) { __typename ... on EventMessage { event { ${field} } } } }`;
const open = (token: string): LiveClient => {
  const client = openLiveClient(api, token);
  clients.push(client);
  return client;
};
/** Whether a subscription begins: its refusal otherwise. */
async function begin(client: LiveClient, query: string, variables: Record<string, unknown> = {}) {
  const watched = client.watch(query, variables);
  await watched.until(1);
  const { errors, events } = watched.messages[0];
  return { ...watched, outcome: errors?.[0] ?? events.__typename };
}
/** The same over server-sent events: the first message. */
async function stream(query: string, token: string): Promise<string> {
  const stop = new AbortController();
  const response = await fetch(api.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
    signal: stop.signal,
  });
  let text = '';
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    if (/CaughtUp|errors/.test(text)) break;
  }
  stop.abort();
  return text;
}

const refused = {
  message: 'Too many different selections of this caller in subscriptions; at most 2.',
  extensions: { code: 'RATE_LIMITED' },
};

it('the different selections of a caller are limited, on all its sockets and streams together', async () => {
  const token = caller('2x');
  const [one, other] = [open(token), open(token)];
  const first = await begin(one, selecting('id'));
  const same = await begin(other, selecting('id'), { types: ['USER_CREATED'] });
  const second = await begin(other, selecting('type'));
  expect([first, same, second].map(({ outcome }) => outcome)).toEqual(['CaughtUp', 'CaughtUp', 'CaughtUp']);
  expect((await begin(one, selecting('data'))).outcome).toMatchObject(refused);
  expect(await stream(selecting('data'), token)).toContain(refused.message);
  expect(await stream(selecting('type'), token)).toContain('CaughtUp');
  expect((await begin(open(caller('2y')), selecting('data'))).outcome).toBe('CaughtUp');
  second.stop();
  await expect.poll(async () => (await begin(one, selecting('data'))).outcome).toBe('CaughtUp');
});

it('a selection that cannot be subscribed to does not count', async () => {
  const client = open(caller('2z'));
  for (let count = 0; count < 3; count++) {
    const query = `subscription { userChanged(id: "no-${count}") { __typename } }`;
    expect((await begin(client, query)).outcome.extensions.code).toBe('BAD_USER_INPUT');
  }
  expect((await begin(client, selecting('id'))).outcome).toBe('CaughtUp');
});
