import { afterEach, describe, expect, it } from 'vitest';
import { testOf } from '../../../src/reads/exchange-test.ts';
import {
  type ExchangeCondition,
  findExchanges,
  type StoredExchange,
} from '../../../src/store/exchanges/find-exchanges.ts';
import { openLiveClient, type LiveClient } from '../../support/browsers/live-client.ts';
import { addExchanges, type ExchangeGiven } from '../../support/exchanges/exchange-rows.ts';
import { administratorOf, type Caller, holder, startManagementApi, tokenOf } from '../../support/management-api.ts';
import { perFile } from '../../support/per-file.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { makeLedger } from '../lists/ledger-fixture.ts';

const api = perFile(startManagementApi);

const clients: LiveClient[] = [];
afterEach(() => Promise.all(clients.splice(0).map(async ({ client }) => client.dispose())));

/** A view of the ledger that has begun. */
async function watch(filter: object = {}, caller: Caller = holder('exchanges:read'), fields = '') {
  const client = openLiveClient(api, tokenOf(caller));
  clients.push(client);
  const query = `subscription ($filter: ExchangeFilter) {
    exchanges(filter: $filter) { exchanges { id outcome position ${fields} } omitted } }`;
  const live = client.watch(query, { filter });
  await live.until(1);
  const sent = () => live.messages.map(({ exchanges }) => exchanges);
  return {
    ...live,
    sent,
    ids: (): string[] => sent().flatMap(({ exchanges }) => exchanges.map(({ id }: { id: string }) => id)),
    omitted: () => sent().reduce((sum, { omitted }) => sum + omitted, 0),
  };
}
const add = (...given: Partial<ExchangeGiven>[]) =>
  addExchanges(
    api.kernel.database,
    given.map((one) => ({ at: api.kernel.now(), ...one })),
  );

describe('subscription { exchanges }', () => {
  it('begins with a message without exchanges, and sends those that are recorded then, once', async () => {
    await add({});
    const live = await watch();
    expect(live.sent()).toEqual([{ exchanges: [], omitted: 0 }]);
    const [first] = await add({});
    await expect.poll(live.ids, { timeout: 20_000 }).toEqual([first]);
    const later = await add({ reason: 'SUBJECT_EXPIRED', granted: null }, {});
    await expect.poll(live.ids, { timeout: 20_000 }).toEqual([first, ...later]);
    expect(live.sent().flatMap(({ exchanges }) => exchanges)).toMatchObject([
      { outcome: 'GRANTED', position: 7 },
      { outcome: 'REFUSED' },
      { outcome: 'GRANTED' },
    ]);
  });

  it('has an exchange whose transaction commits after that of a later one', async () => {
    const live = await watch();
    const [late = ''] = await add({});
    await expect.poll(live.ids, { timeout: 20_000 }).toEqual([late]);
    const { pool } = api.kernel.database;
    const client = await pool.connect();
    await client.query('BEGIN');
    const copied = `INSERT INTO exchanges (id, at, delegation_id, granted) SELECT $1, at, delegation_id, granted FROM exchanges WHERE id = $2`;
    const slow = late.replace(/^(.{8}-.{4}-7).{3}/, '$1fff');
    await client.query(copied, [slow, late]);
    const [quick] = await add({});
    await expect.poll(live.ids, { timeout: 20_000 }).toEqual([late, quick]);
    await client.query('COMMIT');
    client.release();
    await expect.poll(live.ids, { timeout: 20_000 }).toEqual([late, quick, slow]);
  });

  it('sends those that match the filter', async () => {
    const applicationId = api.ours.service;
    const live = await watch({ outcome: 'REFUSED', applicationId }, holder(...permissionNames));
    const refused = { reason: 'SUBJECT_EXPIRED' as const, granted: null };
    const [, , ours] = await add({ applicationId }, refused, { ...refused, applicationId });
    await expect.poll(live.ids, { timeout: 20_000 }).toEqual([ours]);
  });

  it('sends two hundred at once, the newest, and states how many it leaves out', async () => {
    const live = await watch();
    const all = await add(...Array.from({ length: 250 }, () => ({})));
    await expect.poll(() => live.ids().length + live.omitted(), { timeout: 20_000 }).toBe(250);
    expect(Math.max(...live.sent().map(({ exchanges }) => exchanges.length))).toBeLessThanOrEqual(200);
    expect(live.ids().at(-1)).toBe(all.at(-1));
  });

  it('shows an administrator of one organization its exchanges only, without positions', async () => {
    const { ours, theirs } = api;
    const live = await watch({}, administratorOf(ours));
    const everything = await watch();
    const [mine] = await add({ organizationId: ours.organization }, { organizationId: theirs.organization }, {});
    await expect.poll(() => everything.ids().length, { timeout: 20_000 }).toBe(3);
    await expect.poll(live.ids, { timeout: 20_000 }).toEqual([mine]);
    expect(live.sent().at(-1).exchanges[0].position).toBeNull();
  });

  it('reads the records of all exchanges of a message together', async () => {
    const records = `application { id } subjectApplication { id } apiResource { id } user { id } impersonator { id }
      organization { id } transaction { id }`;
    const { ours } = api;
    const live = await watch({}, holder(...permissionNames), records);
    const one = {
      applicationId: ours.service,
      subjectApplicationId: ours.application,
      apiResourceId: ours.resource,
      userId: ours.user,
      organizationId: ours.organization,
    };
    const statements = await api.statementsOf(async () => {
      const all = await add(...Array.from({ length: 150 }, () => one));
      await expect.poll(live.ids, { timeout: 20_000 }).toEqual(all);
    });
    expect(live.sent().at(-1).exchanges[0].user).toEqual({ id: ours.user });
    expect(statements).toBeLessThan(30);
  });

  it('refuses a filter that is none, and a caller without the permission', async () => {
    expect((await watch({ userId: 'x' })).messages[0]?.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    expect((await watch({}, holder('events:read'))).messages[0]?.errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ]);
  });
});

it('the subscription and the query select the same exchanges, whatever the filter', async () => {
  const { known, at } = await makeLedger(api);
  const reader = api.kernel.database.prisma;
  const all = await findExchanges(reader, {}, { limit: 100 });
  const { ours } = api;
  const conditions: ExchangeCondition[] = [
    {},
    { userId: ours.user },
    { applicationId: ours.service },
    { subjectApplicationId: ours.application },
    { actorId: ours.service },
    { apiResourceId: ours.resource },
    { transactionId: known['ours'] },
    { outcome: 'GRANTED' },
    { outcome: 'REFUSED' },
    { reason: 'SUBJECT_EXPIRED' },
    { since: at(2) },
    { until: at(2) },
    { organizationIds: [ours.organization] },
    { organizationIds: [] },
  ];
  const idsOf = (rows: readonly StoredExchange[]) => rows.map(({ id }) => id);
  for (const condition of conditions)
    expect(idsOf(all.filter(testOf(condition)))).toEqual(idsOf(await findExchanges(reader, condition, { limit: 100 })));
});
