import type { QueryConfig } from 'pg';
import { expect, it } from 'vitest';
import { createEventLog } from '../../../src/delivery/event-log/event-log.ts';
import type { LivePayload } from '../../../src/delivery/event-log/subscribe.ts';
import { createAdmission } from '../../../src/platform/admission/admission.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { startKernel } from '../../support/kernel.ts';

it('reads a small part of the log at a time, however large the events are', async () => {
  await using kernel = await startKernel();
  const { pool } = kernel.database;
  await pool.query(
    `INSERT INTO events (id, type, occurred_at, subject_kind, subject_id, actor, cause, data)
     SELECT 'evt_01h455vb4pex5vsknk08000' || lpad(n::text, 3, '0'), 'Role.Created', now(), 'role', 'role', '{}', '{}',
       jsonb_build_object('text', repeat('x', 100000))
     FROM generate_series(1, 20) AS n`,
  );
  const parts: number[] = [];
  const query = async (...given: [text: string | QueryConfig, values?: unknown[]]) => {
    const result = await pool.query<{ data?: string }>(...given);
    parts.push(result.rows.reduce((sum, { data = '' }) => sum + data.length, 0));
    return result;
  };
  const eventLog = createEventLog({
    admission: createAdmission(),
    database: { pool: { query }, preparedStatements: true } as never,
    nudges: kernel.nudges,
    clock: kernel.clock,
    logger: createLogger('warn'),
  });
  const stop = new AbortController();
  const received: number[] = [];
  const send = (payload: LivePayload) => {
    if (payload.kind === 'event') received.push(payload.event.position);
    if (received.length === 20) stop.abort();
    return undefined;
  };
  await eventLog.subscribe({ after: 0, filter: () => true, caller: 'a', signal: stop.signal }, send);
  await eventLog.close();
  expect(received).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  // A quarter of a MiB, and the event with which it is more than that.
  expect(Math.max(...parts)).toBeLessThan(262_144 + 101_000);
});
