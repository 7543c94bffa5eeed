import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readExchangeTotals } from '../../../../src/reads/exchange-edges.ts';
import { sumUp } from '../../../support/exchanges/exchange-rows.ts';
import { sendTokenRequest } from '../../../support/exchanges/token-requests.ts';
import { startFixture } from '../fixture.ts';
import { writeLedger } from './ledger-rows.ts';

const fixture = await startFixture();
afterAll(() => fixture[Symbol.asyncDispose]());

const { endpoint, records } = fixture;
const { database, tokens } = endpoint.app.services;
const orders = { apiResourceId: records.orders.id };
const participants = { applicationId: records.backend.id, subjectApplicationId: records.shop.id };
const range = () => ({ since: new Date(endpoint.now() * 1000 - 1000), until: new Date(endpoint.now() * 1000 + 1000) });
const totals = async () => {
  await writeLedger(fixture);
  await sumUp(database);
  return (await readExchangeTotals(database.prisma, range())).totals;
};
const send = (changed = {}, path: 'on' | 'off' = 'on') => sendTokenRequest(endpoint[path], fixture.ask(changed));

beforeEach(async () => {
  await totals();
  await database.pool.query('TRUNCATE exchange_days');
});

describe('the totals of token exchanges', () => {
  test('the totals are by application, subject application and API resource, with the reasons of refusals', async () => {
    const sent = [await send(), await send(), await send({ scope: 'nothing' }), await send({ scope: 'orders:none' })];
    sent.push(await send({ resource: 'https://unknown.example' }), await send({ subject_token: 'no token' }));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 400, 400, 400, 400]);
    const now = new Date(endpoint.now() * 1000).toISOString();
    const seen = { firstAt: now, lastAt: now };
    const [first, ...others] = await totals();
    expect(first).toEqual({
      ...participants,
      ...orders,
      ...seen,
      granted: 2,
      refused: 2,
      refusals: [
        {
          reason: 'SCOPE_NOT_HELD',
          error: 'invalid_scope',
          description: 'the user holds none of these scopes on this resource',
          count: 2,
        },
      ],
    });
    // As many each.
    expect(others).toHaveLength(2);
    expect(others).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subjectApplicationId: null, ...orders, granted: 0, refused: 1 }),
        expect.objectContaining({ ...participants, apiResourceId: null, refused: 1 }),
      ]),
    );
  });

  test('the totals include the exchanges of all processes', async () => {
    await send();
    await send({}, 'off');
    expect(await totals()).toMatchObject([{ ...participants, ...orders, granted: 2, refused: 0, refusals: [] }]);
  });

  test('other requests to the token endpoint are not counted', async () => {
    await send({ grant_type: 'client_credentials' });
    expect(await totals()).toEqual([]);
  });

  test('the metrics of a process have its exchanges since its start, by outcome and reason', async () => {
    const before = new Map([...tokens.exchanges.totals].map(([reason, { count }]) => [reason, count]));
    await send();
    await send({ scope: 'nothing' });
    await send({ grant_type: 'client_credentials' });
    const added = [...tokens.exchanges.totals.values()].map(({ outcome, reason, count }) => [
      outcome,
      count - (before.get(reason) ?? 0),
    ]);
    expect(added.filter(([, count]) => count)).toEqual([
      ['granted', 1],
      ['invalid_scope', 1],
    ]);
  });
});
