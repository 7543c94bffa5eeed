import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createCursorSeal } from '../../src/platform/crypto/cursor-seal.ts';
import { createSecretBox } from '../../src/platform/crypto/secret-box.ts';
import { cursorOf } from '../../src/reads/keyset.ts';
import { events } from '../../src/reads/lists/events.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { openLiveClient } from '../support/browsers/live-client.ts';
import {
  administratorOf,
  type Caller,
  holder,
  type ManagementApi,
  startManagementApi,
  tokenOf,
} from '../support/management-api.ts';

let api: ManagementApi;
let local: Caller;
beforeAll(async () => {
  api = await startManagementApi();
  local = administratorOf(api.ours);
});
afterAll(() => api[Symbol.asyncDispose]());

const rename = (name: string) =>
  api.graphql(
    `mutation { updateOrganization(input: { organizationId: "${api.ours.organization}", name: "${name}" }) { events { id } } }`,
    local,
  );
/** Something that happens outside of the organization. */
const elsewhere = () => api.kernel.run(createUser, {});

const feed = '... on CaughtUp { cursor from } ... on EventMessage { cursor }';
type Message = { cursor: string; from?: string | null };

/** The first message of a subscription. */
async function firstMessage(after: string | null): Promise<Message> {
  const { client, watch } = openLiveClient(api, tokenOf(local));
  const watched = watch(`subscription ($after: String) { events(after: $after) { ${feed} } }`, { after });
  await watched.until(1);
  await client.dispose();
  const [{ events: message, errors }] = watched.messages;
  if (errors) throw new Error(errors[0].extensions.code);
  return message;
}

const end = async (): Promise<string> =>
  (await api.graphql('{ viewer { eventsCursor } }', local)).data.viewer.eventsCursor;
const listed = '{ events(first: 1) { edges { cursor node { cursor } } pageInfo { startCursor endCursor } } }';

/** All cursors that an administrator of an organization can get, in every way. */
async function cursors(): Promise<string[]> {
  const { data } = await api.graphql(listed, local);
  const { edges, pageInfo } = data.events;
  const rest = await api.rest('GET', '/events?limit=1&orderBy=-position', local);
  const after = await end();
  const caughtUp = await firstMessage(after);
  return [
    after,
    edges[0].cursor,
    edges[0].node.cursor,
    pageInfo.startCursor,
    pageInfo.endCursor,
    rest.data.nextCursor.replace('events.', ''),
    caughtUp.cursor,
    caughtUp.from ?? '',
  ];
}

describe('an administrator of one organization', () => {
  beforeEach(() => rename(`Named ${randomBytes(4).toString('hex')}`));

  it('finds no position of the event log in a cursor', async () => {
    const head = await api.kernel.database.prisma.event.count();
    for (const cursor of await cursors()) {
      expect(cursor).toMatch(/^[\w-]{96}$/);
      const decoded = Buffer.from(cursor, 'base64url').toString('latin1');
      expect(decoded).not.toContain(`"${head}"`);
      expect(() => JSON.parse(decoded) as unknown).toThrow(SyntaxError);
    }
  });

  it('finds out by no cursor whether something happened elsewhere', async () => {
    const quiet = [await end(), await end(), (await firstMessage(null)).cursor, (await firstMessage(null)).cursor];
    await elsewhere();
    const busy = [await end(), (await firstMessage(null)).cursor];
    expect(new Set([...quiet, ...busy]).size).toBe(6);
    // Nor by subscribing after two of them: the place at which it began is another text each time.
    const [one, other] = quiet as [string, string];
    const begun = [await firstMessage(one), await firstMessage(one), await firstMessage(other)];
    expect(new Set(begun.map(({ from }) => from)).size).toBe(3);
  });

  it('continues after each cursor, with the events of the organization alone', async () => {
    const after = await end();
    await elsewhere();
    await rename('Continued');
    const query = 'query ($after: String) { events(after: $after) { nodes { organizationId cursor } } }';
    const { data } = await api.graphql(query, local, { after });
    expect(data.events.nodes).toMatchObject([{ organizationId: api.ours.organization }]);
    expect((await firstMessage(after)).cursor).toBe(data.events.nodes[0].cursor);
    const rest = await api.rest('GET', `/events?cursor=events.${after}`, local);
    expect(rest.data.items).toHaveLength(1);
  });
});

describe('a cursor of events that the platform did not make', () => {
  const other = createCursorSeal(createSecretBox([randomBytes(32)]));
  const plain = cursorOf(events, undefined, { position: 1n });
  const forged = [plain, other.seal(plain), 'A'.repeat(96), Buffer.from('["position","1"]').toString('base64url')];
  const caller = holder('events:read');

  it.each(forged)('is refused with INVALID_CURSOR everywhere: %s', async (cursor) => {
    const query = 'query ($after: String) { events(first: 1, after: $after) { nodes { id } } }';
    expect((await api.graphql(query, caller, { after: cursor })).codes).toEqual(['INVALID_CURSOR']);
    const backwards = query.replace('first: 1, after:', 'last: 1, before:');
    expect((await api.graphql(backwards, caller, { after: cursor })).codes).toEqual(['INVALID_CURSOR']);
    const rest = await api.rest('GET', `/events?cursor=events.${cursor}`, caller);
    expect([rest.status, rest.codes]).toEqual([422, ['INVALID_CURSOR']]);
    await expect(firstMessage(cursor)).rejects.toThrow('INVALID_CURSOR');
    const socket = new WebSocket(api.url.replace('http', 'ws'), 'graphql-transport-ws');
    await once(socket, 'open');
    const payload = { authorization: `Bearer ${tokenOf(caller)}`, after: cursor };
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(4400);
  });
});
