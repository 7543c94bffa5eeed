import { expect, test } from 'vitest';
import { createWriteRows } from '../../../src/oidc/ledger/write-rows.ts';
import { newExchange } from '../../../src/oidc/ledger/exchange-row.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';

/** A failover that loses commits can give the id of a delegation to another one. */
const kernel = perFile(startKernel);

const refusalBy = (applicationId: string, at: Date) =>
  newExchange({ resource: '' }, { applicationId, id: ids.uuidAt(at), at, reason: 'NO_RESOURCE', traceId: undefined });

test.each([
  ['with the state of its writer', { writerId: 'writer' }],
  ['while its answer waits', undefined],
])('an exchange is recorded over its own path after that, %s', async (_title, writer) => {
  const { pool } = kernel.database;
  let time = new Date('2026-11-20T10:00:00Z');
  const clock = { now: () => time };
  const write = createWriteRows({ database: kernel.database, clock, startDelegation: () => {} });
  const [mine, other] = [ids.next('application'), ids.next('application')];
  const flush = () => writer && { flush: { ...writer, flushedAt: time, seenAt: time } };
  const exchange = () => refusalBy(mine, time);
  await write([exchange()], flush());
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM delegations WHERE application_id = $1', [mine]);
  await pool.query('DELETE FROM exchanges');
  await pool.query('DELETE FROM delegations WHERE application_id = $1', [mine]);
  time = new Date('2026-11-20T10:00:05Z');
  await pool.query(
    `INSERT INTO delegations (id, application_id, subject_application_id, chain, subject_resource, api_resource_id, first_at)
     VALUES ($1, $2, '', '', '', '', $3)`,
    [rows[0]?.id, other, time],
  );
  await write([exchange(), refusalBy(other, time)], flush());
  await write([exchange()], flush());
  const recorded = await pool.query<{ id: string; count: number }>(
    `SELECT application_id AS id, count(*)::int FROM exchanges JOIN delegations ON delegations.id = delegation_id
     GROUP BY 1`,
  );
  expect(new Map(recorded.rows.map(({ id, count }) => [id, count]))).toEqual(
    new Map([
      [mine, 2],
      [other, 1],
    ]),
  );
  await pool.query('DELETE FROM exchanges');
});
