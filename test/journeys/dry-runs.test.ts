import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { flowCalls } from '../../src/kernel/my-flows.ts';
import { accountOperations, bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { payloadSelections } from '../access/selections.ts';
import { bulkInput, mutationOf, requestOf } from '../support/management-api.ts';
import { type Api, everything as bearer, startApi } from '../graphql/api.ts';
import { examples } from '../operations/examples/index.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { admin, everything, type Rest, startRest } from '../rest/api.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import type { TestKernel } from '../support/kernel.ts';

/** The public definition of each operation: its name, its route, and an input that makes a change. */
const everyOperation = [
  ...exposedOperations.map(({ name, route }) => ({
    name,
    route,
    input: (records: Records) => inputOf(name, records),
  })),
  ...bulkOperations.map((bulk) => ({
    name: bulk.name,
    route: bulk.route,
    input: (records: Records) => bulkInput(bulk, inputOf(bulk.operation.name, records)),
  })),
];

function inputOf(name: string, records: Records): Record<string, unknown> {
  const example = examples[name];
  if (!example) throw new Error(`${name} has no example`);
  return example(records).input;
}

// One connection in the main pool: a second one during a dry run would never be available.
const oneConnection = { connections: 1 };
let rest: Rest;
let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  [rest, api, receiver] = await Promise.all([
    startRest(undefined, oneConnection),
    startApi(undefined, oneConnection),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await Promise.all([rest, api, receiver].map((one) => one[Symbol.asyncDispose]()));
});

/** Records with a webhook whose endpoint responds, and the caller, who has preferences. */
async function worldIn(kernel: TestKernel): Promise<Records> {
  const records = await makeRecords(kernel);
  await kernel.database.prisma.user.create({ data: { id: admin } });
  await kernel.database.prisma.webhook.updateMany({ data: { url: receiver.url } });
  return records;
}

/** Every row of every table, jobs included, and all nudges and messages. */
async function everythingIn({ database, nudged }: TestKernel): Promise<Record<string, unknown>> {
  const tables = await database.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const parts = tables.rows.map(
    ({ name }) => `SELECT '${name}' AS name, jsonb_agg(to_jsonb(t) ORDER BY t::text) AS rows FROM ${name} t`,
  );
  const contents = await database.pool.query<{ name: string; rows: unknown }>(parts.join(' UNION ALL '));
  const byName = Object.fromEntries(contents.rows.map(({ name, rows }) => [name, rows]));
  return { ...byName, published: [...nudged], sent: receiver.received.length };
}

describe('a dry run changes no table, and publishes and sends nothing:', () => {
  it('every writing route', async () => {
    const records = await worldIn(rest.kernel);
    const before = await everythingIn(rest.kernel);
    const answers: Record<string, unknown> = {};
    for (const { name, route, input } of everyOperation) {
      const [method, path, body] = requestOf(`${route.method} ${route.path}`, input(records));
      const { status, json } = await rest.send(`${method} ${path}`, { body });
      answers[name] = [status, Object.keys(json)];
    }
    const dry = [200, ['result', 'events']];
    expect(answers).toEqual(Object.fromEntries(everyOperation.map(({ name }) => [name, dry])));
    expect(await everythingIn(rest.kernel)).toEqual(before);
  });

  it('an import', async () => {
    const before = await everythingIn(rest.kernel);
    const users = Array.from({ length: 250 }, (_, index) => `{"username":"dry_${index}"}`);
    const response = await fetch(`${rest.url}/dry-run/users/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${everything}` },
      body: users.join('\n'),
    });
    expect(JSON.parse(await response.text())).toEqual({ read: 250, created: 250, failed: 0, dryRun: true, done: true });
    expect(await everythingIn(rest.kernel)).toEqual(before);
  });

  it('every mutation', async () => {
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
    const named = [...everyOperation, ...accountOperations, ...Object.values(flowCalls)].map(({ name }) => name);
    expect(named.toSorted()).toEqual(mutations.toSorted());
    const records = await worldIn(api.kernel);
    const before = await everythingIn(api.kernel);
    const answers: Record<string, unknown> = {};
    const fieldsOf = payloadSelections(1);
    for (const { name, input } of everyOperation) {
      const { query, variables } = mutationOf(name, input(records), true, fieldsOf(name));
      const { data, errors } = await api.call(query, variables, bearer);
      answers[name] = [data, errors];
    }
    const dry = (name: string) => [{ [name]: expect.objectContaining({ events: expect.any(Array) }) as unknown }, []];
    expect(answers).toEqual(Object.fromEntries(everyOperation.map(({ name }) => [name, dry(name)])));
    expect(await everythingIn(api.kernel)).toEqual(before);
  });
});
