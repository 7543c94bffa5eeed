import type pg from 'pg';
import { busySeconds, cpuSeconds, serverCore } from './processor.ts';

/** Processor seconds so far, read at one moment. */
export interface Counters {
  /** The moment, in seconds. */
  at: number;
  server: number;
  /** PostgreSQL's backends for this database. */
  database: number;
  /** Of each core, by whomever. */
  cores: Map<string, number>;
}

/** What happened between two readings. */
export interface Consumption {
  /** Processor seconds of the server, of its database, and of others on the server's core. */
  server: number;
  database: number;
  foreign: number;
  /** Busy seconds of the busiest of the other cores. */
  busiestOther: number;
  elapsed: number;
}

/** `client` is connected to the server's database; undefined for a server without one. */
export async function readCounters(serverPid: number, client: pg.Client | undefined): Promise<Counters> {
  const database = client ? await databaseCpuSeconds(client) : 0;
  return { at: performance.now() / 1000, server: cpuSeconds(serverPid), database, cores: busySeconds() };
}

export function consumed(before: Counters, after: Counters): Consumption {
  const busy = (core: string) => (after.cores.get(core) ?? 0) - (before.cores.get(core) ?? 0);
  const others = [...after.cores.keys()].filter((core) => core !== serverCore);
  const server = after.server - before.server;
  return {
    server,
    database: after.database - before.database,
    foreign: Math.max(0, busy(serverCore) - server),
    busiestOther: Math.max(...others.map(busy)),
    elapsed: after.at - before.at,
  };
}

/** The backends live as long as the server's connections: from the warming to the stop. */
async function databaseCpuSeconds(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
}
