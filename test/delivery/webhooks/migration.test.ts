import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shareFixture } from './fixture.ts';

const { fixture, receiver } = shareFixture();

const migration = 'prisma/migrations/20261122120000_webhook_cursors_breaking/migration.sql';

test('The migration makes deliveries that an earlier version had not sent pending, in order, and no others', async () => {
  const { pool, prisma } = fixture.kernel.database;
  const { id } = await fixture.hook(receiver.url);
  const idle = await fixture.hook(`${receiver.url}/idle`);
  const user = await fixture.user();
  await fixture.serve(id);
  receiver.answer(500);
  const failing = await fixture.user();
  await fixture.serve(id);
  receiver.answer(204);
  receiver.received.length = 0;
  // As the earlier version stored it: two events in a batch, all of them read, jobs in a schema of their own.
  const first = await fixture.rename(user, 'Ada');
  const second = await fixture.rename(user, 'Grace');
  await fixture.settle();
  const batch = await prisma.event.findMany({ where: { id: { in: [first, second] } }, orderBy: { position: 'asc' } });
  await pool.query(`
    ALTER TABLE webhooks RENAME COLUMN generation TO beginnings;
    ALTER TABLE webhooks RENAME COLUMN paused_until TO rests_until;
    ALTER TABLE webhooks RENAME COLUMN ordering_timeout_seconds TO hold_back_seconds;
    ALTER TABLE webhooks RENAME CONSTRAINT webhooks_ordering_timeout_seconds TO webhooks_hold_back_seconds;
    ALTER TABLE webhooks DROP COLUMN cursor, DROP COLUMN due_at, DROP COLUMN leased_until, DROP COLUMN lease_token;
    UPDATE webhook_cursor SET position = (SELECT position FROM event_head);
    INSERT INTO webhook_batches (webhook_id, position, positions, created_at)
      VALUES ('${id}', ${batch[0]?.position}, ARRAY[${batch.map(({ position }) => position).join()}]::bigint[], now());
    CREATE SCHEMA pgboss; CREATE TABLE pgboss.job (id int)`);
  await pool.query(readFileSync(migration, 'utf8'));
  fixture.kernel.advance(6);
  await fixture.serve(id);
  await fixture.serve(idle.id);
  const sent = receiver.received.map(({ json, path }) => [path, json.subject.id, json.type, json.sequence]);
  expect(new Set(sent)).toEqual(
    new Set([
      ['/events', failing, 'User.Created', 1],
      ['/events', user, 'User.Data.Updated', 2],
      ['/events', user, 'User.Data.Updated', 3],
    ]),
  );
  const { rows } = await pool.query(
    `SELECT to_regnamespace('pgboss') AS jobs, (SELECT count(*)::int FROM webhook_batches) AS batches,
       (SELECT position::text FROM webhook_cursor) AS cursor`,
  );
  expect(rows).toEqual([{ jobs: null, batches: 0, cursor: '9223372036854775807' }]);
});

test('The migration of the attempts calls their answers response bodies, and keeps everything else', async () => {
  const { pool } = fixture.kernel.database;
  const { id } = await fixture.hook(receiver.url);
  receiver.answer((response) => response.writeHead(500).end('out of order'));
  await fixture.user();
  await fixture.serve(id);
  receiver.answer(204);
  const [sent] = await fixture.deliveries(id);
  const renamed = 'prisma/migrations/20261122210000_blocking_and_responses_breaking/migration.sql';
  await pool.query(`
    ALTER TABLE webhook_streams RENAME COLUMN blocking_sequence TO head;
    ALTER TABLE webhook_streams RENAME COLUMN blocked_until TO held_until;
    ALTER INDEX webhook_streams_blocked_until_idx RENAME TO webhook_streams_held_idx;
    ALTER TABLE idempotency_keys RENAME COLUMN response TO answer;
    UPDATE webhook_deliveries SET log = replace(log::text, '"responseBody"', '"answer"')::json`);
  await pool.query(readFileSync(renamed, 'utf8'));
  const [migrated] = await fixture.deliveries(id);
  expect(migrated).toEqual(sent);
  expect(migrated?.log).toMatchObject([{ status: 500, responseBody: 'out of order' }]);
});
