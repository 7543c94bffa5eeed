import pg from 'pg';
import { vi } from 'vitest';

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

/** The maximum number of concurrent statements that the driver is given on a connection of the pool. */
export function mostAtOnce(pool: pg.Pool): Disposable & { most(): number } {
  let most = 0;
  const active = new Map<pg.Client, number>();
  pool.on('connect', (client) => void active.set(client as unknown as pg.Client, 0));
  const { query } = pg.Client.prototype;
  function watched(this: pg.Client, ...args: never[]) {
    const change = (by: number) => active.has(this) && active.set(this, (active.get(this) ?? 0) + by);
    change(1);
    most = Math.max(most, active.get(this) ?? 0);
    const answer = Reflect.apply(query, this, args) as unknown;
    const answered = () => void change(-1);
    if (answer instanceof Promise) answer.then(answered, answered);
    else answered();
    return answer;
  }
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(watched as never);
  return { most: () => most, [Symbol.dispose]: () => spy.mockRestore() };
}
