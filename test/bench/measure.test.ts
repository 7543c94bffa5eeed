import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makeSigningKeys, readSigningKey } from '../../bench/exchange/fixture/keys.ts';
import { makeRequests } from '../../bench/exchange/fixture/requests.ts';
import { fill } from '../../bench/exchange/fixture/seed.ts';
import { type Bench, measure } from '../../bench/exchange/measure.ts';
import { type BenchPostgres, openBenchPostgres } from '../../bench/shared/database.ts';
import { type LoadGenerator, startGenerator } from '../../bench/shared/load/control.ts';
import { allVariants, issuer, type Variant, type VariantName } from '../../bench/exchange/variants.ts';

const scale = { users: 40, roles: 60, organizations: 5 };
const name = 'bench_measure_test';
let postgres: BenchPostgres;
let generator: LoadGenerator;
let client: pg.Client;
let bench: Bench;
let variants: Map<VariantName, Variant>;

beforeAll(async () => {
  postgres = await openBenchPostgres(inject('postgres'), '');
  const url = await postgres.makeDatabase(name, async (address) =>
    fill(address, scale, await makeSigningKeys(new Date())),
  );
  const key = await readSigningKey(url);
  const source = { kid: key.id, privateKey: key.privateKey, issuer, now: Math.floor(Date.now() / 1000) };
  generator = startGenerator();
  await generator.keep('large', makeRequests(200, scale, source));
  client = new pg.Client({ connectionString: url });
  await client.connect();
  const sizes = { requests: 200, sameTokens: 20, warmRequests: 50, warmSeconds: 5, seconds: 0.2, connections: 4 };
  bench = {
    generator,
    source,
    ...sizes,
    scales: { large: scale, small: scale },
    clients: { large: client, small: client },
  };
  variants = new Map(allVariants({ large: url, small: url }).map((variant) => [variant.name, variant]));
});
afterAll(async () => {
  generator.stop();
  await client.end();
  await postgres.dropDatabase(name);
});

it('the ceiling is measured', async () => {
  const one = await measure(bench, variant('ceiling'), 1);
  expect(one).toMatchObject({ variant: 'ceiling', round: 1, databaseCpu: 0 });
  expect(one.completed).toBeGreaterThan(0);
  expect(one.resident).toBeGreaterThan(1e6);
});

it('the platform is measured as npm start runs it, after its exchanges were checked', async () => {
  const one = await measure(bench, variant('shipped'), 1);
  expect(one).toMatchObject({ variant: 'shipped', round: 1 });
  expect(one.completed).toBeGreaterThan(0);
});

it('a run in which an exchange is refused under load is void', async () => {
  await client.query(`UPDATE users SET suspended_at = now() WHERE username = 'user-39'`);
  await expect(measure(bench, variant('shippedSame'), 1)).rejects.toThrow('failed with 400. The run is void.');
});

function variant(name: VariantName): Variant {
  const found = variants.get(name);
  if (!found) throw new Error(name);
  return found;
}
