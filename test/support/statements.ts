import type pg from 'pg';

/** Counts the statements of all connections of the pool, typed and raw. Call it before the first connection. */
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

/** The maximum number of concurrent statements on a connection of the pool. Call it before the first connection. */
export function mostAtOnce(pool: pg.Pool): () => number {
  let most = 0;
  pool.on('connect', (client) => {
    const query = client.query;
    let now = 0;
    client.query = function watched(this: pg.PoolClient, ...args: never[]) {
      most = Math.max(most, ++now);
      const answer = Reflect.apply(query, this, args) as unknown;
      const answered = () => void now--;
      if (answer instanceof Promise) answer.then(answered, answered);
      else answered();
      return answer;
    } as typeof query;
  });
  return () => most;
}
