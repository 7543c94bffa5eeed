import type pg from 'pg';

/** Counts the statements sent over the pool's connections, the typed client's and others. Before the first connection is made. */
export function countStatements(pool: pg.Pool): () => number {
  let count = 0;
  pool.on('connect', (client) => {
    const query = client.query;
    client.query = function counted(this: pg.PoolClient, ...args: never[]) {
      count++;
      return Reflect.apply(query, this, args);
    } as typeof query;
  });
  return () => count;
}
