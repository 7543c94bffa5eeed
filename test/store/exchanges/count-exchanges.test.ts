import { afterAll, describe, expect, it } from 'vitest';
import { countNewExchanges, removeOldDays } from '../../../src/store/exchanges/count-exchanges.ts';
import { estimatePeople } from '../../../src/store/exchanges/edges.ts';
import { addExchanges, type ExchangeGiven, sumUp } from '../../support/exchanges/exchange-rows.ts';
import { startKernel } from '../../support/kernel.ts';
import { createChance } from '../../chaos/load/chance.ts';

const kernel = await startKernel();
afterAll(() => kernel[Symbol.asyncDispose]());
const { database } = kernel;
const minute = 60_000;
const day = 24 * 60 * minute;
const at = (milliseconds: number): Date => new Date(kernel.now().getTime() - milliseconds);

const readDays = async (): Promise<unknown[]> =>
  (
    await database.pool.query(
      'SELECT day::text, delegation_id, reason, count::int, scopes, first_at, last_at FROM exchange_days ORDER BY 1, 2, 3',
    )
  ).rows;

/** The days as they should be. */
const readRows = async (): Promise<unknown[]> =>
  (
    await database.pool.query(`
      SELECT (at AT TIME ZONE 'UTC')::date::text AS day, delegation_id, coalesce(reason, '') AS reason, count(*)::int,
        (SELECT coalesce(array_agg(DISTINCT scope COLLATE "C"), '{}')
         FROM string_to_table(nullif(string_agg(granted, ' '), ''), ' ') AS scope WHERE scope <> '') AS scopes,
        min(at) AS first_at, max(at) AS last_at
      FROM exchanges GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)
  ).rows;

const hours = async (kind: string): Promise<number> =>
  Number(
    (await database.pool.query('SELECT sum(count) FROM activity_counts WHERE kind = $1', [kind])).rows[0]?.sum ?? 0,
  );

const randomRows = (seed: number): ExchangeGiven[] => {
  const { below, pick } = createChance(seed);
  return Array.from({ length: 400 }, () => {
    const isRefused = below(4) === 0;
    const scopes = ['a:read', 'b:read', 'b:write', ''].slice(below(4)).join(' ').trim();
    return {
      at: at(below(5 * day)),
      applicationId: `app_${below(5)}`,
      chain: below(3) ? '' : 'app_before',
      apiResourceId: `res_${below(3)}`,
      userId: below(10) ? `user_${below(100)}` : null,
      granted: isRefused ? null : scopes,
      reason: isRefused ? pick(['SCOPE_NOT_HELD', 'NOT_A_MEMBER'] as const) : null,
    };
  });
};

describe('the sums of days', () => {
  it.each([1, 2, 3])(
    'are what the rows are, for any rows, however often and by however many processes (%i)',
    async (seed) => {
      const rows = randomRows(seed);
      for (let begin = 0; begin < rows.length; begin += 100) {
        await addExchanges(database, rows.slice(begin, begin + 100));
        await database.pool.query('UPDATE exchange_head SET seen_at = NULL');
        const now = new Date();
        for (const later of [0, minute, 2 * minute])
          await Promise.all([1, 2, 3].map(() => countNewExchanges(database, new Date(now.getTime() + later))));
      }
      expect(await readDays()).toEqual(await readRows());
      const { rows: counts } = await database.pool.query(
        'SELECT count(*)::int AS all, count(reason)::int AS refused FROM exchanges',
      );
      const [{ all, refused }] = counts;
      expect([await hours('exchange-granted'), await hours('exchange-refused')]).toEqual([all - refused, refused]);
    },
  );

  it('count a row a minute after it was seen at the earliest: one with a smaller number can still be committed', async () => {
    const counted = async () =>
      (await database.pool.query('SELECT sum(count)::int AS sum FROM exchange_days')).rows[0].sum;
    await sumUp(database);
    const before = await counted();
    const start = new Date(Date.now() + day);
    const late = await database.pool.connect();
    await late.query('BEGIN');
    const [id] = await addExchanges(database, [{ at: kernel.now() }]);
    await database.pool.query('DELETE FROM exchanges WHERE id = $1', [id]);
    await late.query(`INSERT INTO exchanges (id, at, delegation_id, granted) VALUES ($1, $2, 1, '')`, [
      id,
      kernel.now(),
    ]);
    await addExchanges(database, [{ at: kernel.now() }]);
    await countNewExchanges(database, start);
    await countNewExchanges(database, new Date(start.getTime() + minute - 1));
    expect(await counted()).toBe(before);
    await late.query('COMMIT');
    late.release();
    await countNewExchanges(database, new Date(start.getTime() + minute));
    expect(await counted()).toBe(before + 2);
  });

  it('estimate people: nearly exactly if they are few, within a fifth if they are many', async () => {
    for (const [applicationId, people] of [
      ['app_few', 40],
      ['app_many', 3000],
    ] as const) {
      const rows = Array.from({ length: people * 2 }, (_, index) => ({
        at: at(index % 2 ? day : 0),
        applicationId,
        userId: `user_${applicationId}_${index % people}`,
      }));
      await addExchanges(database, rows);
    }
    await sumUp(database);
    const ids = async (applicationId: string) =>
      new Set((await database.prisma.delegation.findMany({ where: { applicationId } })).map(({ id }) => id));
    const days = { from: at(5 * day), until: at(0) };
    const groups = [await ids('app_few'), await ids('app_many'), new Set<number>()];
    const [few = 0, many = 0, none] = await estimatePeople(database.prisma, days, groups);
    expect(Math.abs(few - 40)).toBeLessThanOrEqual(5);
    expect(Math.abs(many - 3000)).toBeLessThanOrEqual(600);
    expect(none).toBe(0);
  });

  it('are kept for 400 days, longer than rows', async () => {
    await database.pool.query(
      `
      INSERT INTO exchange_days (day, delegation_id, reason, count, scopes, first_at, last_at)
      SELECT $1::date - days, 1, 'OLD', 1, '{}', now(), now() FROM unnest(ARRAY[400, 402]) AS days`,
      [kernel.now()],
    );
    expect(await removeOldDays(database, kernel.now())).toBe(1);
    expect(await removeOldDays(database, kernel.now())).toBe(0);
  });
});
