import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteWebhook } from '../../../src/operations/webhooks/delete-webhook.ts';
import { removeOld } from '../../../src/store/retention.ts';
import { type Api, startApi } from '../../graphql/api.ts';
import { type Rest, startRest } from '../../rest/api.ts';
import { startKernel, type TestKernel } from '../../support/kernel.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { makeRecords } from '../../support/records.ts';

/** Gives the webhook of a fixture that many more deliveries, each of an event about another record. */
async function addDeliveries({ database, now }: TestKernel, webhookId: string, count: number): Promise<void> {
  await database.pool.query(
    `WITH numbers AS (SELECT n, $1 || n AS name FROM generate_series(1, $2) AS n), streams AS (
       INSERT INTO webhook_streams (webhook_id, subject_key, sequence, last_event_id, blocking_sequence) SELECT $1, name, 1, name, 1 FROM numbers)
     INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type, position, subject_key, sequence, status, next_attempt_at, created_at)
     SELECT name, $1, name, 'User.Created', n, name, 1, 'pending', $3, $3 FROM numbers`,
    [webhookId, count, now()],
  );
}

describe('deleting a webhook', () => {
  const kernel = perFile(startKernel);
  const w = perTest(() => makeRecords(kernel));

  const left = async (table: string, webhookId: string): Promise<number> => {
    const { rows } = await kernel.database.pool.query(
      `SELECT count(*)::int AS count FROM ${table} WHERE webhook_id = $1`,
      [webhookId],
    );
    return rows[0].count;
  };

  test('takes constant time: its deliveries and their counters are not touched', async () => {
    const other = await kernel.database.pool.connect();
    await other.query('BEGIN; LOCK TABLE webhook_deliveries, webhook_streams IN SHARE MODE');
    const { events } = await kernel.run(deleteWebhook, { webhookId: w.webhook });
    expect(events).toMatchObject([{ type: 'Webhook.Deleted' }]);
    await other.query('COMMIT');
    other.release();
    expect(await left('webhook_deliveries', w.webhook)).toBe(1);
  });

  test('leaves its deliveries to the maintenance, which removes them in batches, and none of another webhook', async () => {
    const { webhook: kept } = await makeRecords(kernel);
    await addDeliveries(kernel, w.webhook, 2500);
    await kernel.run(deleteWebhook, { webhookId: w.webhook });
    expect(await removeOld(kernel.database, kernel.now())).toBeGreaterThanOrEqual(5001);
    expect([await left('webhook_deliveries', w.webhook), await left('webhook_streams', w.webhook)]).toEqual([0, 0]);
    expect(await left('webhook_deliveries', kept)).toBe(1);
  });
});

describe('deliveries of a deleted webhook that the maintenance has not removed yet', () => {
  let api: Api;
  let rest: Rest;
  beforeAll(async () => {
    [api, rest] = await Promise.all([startApi(), startRest()]);
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    await rest[Symbol.asyncDispose]();
  });

  test('GraphQL does not return the deliveries of a deleted webhook', async () => {
    const [gone, kept] = [await makeRecords(api.kernel), await makeRecords(api.kernel)];
    await api.kernel.run(deleteWebhook, { webhookId: gone.webhook });
    const seen = await api.ask(
      `query ($id: ID!, $webhookId: ID!) {
        webhookDelivery(id: $id) { id }
        node(id: $id) { id }
        nodes(ids: [$id]) { id }
        webhookDeliveries { totalCount nodes { id webhook { id } } }
        those: webhookDeliveries(filter: { webhookId: $webhookId }) { totalCount nodes { id } }
      }`,
      { id: gone.delivery, webhookId: gone.webhook },
    );
    expect(seen).toEqual({
      webhookDelivery: null,
      node: null,
      nodes: [null],
      webhookDeliveries: { totalCount: 1, nodes: [{ id: kept.delivery, webhook: { id: kept.webhook } }] },
      those: { totalCount: 0, nodes: [] },
    });
  });

  test('REST does not return the deliveries of a deleted webhook', async () => {
    const gone = await makeRecords(rest.kernel);
    await rest.kernel.run(deleteWebhook, { webhookId: gone.webhook });
    const statusOf = async (path: string) => (await rest.send(`GET ${path}`)).status;
    expect(await statusOf(`/webhooks/${gone.webhook}/deliveries`)).toBe(404);
    expect(await statusOf(`/webhooks/${gone.webhook}/deliveries/${gone.delivery}`)).toBe(404);
  });
});
