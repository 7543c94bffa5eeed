import type pg from 'pg';
import type { Database } from '../../platform/database/database.ts';
import { beginFor } from '../../platform/database/transaction-adapter.ts';

/** Milliseconds after which PostgreSQL rolls back the transaction of a process that sends nothing. */
const idleTimeout = 3000;

/** Runs statements in a transaction. Rolls back and rethrows if the work throws. */
export async function pooledTransaction<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query(beginFor(idleTimeout));
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
    // A connection whose rollback failed is closed.
    client.release(broken);
  }
}
