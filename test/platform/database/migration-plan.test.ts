import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planMigrations } from '../../../src/platform/database/migration-plan.ts';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import { emptyDatabase, type OwnDatabase } from '../../support/servers/database.ts';
import { query } from '../../support/query.ts';

let own: OwnDatabase;
let folder: string;
beforeEach(async () => {
  own = await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'mandate-plan-'));
});
afterEach(async () => {
  await own.drop();
  rmSync(folder, { recursive: true });
});

/** The plan of a migration for a database with one large and one small table. */
async function plan(sql: string, name = '1_first') {
  await query(
    own.url,
    'CREATE TABLE IF NOT EXISTS large AS SELECT n, repeat(md5(n::text), 30) AS text FROM generate_series(1, 20000) AS n',
    'CREATE TABLE IF NOT EXISTS small (n int)',
  );
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
  const { migrations } = await planMigrations(await reachDatabase(own.url), folder);
  return migrations.map((migration) => ({ ...migration, tables: migration.tables.map((table) => table.name) }));
}

describe('the plan of a migration', () => {
  it.each([
    ['UPDATE large SET text = text'],
    ['UPDATE "large" AS l SET "text" = s.n FROM small s'],
    ['DELETE FROM large WHERE n > 3'],
    ['ALTER TABLE "large" ALTER COLUMN "text" TYPE varchar'],
    ['ALTER TABLE large ADD COLUMN twice int GENERATED ALWAYS AS (n * 2) STORED'],
    ['INSERT INTO small SELECT n FROM large'],
    ['CREATE UNIQUE INDEX one ON large (n)'],
    ['ALTER TABLE large ADD CONSTRAINT positive CHECK (n > 0)'],
    ['ALTER TABLE large ALTER COLUMN n SET NOT NULL'],
    ['DO $$ BEGIN UPDATE large SET n = 1; END $$'],
  ])('takes time for every row: %s', async (sql) => {
    const [{ tables, seconds } = { tables: [], seconds: 0 }] = await plan(sql);
    expect(tables).toContain('large');
    expect(seconds).toBeGreaterThan(0.3);
  });

  it.each([
    ['ALTER TABLE large ADD COLUMN more int'],
    ['ALTER TABLE large RENAME TO great'],
    ['CREATE TABLE other (n int REFERENCES large ON UPDATE CASCADE)'],
    ['-- UPDATE large SET n = 1'],
    ['UPDATE small SET n = 1'],
    ['UPDATE absent SET n = 1'],
  ])('takes no time for the rows of a large table: %s', async (sql) => {
    expect(await plan(sql)).toEqual([expect.objectContaining({ seconds: expect.closeTo(0, 1) })]);
  });

  it('adds up what its statements take', async () => {
    const [once] = await plan('UPDATE large SET n = 1;');
    const [twice] = await plan('UPDATE large SET n = 1;\nUPDATE large SET n = 2;');
    expect(twice?.seconds).toBeCloseTo(2 * (once?.seconds ?? 0), 1);
  });

  it('names breaking ones, and leaves the database as it is', async () => {
    const before = await query(own.url, 'SELECT count(*) FROM pg_class');
    expect(await plan('DROP TABLE large', '1_first_breaking')).toMatchObject([{ isBreaking: true }]);
    expect(await plan('DROP TABLE small', '2_second')).toMatchObject([{ isBreaking: true }, { isBreaking: false }]);
    await query(own.url, 'DROP TABLE large, small');
    expect(await query(own.url, 'SELECT count(*) FROM pg_class')).toEqual(before);
  });
});
