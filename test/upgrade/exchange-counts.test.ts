import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { readExchangeTotals } from '../../src/reads/exchange-edges.ts';
import { readExchanges } from '../../src/store/activity-counts.ts';
import { emptyDatabase, type OwnDatabase } from '../support/servers/database.ts';
import { readDump, restore } from './dumps.ts';

let own: OwnDatabase;
let database: Database;

beforeAll(async () => {
  own = await emptyDatabase();
  await restore(readDump('0.2.0.json'), own.url);
  const reached = await reachDatabase(own.url);
  database = openDatabase(reached);
  const count = `INSERT INTO exchange_counts VALUES ($1, 'app_backend', 'app_shop', 'res_orders', $2, $3, $4, $5, $5)`;
  for (const [hour, error, description, number] of [
    ['2026-11-20T08:00:00Z', '', '', 40],
    ['2026-11-20T09:00:00Z', '', '', 2],
    ['2026-11-20T09:00:00Z', 'invalid_scope', 'the user holds none of these scopes on this resource', 3],
    ['2026-11-20T09:00:00Z', 'invalid_request', 'scope must not be given twice', 1],
  ])
    await database.pool.query(count, [hour, error, description, number, hour]);
  await migrate(reached);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const range = { since: new Date('2026-11-20T00:00:00Z'), until: new Date('2026-11-20T23:00:00Z') };

describe('what 0.2.0 has counted of token exchanges', () => {
  it('is in the totals after the upgrade, with the codes of reasons', async () => {
    const { totals } = await readExchangeTotals(database.prisma, range);
    expect(totals).toMatchObject([
      {
        applicationId: 'app_backend',
        subjectApplicationId: 'app_shop',
        apiResourceId: 'res_orders',
        granted: 42,
        refused: 4,
        refusals: [
          { reason: 'SCOPE_NOT_HELD', count: 3 },
          { reason: 'REPEATED_PARAMETER', count: 1 },
        ],
        firstAt: '2026-11-20T08:00:00.000Z',
        lastAt: '2026-11-20T09:00:00.000Z',
      },
    ]);
  });

  it('is in the figures of hours, and its paths are not new', async () => {
    const starts = ['2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'].map((text) => new Date(text));
    const figures = await readExchanges(database.prisma, { bucket: 'HOUR', starts, until: range.until });
    expect(figures).toEqual({ exchangesGranted: [40, 2], exchangesRefused: [0, 4] });
    expect(await database.prisma.delegation.findMany({ select: { startedAt: true } })).toEqual([
      { startedAt: starts[0] },
    ]);
  });
});
