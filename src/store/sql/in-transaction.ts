import type pg from 'pg';
import type { Database } from '../../platform/database/database.ts';
import { beginFor } from '../../platform/database/transaction-adapter.ts';

/** Milliseconds after which a process that stands still is in nobody's way any more: its connection is cut, and what it did is undone. */
const standstill = 3000;

/** Statements on one connection, as a whole. Rolls back and throws what the work throws. */
export async function inTransaction<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query(beginFor(standstill));
    const result = await work(client);
    await client.query('COMMIT');
    broken = false;
    return result;
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => {
        broken = false;
      },
      () => undefined,
    );
    throw error;
  } finally {
    // A connection that could not even roll back is not given to anyone else.
    client.release(broken);
  }
}
