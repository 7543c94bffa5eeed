// SQL: transactions of statements that need the driver itself, as COPY does.
import type pg from 'pg';
import type { Database } from '../../platform/database/database.ts';

/** Milliseconds after which PostgreSQL rolls back the transaction of a process that sends nothing. */
const idleTimeout = 3000;
const begin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${idleTimeout}`;

/** Runs statements that need the driver itself in a transaction. Rolls back and rethrows if the work throws. */
export async function pooledTransaction<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query(begin);
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
