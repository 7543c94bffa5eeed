import type pg from 'pg';
import { busySeconds, cpuSeconds } from './processor.ts';

/** Seconds that passed, that the server was on a processor, and that its core was busy with anything. */
export interface Spent {
  elapsed: number;
  server: number;
  core: number;
}

/** Starts to count for the server process; the returned function reads what was spent. Both while it is idle. */
export function countProcessor(pid: number): () => Spent {
  const read = (): Spent => ({ elapsed: performance.now() / 1000, server: cpuSeconds(pid), core: busySeconds() });
  const before = read();
  return () => {
    const after = read();
    const spent = (part: keyof Spent) => after[part] - before[part];
    return { elapsed: spent('elapsed'), server: spent('server'), core: spent('core') };
  };
}

/**
 * The same for the PostgreSQL backends of a database, in seconds. `client` is a connection to it, which is not counted;
 * without one it is 0.
 */
export async function countDatabase(client: pg.Client | undefined): Promise<() => Promise<number>> {
  if (!client) return () => Promise.resolve(0);
  const before = await backendSeconds(client);
  // A backend that has ended was idle for longer than a measurement, so its connection was closed.
  return async () =>
    [...(await backendSeconds(client))].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}

async function backendSeconds(client: pg.Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return new Map(rows.map(({ pid }) => [pid, cpuSeconds(pid)]));
}
