import { decodeJwt } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { basic, sendTokenRequest, type TokenRequest } from '../../../support/exchanges/token-requests.ts';
import { badClients } from '../requests/bad-clients.ts';
import { badAims, badForms } from '../requests/bad-requests.ts';
import { startFixture } from '../fixture.ts';
import { goodRequests } from '../requests/good-requests.ts';
import { ledgerRows } from './ledger-rows.ts';

const fixture = await startFixture();
afterAll(() => fixture[Symbol.asyncDispose]());

const { endpoint, records, ada } = fixture;
const { database } = endpoint.app.services;
const send = (request: TokenRequest, path: 'on' | 'off' = 'on') => sendTokenRequest(endpoint[path], request);
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

beforeEach(async () => {
  await ledgerRows(fixture);
  await database.pool.query('TRUNCATE exchanges');
});

describe.each(['on', 'off'] as const)('the ledger (fast path %s)', (path) => {
  test('has one row for an issued token: its jti, who acted for whom, what for, and what the decision saw', async () => {
    const { json } = await send(fixture.ask({ scope: 'orders:read orders:delete' }, { traceparent }), path);
    const { jti, txn } = decodeJwt(json.access_token ?? '');
    const [position] = (await database.pool.query('SELECT position::int FROM event_head')).rows;
    expect(txn).toBe(jti);
    expect(await ledgerRows(fixture)).toEqual([
      {
        id: jti,
        at: expect.stringContaining(new Date(endpoint.now() * 1000).toISOString().slice(0, 19)),
        sequence: expect.any(Number),
        position: position.position,
        delegation_id: expect.any(Number),
        application_id: records.backend.id,
        subject_application_id: records.shop.id,
        chain: '',
        subject_resource: 'https://orders.example/api',
        api_resource_id: records.orders.id,
        user_id: records.ada.id,
        session_id: ada.sessionId,
        granted: 'orders:read',
        dropped: 'orders:delete',
        trace_id: expect.stringMatching(/^4bf92f35-/),
      },
    ]);
  });

  test('has one row for a refusal, with its reason and no token', async () => {
    await send(fixture.ask({ scope: 'orders:delete' }), path);
    expect(await ledgerRows(fixture)).toEqual([
      expect.objectContaining({ reason: 'SCOPE_NOT_HELD', dropped: 'orders:delete', user_id: records.ada.id }),
    ]);
    expect((await ledgerRows(fixture))[0]).not.toHaveProperty('granted');
  });

  test('knows the API resource of a request that was refused before it was looked up, and no input of the client', async () => {
    await send(fixture.ask({ subject_token: 'no token' }), path);
    await send(fixture.ask({ subject_token: 'no token', resource: 'https://unknown.example' }), path);
    await send(fixture.ask({ organization_id: 'x'.repeat(1000) }), path);
    const [known, unknown, organization] = await ledgerRows(fixture);
    expect(known).toMatchObject({ api_resource_id: records.orders.id, reason: 'SUBJECT_MALFORMED' });
    expect(unknown).toMatchObject({ api_resource_id: '', subject_application_id: '', subject_resource: '' });
    expect(organization).toMatchObject({ reason: 'NOT_A_MEMBER' });
    expect(organization).not.toHaveProperty('organization_id');
  });
});

describe('the answers of the tables', () => {
  const authenticated = [...goodRequests(fixture), ...badForms(fixture), ...badAims(fixture)].filter(
    ({ error, request }) => {
      const body = typeof request === 'function' ? '' : String(request.body);
      return body.includes('token-exchange') && error !== 'invalid_client';
    },
  );

  test('an answer to every authenticated exchange request has exactly one row, with its outcome', async () => {
    expect(authenticated.length).toBeGreaterThan(60);
    const missing: string[] = [];
    for (const { title, request, status, error } of authenticated) {
      await database.pool.query('TRUNCATE exchanges');
      await send(typeof request === 'function' ? await request() : request);
      const rows = await ledgerRows(fixture);
      const isRefused = rows[0]?.reason !== undefined;
      if (rows.length !== 1 || isRefused !== (error !== undefined)) missing.push(`${title}: ${status}, ${rows.length}`);
    }
    // The library reads neither the form of these nor who sends it.
    const unread = [/JSON/, /media type/, /multipart/, /no body/, /101 parameters/, /U\+0000/, /KiB/, /GET|PUT/];
    expect(missing.filter((line) => !unread.some((pattern) => pattern.test(line)))).toEqual([]);
  });

  test('requests of clients that do not authenticate have no row', async () => {
    const failed = badClients(fixture).filter(({ error }) => error === 'invalid_client');
    for (const { request } of failed) await send(typeof request === 'function' ? await request() : request);
    expect(await ledgerRows(fixture)).toEqual([]);
  });

  test('other grants have no row', async () => {
    await send(fixture.ask({ grant_type: 'client_credentials' }));
    expect(await ledgerRows(fixture)).toEqual([]);
  });
});

describe('a chain of exchanges', () => {
  const exchange = async (client: { id: string; clientSecret: string }, token: string, changed = {}) => {
    const request = fixture.askAs(client, { subject_token: token, scope: undefined, ...changed });
    return (await send(request)).json.access_token ?? '';
  };

  test('has the same txn in every token, and each row names the one before', async () => {
    const first = await exchange(records.backend, fixture.token);
    const second = await exchange(records.secondBackend, first);
    const third = await exchange(records.webBackend, second);
    const [one, two, three] = [first, second, third].map((token) => decodeJwt(token));
    expect([two?.['txn'], three?.['txn']]).toEqual([one?.jti, one?.jti]);
    const rows = await ledgerRows(fixture);
    expect(rows.map(({ id, txn, parent }) => [id, txn, parent])).toEqual([
      [one?.jti, undefined, undefined],
      [two?.jti, one?.jti, one?.jti],
      [three?.jti, one?.jti, two?.jti],
    ]);
    expect(rows.map(({ chain }) => chain)).toEqual([
      '',
      records.backend.id,
      `${records.secondBackend.id} ${records.backend.id}`,
    ]);
  });

  test('cannot be chosen by a client, and a refusal in it belongs to it', async () => {
    const first = await exchange(records.backend, fixture.token, { txn: '01890000-0000-7000-8000-000000000000' });
    expect(decodeJwt(first)['txn']).toBe(decodeJwt(first).jti);
    await exchange(records.secondBackend, first, { scope: 'orders:delete' });
    expect((await ledgerRows(fixture))[1]).toMatchObject({ txn: decodeJwt(first).jti, reason: 'SCOPE_NOT_HELD' });
  });

  test('is returned by introspection', async () => {
    const token = await exchange(records.backend, fixture.token);
    const answer = await fetch(new URL('/oidc/token/introspection', endpoint.on), {
      method: 'POST',
      headers: { authorization: basic(records.backend) },
      body: new URLSearchParams({ token }),
    });
    expect(await answer.json()).toMatchObject({ active: true, txn: decodeJwt(token).jti });
  });
});

describe('writing rows', () => {
  test('makes the partition of a day that has none, and rows of other days stay where they are', async () => {
    await send(fixture.ask());
    await ledgerRows(fixture);
    endpoint.advance(40 * 24 * 3600);
    await send(fixture.ask({ subject_token: 'no token' }));
    expect(await ledgerRows(fixture)).toHaveLength(2);
    const { rows } = await database.pool.query('SELECT DISTINCT tableoid::regclass::text AS name FROM exchanges');
    expect(rows).toHaveLength(2);
    endpoint.advance(-40 * 24 * 3600);
  });

  test('keeps a bounded part of the scopes that a client asks for', async () => {
    const scopes = Array.from({ length: 4000 }, (_, index) => `scope:${index}`).join(' ');
    await send(fixture.ask({ scope: scopes }));
    const [row] = await ledgerRows(fixture);
    expect(String(row?.['dropped'])).toMatch(/^scope:0 scope:1 .* …$/);
    expect(String(row?.['dropped']).length).toBeLessThan(2010);
  });
});

test('nothing of this is logged as an internal error', () => {
  expect(endpoint.faults).toEqual([]);
});
