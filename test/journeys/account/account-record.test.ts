import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { updateUser } from '../../../src/operations/users/update-user.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import { act, endOfLog, eventsOf, type Person, startAccountPlatform } from '../../support/accounts/account.ts';
import { rename } from '../../support/accounts/account-acts.ts';
import { perFile } from '../../support/per-file.ts';
import { addExchanges } from '../../support/exchanges/exchange-rows.ts';

const platform = perFile(startAccountPlatform);

const get = async (person: Pick<Person, 'token'>, path: string) => {
  const headers = { authorization: `Bearer ${person.token}` };
  const response = await fetch(`${platform.issuer.url}/account/api${path}`, { headers });
  return { status: response.status, headers: response.headers, json: await response.json() };
};

const query = async (person: Person, fields: string) => {
  const response = await fetch(`${platform.issuer.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ viewer { account { ${fields} } } }` }),
  });
  return (await response.json()) as { data: { viewer: { account: never } }; errors?: { message: string }[] };
};

/** A change by an administrator. */
const administer = (userId: string) => {
  const origin = { channel: 'graphql', requestId: platform.issuer.ids.next('request') } as const;
  return platform.issuer.execute(updateUser, platformActor, { userId, customData: { note: 'internal' } }, origin);
};

describe('the events about an account', () => {
  it('are those of the person, and of others without their names, newest first', async () => {
    const [ada, joan] = [await platform.person(), await platform.person()];
    await act(platform.issuer, 'rest', ada.token, rename('Ada King'));
    await act(platform.issuer, 'rest', joan.token, rename('Joan Clarke'));
    await administer(ada.id);
    const { json } = await get(ada, '/events');
    expect(json.items.slice(0, 2)).toEqual([
      {
        id: expect.any(String),
        type: 'User.Data.Updated',
        occurredAt: expect.any(String),
        by: 'platform',
        applicationName: null,
        administratorName: null,
        reason: null,
        channel: 'graphql',
        changed: ['customData'],
      },
      expect.objectContaining({ by: 'you', applicationName: 'Demo & Co <Shop>', channel: 'rest', changed: ['name'] }),
    ]);
    const text = JSON.stringify(json);
    for (const other of [joan.id, 'Joan', 'internal']) expect(text).not.toContain(other);
  });

  it('are read in pages, the same by GraphQL and REST, without gaps or duplicates', async () => {
    const ada = await platform.person();
    for (const name of ['One', 'Two', 'Three', 'Four']) await act(platform.issuer, 'graphql', ada.token, rename(name));
    const whole = (await get(ada, '/events?limit=100')).json.items.map(({ id }: { id: string }) => id);
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await get(ada, `/events?limit=2${cursor && `&cursor=${cursor}`}`);
      ids.push(...json.items.map(({ id }: { id: string }) => id));
      if (json.nextCursor === null) break;
      cursor = json.nextCursor;
    }
    expect(ids).toEqual(whole);
    const first = 'events(first: 3) { nodes { id by } pageInfo { endCursor hasNextPage } }';
    const { events } = (await query(ada, first)).data.viewer.account as { events: Connection };
    expect(events.nodes.map(({ id }) => id)).toEqual(whole.slice(0, 3));
    expect(events.nodes[0]).toMatchObject({ by: 'YOU' });
    const next = `events(first: 100, after: "${events.pageInfo.endCursor}") { nodes { id } pageInfo { hasNextPage } }`;
    const rest = (await query(ada, next)).data.viewer.account as { events: Connection };
    expect(rest.events.nodes.map(({ id }) => id)).toEqual(whole.slice(3));
    expect(rest.events.pageInfo).toEqual({ hasNextPage: false });
  });

  it('refuse a cursor that is not one of theirs, and a page that is too large', async () => {
    const ada = await platform.person();
    expect(await get(ada, '/events?cursor=nonsense')).toMatchObject({ status: 422, json: { code: 'INVALID_CURSOR' } });
    expect(await get(ada, '/events?limit=101')).toMatchObject({ status: 422, json: { code: 'BAD_USER_INPUT' } });
    expect((await query(ada, 'events(last: 1) { nodes { id } }')).errors).toHaveLength(1);
  });
});

interface Connection {
  nodes: { id: string; by?: string }[];
  pageInfo: { endCursor?: string; hasNextPage: boolean };
}

describe('the export of an account', () => {
  it('is one JSON document with everything about the person, and an event', async () => {
    const ada = await platform.person({ emailVerifiedAt: new Date() });
    await administer(ada.id);
    const { database, clock } = platform.issuer;
    const [id] = await addExchanges(database, [
      { at: clock.now(), userId: ada.id },
      { at: clock.now(), userId: 'user_x' },
    ]);
    const before = await endOfLog(platform.issuer);
    const { status, headers, json } = await get(ada, '/export');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="account.json"');
    expect(Object.keys(json)).toEqual([
      'account',
      'factors',
      'identities',
      'sessions',
      'devices',
      'consents',
      'impersonations',
      'organizations',
      'invitations',
      'signInAttempts',
      'messages',
      'exchanges',
      'events',
    ]);
    expect(json).toMatchObject({
      account: { id: ada.id, username: ada.username },
      sessions: [{ id: ada.sessionId, isCurrent: true }],
      devices: [{ isKnown: true }],
      signInAttempts: [{ purpose: 'sign-in', state: 'finished', userId: ada.id }],
      exchanges: [{ id, outcome: 'GRANTED', applicationId: 'app_backend', grantedScopes: ['orders:read'] }],
    });
    expect(json.events[0]).toMatchObject({ type: 'User.Data.Exported', by: 'you' });
    expect(JSON.stringify(json)).not.toContain('internal');
    expect(await eventsOf(platform.issuer, before, ada.id)).toMatchObject([{ type: 'User.Data.Exported' }]);
  });

  it('needs a recent sign-in, without which nothing is sent and no event is emitted', async () => {
    const ada = await platform.person();
    const { tokens } = await platform.signInAgain(ada);
    platform.issuer.advance(901);
    const resource = `${platform.issuer.publicUrl}/account`;
    const renewed = await client.refreshTokenGrant(platform.web.config, tokens.refresh_token ?? '', { resource });
    const before = await endOfLog(platform.issuer);
    const refused = await get({ token: renewed.access_token }, '/export');
    expect(refused).toMatchObject({ status: 401, json: { code: 'INSUFFICIENT_USER_AUTHENTICATION', maxAge: 900 } });
    expect(await eventsOf(platform.issuer, before, ada.id)).toEqual([]);
  });
});
