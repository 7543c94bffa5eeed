import type pg from 'pg';
import { busySeconds, cpuSeconds, serverCore } from './processor.ts';
import type { LoadResult } from './load/run.ts';

/** Processor seconds so far: of the server process, of the database backends, of each core. */
export interface Counters {
  at: number;
  server: number;
  /** Per backend, by process id. */
  database: Map<number, number>;
  cores: Map<string, number>;
}

/** The cost of a load: microseconds of processor per request, and what a client observes. */
export interface Rates {
  completed: number;
  cpu: number;
  /** All PostgreSQL backends together; 0 for a server without a database, or one on another machine. */
  databaseCpu: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Shares of a core, 0 to 1: other work on the core of the server, and all work on the busiest of the others. */
  foreignShare: number;
  otherCoresShare: number;
}

/** `client` is a connection to the server's database; undefined for a server without one. */
export async function readCounters(pid: number, client: pg.Client | undefined): Promise<Counters> {
  const database = client ? await databaseCpuSeconds(client) : new Map<number, number>();
  return { at: performance.now() / 1000, server: cpuSeconds(pid), database, cores: busySeconds() };
}

/** Per backend that serves other connections. */
async function databaseCpuSeconds(client: pg.Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return new Map(rows.map(({ pid }) => [pid, cpuSeconds(pid)]));
}

/**
 * The processor time of the backends between two readings. One that has ended counts 0: it was idle for longer than a
 * measurement, so its connection was closed.
 */
const databaseSeconds = (before: Pick<Counters, 'database'>, after: Pick<Counters, 'database'>): number =>
  [...after.database].reduce((sum, [pid, seconds]) => sum + seconds - (before.database.get(pid) ?? 0), 0);

/** Microseconds of processor per unit of work: of the server, and of PostgreSQL's backends. */
export const cpuPer = (units: number, before: Counters, after: Counters) => ({
  cpu: ((after.server - before.server) * 1e6) / units,
  databaseCpu: (databaseSeconds(before, after) * 1e6) / units,
});

export function ratesOf(
  { completed, seconds, p50, p99 }: Pick<LoadResult, 'completed' | 'seconds' | 'p50' | 'p99'>,
  before: Counters,
  after: Counters,
): Rates {
  const elapsed = after.at - before.at;
  const serverSeconds = after.server - before.server;
  const busy = (core: string) => (after.cores.get(core) ?? 0) - (before.cores.get(core) ?? 0);
  const others = [...after.cores.keys()].filter((core) => core !== serverCore);
  return {
    completed,
    ...cpuPer(completed, before, after),
    requestsPerSecond: completed / seconds,
    p50Ms: p50,
    p99Ms: p99,
    foreignShare: Math.max(0, busy(serverCore) - serverSeconds) / elapsed,
    otherCoresShare: Math.max(...others.map((core) => busy(core) / elapsed)),
  };
}
