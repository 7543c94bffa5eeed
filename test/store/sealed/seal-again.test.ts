import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { sealedColumns } from '../../../src/store/sealed/columns.ts';
import { sealAgain, type Sealed } from '../../../src/store/sealed/seal-again.ts';
import { startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';

const kernel = perFile(startKernel);
const [older, newer] = [randomBytes(32), randomBytes(32)];
const before = createSecretBox([older]);
const secretBox = createSecretBox([newer, older]);
const column = sealedColumns.find(({ table }) => table === 'idempotency_keys');
if (!column) throw new Error('the column is gone');

const run = (given: { isDryRun?: boolean; onProgress?: (sealed: Sealed) => void } = {}) =>
  sealAgain(column, { database: kernel.database, secretBox, isDryRun: false, onProgress: () => {}, ...given });

/** Rows of several callers, also of one without an id, with keys in no order. */
async function fill(count: number, box = before): Promise<void> {
  await kernel.database.pool.query('DELETE FROM idempotency_keys');
  const rows = Array.from({ length: count }, (_row, index) => ({
    actorId: index % 3 ? `user_${index % 3}` : '',
    keyHash: `${(index * 7919) % count}/${index}`,
    response: Uint8Array.from(box.seal(Buffer.from(`result ${index}`))),
    createdAt: kernel.now(),
  }));
  await kernel.database.prisma.idempotencyKey.createMany({ data: rows });
}

const contents = async (box: Pick<typeof secretBox, 'open'>) => {
  const rows = await kernel.database.prisma.idempotencyKey.findMany({ select: { response: true } });
  return rows.map(({ response }) => box.open(response ?? Buffer.alloc(0)).toString()).toSorted();
};

test('each value of many pages is encrypted again once, and keeps its content', async () => {
  await fill(1234);
  const expected = await contents(before);
  const progress: number[] = [];
  const sealed = await run({ onProgress: ({ again }) => void progress.push(again) });
  expect(sealed).toEqual({ again: 1234, left: 0, lost: 0 });
  expect(progress).toEqual([500, 1000, 1234]);
  expect(await contents(createSecretBox([newer]))).toEqual(expected);
  expect(await run()).toEqual({ again: 0, left: 0, lost: 0 });
});

test('a dry run counts, and writes nothing', async () => {
  await fill(3);
  expect(await run({ isDryRun: true })).toEqual({ again: 3, left: 0, lost: 0 });
  expect(await contents(before)).toHaveLength(3);
});

test('a value that is locked is left without a wait, and taken by the next run', async () => {
  await fill(3);
  const held = await kernel.database.pool.connect();
  await held.query('BEGIN');
  await held.query(`UPDATE idempotency_keys SET created_at = created_at WHERE actor_id = ''`);
  expect(await run()).toEqual({ again: 2, left: 1, lost: 0 });
  await held.query('COMMIT');
  held.release();
  expect(await run()).toEqual({ again: 1, left: 0, lost: 0 });
});

test('a value that changes after it was read keeps the change', async () => {
  await fill(1);
  const { pool } = kernel.database;
  // The change comes between the statement that reads and the one that writes.
  const changed = secretBox.seal(Buffer.from('changed'));
  const query = async (sql: string, values: unknown[]) => {
    if (sql.includes('UPDATE')) await pool.query('UPDATE idempotency_keys SET response = $1', [changed]);
    return pool.query(sql, values);
  };
  const database = { pool: { query } as never };
  const sealed = await sealAgain(column, { database, secretBox, isDryRun: false, onProgress: () => {} });
  expect(sealed).toEqual({ again: 0, left: 1, lost: 0 });
  expect(await contents(createSecretBox([newer]))).toEqual(['changed']);
});

test('a value whose key is not configured, or that was altered, is counted and kept', async () => {
  await fill(1, createSecretBox([randomBytes(32)]));
  expect(await run()).toEqual({ again: 0, left: 0, lost: 1 });
  await kernel.database.pool.query(`UPDATE idempotency_keys SET response = '\\x01'`);
  expect(await run()).toEqual({ again: 0, left: 0, lost: 1 });
});
