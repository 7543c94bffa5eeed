import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openExchangeCounts } from '../../../src/oidc/exchange-counts.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { readExchangeTotals } from '../../../src/store/exchange-counts.ts';
import { sendTokenRequest } from '../../support/token-requests.ts';
import { startFixture } from './fixture.ts';

const fixture = await startFixture();
afterAll(() => fixture[Symbol.asyncDispose]());

const { endpoint, records } = fixture;
const { database, tokens } = endpoint.app.services;
const orders = { apiResourceId: records.orders.id };
const participants = { applicationId: records.backend.id, subjectApplicationId: records.shop.id };
const range = () => ({ since: new Date(endpoint.now() * 1000 - 1000), until: new Date(endpoint.now() * 1000 + 1000) });
const totals = async () => {
  await tokens.exchanges.write();
  return (await readExchangeTotals(database.prisma, range())).totals;
};
const send = (changed = {}) => sendTokenRequest(endpoint.on, fixture.ask(changed));

beforeEach(() => database.pool.query('TRUNCATE exchange_counts'));

describe('the totals of token exchanges', () => {
  test('the totals are by application, subject application and API resource, with the reasons of refusals', async () => {
    const sent = [await send(), await send(), await send({ scope: 'nothing' }), await send({ scope: 'orders:none' })];
    sent.push(await send({ resource: 'https://unknown.example' }), await send({ subject_token: 'no token' }));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 400, 400, 400, 400]);
    const now = new Date(endpoint.now() * 1000).toISOString();
    const seen = { firstAt: now, lastAt: now };
    expect(await totals()).toEqual([
      {
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
      },
      expect.objectContaining({ subjectApplicationId: null, ...orders, granted: 0, refused: 1 }),
      expect.objectContaining({ ...participants, apiResourceId: null, refused: 1 }),
    ]);
  });

  test('the totals include the exchanges of other processes', async () => {
    await send();
    const other = openExchangeCounts({
      database,
      clock: endpoint.app.services.clock,
      logger: endpoint.app.services.logger,
    });
    const exchange = { resource: records.orders.indicator };
    other.count(records.backend.id, { ok: true, exchange });
    await Promise.all([other.close(), tokens.exchanges.write()]);
    expect(await totals()).toMatchObject([
      { ...participants, subjectApplicationId: null, ...orders, granted: 1, refused: 0, refusals: [] },
      { ...participants, ...orders, granted: 1 },
    ]);
  });

  test('other requests to the token endpoint are not counted', async () => {
    await send({ grant_type: 'client_credentials' });
    expect(await totals()).toEqual([]);
  });

  test('exchanges during an outage of the database are counted once, with the next write', async () => {
    const logged: string[] = [];
    const logger = createLogger('warn', { write: (line) => void logged.push(line) });
    let isAway = true;
    const query = (...given: Parameters<typeof database.pool.query>) =>
      isAway ? Promise.reject(new Error('away')) : database.pool.query(...given);
    const away = { pool: { query } as unknown as typeof database.pool };
    const counts = openExchangeCounts({ database: away, clock: endpoint.app.services.clock, logger });
    counts.count(records.backend.id, { ok: true, exchange: { resource: '' } });
    await counts.write();
    expect(await totals()).toEqual([]);
    isAway = false;
    await counts.close();
    expect(await totals()).toMatchObject([{ applicationId: records.backend.id, granted: 1 }]);
    expect(logged).toHaveLength(1);
  });

  test('the counts have bounded memory, whatever resources a client names', async () => {
    const { clock, logger } = endpoint.app.services;
    const counts = openExchangeCounts({ database, clock, logger });
    for (let number = 0; number < 6000; number++) {
      const exchange = { resource: `https://api-${number}.example` };
      counts.count(records.backend.id, {
        ok: false,
        error: 'invalid_target',
        reason: 'UNKNOWN_RESOURCE',
        exchange,
      });
    }
    const exchange = { resource: 'x'.repeat(50_000) };
    counts.count(records.backend.id, { ok: false, error: 'invalid_target', reason: 'UNKNOWN_RESOURCE', exchange });
    await counts.close();
    expect(await totals()).toMatchObject([{ apiResourceId: null, refused: 6001 }]);
  });
});
