import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../../bench/shared/database.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { webhookDeliveries } from '../../src/reads/lists/webhook-deliveries.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { createPlans, type Plans } from './plan.ts';

/** One of 5,000 deliveries has a rare type; one of 500 failed, and one of 1,000 is a redelivery. */
const deliveries = `
  INSERT INTO webhooks (id, name, url, updated_at)
  SELECT 'hook_' || lpad(n::text, 26, '0'), 'Webhook ' || n, 'https://example.com', now() FROM generate_series(0, 4) AS n;
  INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type, position, subject_key, status, finished_at,
    last_attempt, failure, http_status, redelivery, created_at)
  SELECT 'whd_' || lpad(n::text, 9, '0'), 'hook_' || lpad((n % 5)::text, 26, '0'), 'evt_' || n,
    CASE WHEN n % 5000 = 7 THEN 'SigningKey.Rotated' WHEN n % 2 = 0 THEN 'User.Created' ELSE 'PostSignIn' END,
    n, 'user:' || n, CASE WHEN n % 500 = 0 THEN 'failed' ELSE 'delivered' END, now(), n,
    CASE WHEN n % 500 = 0 THEN 'status' END, CASE WHEN n % 500 = 0 THEN 503 ELSE 204 END,
    CASE WHEN n % 1000 = 1 THEN 'single' END, now()
  FROM generate_series(1, 40000) AS n;
  ANALYZE webhook_deliveries`;

/** Of one whose deliveries do not fail. */
const webhookId = `hook_${'1'.padStart(26, '0')}`;

let own: OwnDatabase;
let database: Database;
let plans: Plans;
beforeAll(async () => {
  own = await ownDatabase();
  await withClient(own.url, (client) => client.query(deliveries));
  database = openDatabase(await reachDatabase(own.url), { max: 1 });
  plans = createPlans(database);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test.each([
  ['events of a rare type', { eventTypes: ['SigningKey.Rotated'] }, 8, 'webhook_deliveries_event_type_id_idx'],
  ['events of a frequent type', { eventTypes: ['User.Created'] }, 21, 'webhook_deliveries_pkey'],
  ['failed attempts', { failure: 'connect' }, 0, 'webhook_deliveries_failure_idx'],
  ['a rare HTTP status', { httpStatus: 410 }, 0, 'webhook_deliveries_http_status_idx'],
  ['a rare state', { status: 'waiting' }, 0, 'webhook_deliveries_status_idx'],
  ['a state of one webhook', { webhookId, status: 'failed' }, 0, 'webhook_deliveries_webhook_status_idx'],
])('deliveries with %s are found by an index', async (_what, filter, count, index) => {
  const { records, plan } = await plans.page(webhookDeliveries, { filter }, undefined);
  expect(records).toHaveLength(count);
  expect(plan).toContain(index);
});
