import { beforeAll, describe, expect, it } from 'vitest';
import { addLostRows, extendOff, findGaps } from '../../../src/store/exchanges/gaps.ts';
import { beginRecording } from '../../../src/store/exchanges/ledger-state.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { holder, startManagementApi } from '../../support/management-api.ts';
import { perFile } from '../../support/per-file.ts';
import { type Ledger, makeLedger } from './ledger-fixture.ts';

const api = perFile(startManagementApi);
const everything = holder(...permissionNames);
const reader = holder('exchanges:read');
let at: Ledger['at'];
beforeAll(async () => {
  ({ at } = await makeLedger(api));
});

describe('what applications did for a person', () => {
  const query = `query ($id: ID!, $since: DateTime!) { user(id: $id) { actedFor(since: $since) {
    applicationId actorIds count scopes firstAt lastAt application { id } apiResource { id }
  } } }`;

  it('is summed up by application, chain and API, the last used first, without refusals', async () => {
    const { ours } = api;
    const { data } = await api.graphql(query, everything, { id: ours.user, since: at(90).toISOString() });
    expect(data.user.actedFor).toHaveLength(3);
    expect(data.user.actedFor.map((one: { applicationId: string }) => one.applicationId).sort()).toEqual(
      ['app_backend', 'app_backend', ours.service].sort(),
    );
    expect(data.user.actedFor.at(-1)).toEqual({
      applicationId: 'app_backend',
      actorIds: ['app_backend'],
      count: 1,
      scopes: ['orders:list', 'orders:read'],
      firstAt: at(40).toISOString(),
      lastAt: at(40).toISOString(),
      application: null,
      apiResource: null,
    });
    const recent = await api.graphql(query, everything, { id: ours.user, since: at(10).toISOString() });
    expect(recent.data.user.actedFor).toHaveLength(2);
    const rest = await api.rest('GET', `/users/${ours.user}/acted-for?since=${at(10).toISOString()}`, everything);
    expect(rest.data).toMatchObject({ ledger: 'fast', items: [{ count: 1 }, { count: 1 }] });
  });

  it('is one statement for many people', async () => {
    const { ours, theirs } = api;
    const all = `{ a: user(id: "${ours.user}") { actedFor(since: "2000-01-01T00:00:00Z") { count } }
      b: user(id: "${theirs.user}") { actedFor(since: "2000-01-01T00:00:00Z") { count } } }`;
    const { data } = await api.graphql(all, everything);
    expect([data.a.actedFor.length, data.b.actedFor.length]).toEqual([3, 1]);
  });

  it('requires the permission, also over REST, and in an organization shows its exchanges only', async () => {
    const { ours } = api;
    const path = `/users/${ours.user}/acted-for?since=2000-01-01T00:00:00Z`;
    expect((await api.rest('GET', path, holder('users:read'))).codes).toEqual(['FORBIDDEN']);
    expect((await api.rest('GET', path, reader)).codes).toEqual(['FORBIDDEN']);
    const organizations = { [ours.organization]: ['exchanges:read', 'users:read'] as const };
    const administrator = { id: ours.user, permissions: [], organizations };
    expect((await api.rest('GET', path, administrator)).data.items).toMatchObject([{ applicationId: ours.service }]);
    const { data } = await api.graphql(query, administrator, { id: ours.user, since: at(90).toISOString() });
    expect(data.user.actedFor).toMatchObject([{ applicationId: ours.service, count: 1 }]);
  });
});

describe('the state of the ledger', () => {
  const query = '{ exchangeLedger { mode retentionDays recordedSince gaps { cause from until atMost } } }';
  const state = async () => (await api.graphql(query, reader)).data.exchangeLedger;

  it('states since when exchanges are recorded: the first time, or the first day that is kept', async () => {
    const { database } = api.kernel;
    expect(await state()).toEqual({ mode: 'FAST', retentionDays: 90, recordedSince: null, gaps: [] });
    await beginRecording(database, at(5));
    await beginRecording(database, at(4));
    expect((await state()).recordedSince).toBe(at(5).toISOString());
    await database.pool.query('UPDATE exchange_head SET recorded_since = $1', [at(400)]);
    expect((await state()).recordedSince).toBe(`${at(90).toISOString().slice(0, 10)}T00:00:00.000Z`);
  });

  it('shows the times in which exchanges may be missing, why, and how many if that is known', async () => {
    const { database } = api.kernel;
    await addLostRows(database, 'lost', { from: at(2), until: at(1), atMost: 17 });
    await database.pool.query('INSERT INTO exchange_writers (id, flushed_at) VALUES ($1, $2)', ['ended', at(3)]);
    await findGaps(database, at(0.1));
    // A process notes ahead that it records nothing.
    await extendOff(database, 'off', { from: at(4), until: at(3.9) });
    await extendOff(database, 'off', { from: at(4), until: at(-1) });
    const gaps = [
      { cause: 'lost', from: at(2).toISOString(), until: at(1).toISOString(), atMost: 17 },
      { cause: 'ended', from: at(3).toISOString(), until: at(0.1).toISOString(), atMost: null },
      { cause: 'off', from: at(4).toISOString(), until: at(0).toISOString(), atMost: null },
    ];
    expect((await state()).gaps).toEqual(gaps.map((gap) => ({ ...gap, cause: gap.cause.toUpperCase() })));
    const rest = await api.rest('GET', '/exchange-ledger', reader);
    expect(rest.data).toMatchObject({ mode: 'fast', retentionDays: 90, gaps });
  });
});
