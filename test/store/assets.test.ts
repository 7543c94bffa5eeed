import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { removeUnusedAssets } from '../../src/store/assets.ts';
import { batchSize } from '../../src/store/sql/delete-in-batches.ts';
import { defaultExperienceId } from '../../src/vocabulary/sign-in-experience.ts';
import { ownDatabase } from '../support/servers/database.ts';

let own: Awaited<ReturnType<typeof ownDatabase>>;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  own = await ownDatabase();
  database = openDatabase(await reachDatabase(own.url));
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const now = new Date('2026-11-27T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const assetId = (number: number | string): string => String(number).padStart(43, 'a');
const url = (id: string): string => `https://id.example.com/assets/${id}`;

const addAssets = (count: number, usedAt: Date) =>
  database.pool.query(
    `INSERT INTO assets (id, type, bytes, used_at)
     SELECT lpad(i::text, 43, 'a'), 'image/png', '\\x00', $2 FROM generate_series(1, $1) AS i`,
    [count, usedAt],
  );
/** Gives the assets up to this one to an account each. */
const addOwners = (count: number) =>
  database.pool.query(
    `INSERT INTO users (id, avatar, updated_at)
     SELECT 'user_' || lpad(i::text, 26, '0'), 'https://id.example.com/assets/' || lpad(i::text, 43, 'a'), now()
     FROM generate_series(1, $1) AS i`,
    [count],
  );
const assets = async () =>
  new Map((await database.prisma.asset.findMany()).map(({ id, usedAt }) => [id, usedAt] as const));

beforeEach(async () => {
  await database.pool.query('TRUNCATE assets, users CASCADE');
});

test('an asset that nothing uses is removed, and one of an account or a branding is kept', async () => {
  await addAssets(3, hours(-25));
  await addOwners(1);
  const branding = JSON.stringify({ dark: { logo: url(assetId(2)) } });
  await database.pool.query('UPDATE sign_in_experiences SET branding = $1 WHERE id = $2', [
    branding,
    defaultExperienceId,
  ]);
  expect(await removeUnusedAssets(database, now)).toBe(1);
  expect([...(await assets()).keys()].toSorted()).toEqual([assetId(1), assetId(2)]);
  await database.pool.query(`UPDATE sign_in_experiences SET branding = '{}'`);
});

test('an asset that is used is examined once a day, and removed within a day after its last use', async () => {
  await addAssets(1, hours(-25));
  await addOwners(1);
  await removeUnusedAssets(database, now);
  expect(await assets()).toEqual(new Map([[assetId(1), now]]));
  await removeUnusedAssets(database, hours(23));
  expect(await assets()).toEqual(new Map([[assetId(1), now]]));
  await database.pool.query('DELETE FROM users');
  expect(await removeUnusedAssets(database, hours(23))).toBe(0);
  expect(await removeUnusedAssets(database, hours(25))).toBe(1);
});

test('many assets are examined in batches, each of which finds its rows by indexes', async () => {
  const count = 20 * batchSize;
  await addAssets(count + 10, hours(-25));
  await addOwners(count);
  await database.pool.query('ANALYZE assets; ANALYZE users');
  const query = vi.spyOn(database.pool, 'query');
  expect(await removeUnusedAssets(database, now)).toBe(10);
  const calls = query.mock.calls as unknown as [text: string, values: unknown[]][];
  const results = await Promise.all(query.mock.results.map(({ value }) => value as Promise<{ rows: object[] }>));
  query.mockRestore();
  expect(results.map(({ rows: [row] }) => row).slice(0, 2)).toMatchObject([
    { examined: batchSize },
    { examined: batchSize },
  ]);
  expect(calls).toHaveLength(21);
  // The next run has nothing to examine.
  expect(await removeUnusedAssets(database, hours(1))).toBe(0);
  await database.pool.query('UPDATE assets SET used_at = $1', [hours(-25)]);
  await database.pool.query('ANALYZE assets');
  const [text, values] = calls[0] ?? ['', []];
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('assets_used_at_idx');
  expect(plan).toContain('users_avatar_asset_idx');
  expect(plan).not.toMatch(/Seq Scan on (?:assets|users)/);
});
