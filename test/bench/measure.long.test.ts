import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type ExchangeDatabase, makeExchangeDatabase } from '../../bench/exchange/fixture/database.ts';
import { makeRequests } from '../../bench/exchange/fixture/requests.ts';
import { setRules } from '../../bench/exchange/fixture/rules.ts';
import { type Bench, startSide } from '../../bench/exchange/measure.ts';
import { allVariants, type VariantName } from '../../bench/exchange/variants.ts';
import { type BenchPostgres, openBenchPostgres } from '../../bench/shared/database.ts';
import { type LoadGenerator, startGenerator } from '../../bench/shared/load/control.ts';
import { projectRoot } from '../../bench/shared/server-process.ts';

const scale = { users: 40, roles: 60, organizations: 5 };
const name = 'bench_measure_test';
let postgres: BenchPostgres;
let generator: LoadGenerator;
let database: ExchangeDatabase;
let bench: Bench;
const resident: number[] = [];

beforeAll(async () => {
  postgres = await openBenchPostgres(inject('postgres'), '');
  database = await makeExchangeDatabase(postgres, name, { root: projectRoot, scale });
  generator = startGenerator();
  const noteResident = (_name: VariantName, bytes: number) => void resident.push(bytes);
  const requests = database.fixture.makeRequests(200, scale, database.source);
  for (const set of ['large', 'against']) await generator.keep(set, requests);
  bench = { generator, requests: 200, sameTokens: 20, warmRequests: 50, connections: 4, noteResident };
});
afterAll(async () => {
  generator.stop();
  await database.client.end();
  await postgres.dropDatabase(name);
});

/** A variant; the compared commit is this one. */
async function start(variant: VariantName) {
  const all = allVariants({ large: database, small: database, ruled: database, against: database });
  const found = all.find((one) => one.name === variant);
  if (!found) throw new Error(variant);
  const side = await startSide(bench, found, database);
  await side.warmUp();
  return { ...side, [Symbol.asyncDispose]: async () => void (await side.stop()) };
}

it('the ceiling is measured', async () => {
  await using ceiling = await start('ceiling');
  const slice = await ceiling.slice();
  expect(slice).toMatchObject({ units: expect.any(Number), databaseCpu: 0 });
  expect(slice.cpu).toBeGreaterThan(0);
  expect(resident.at(-1)).toBeGreaterThan(1e6);
});

it.each(['shipped', 'against'] as const)(
  'the platform is measured as npm start runs it, after its exchanges were checked: %s',
  async (variant) => {
    await using platform = await start(variant);
    expect((await platform.slice()).units).toBeGreaterThan(0);
  },
);

it('a run in which an exchange is refused under load is void', async () => {
  await using platform = await start('shippedSame');
  await database.client.query(`UPDATE users SET suspended_at = now() WHERE username = 'user-39'`);
  await expect(platform.slice()).rejects.toThrow('failed with 400. The run is void.');
});

it('the platform is measured with every rule on for every application, and refuses what meets none', async () => {
  await database.client.query('UPDATE users SET suspended_at = NULL');
  await setRules(database.client, scale.organizations);
  await generator.keep('ruled whole', makeRequests(200, scale, database.source, true));
  await using platform = await start('ruled');
  expect((await platform.slice()).units).toBeGreaterThan(0);
});
