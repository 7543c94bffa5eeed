import type pg from 'pg';
import { type Rates, ratesOf, readCounters } from '../shared/counters.ts';
import { residentBytes } from '../shared/processor.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import type { Scale } from './fixture/people.ts';
import { runConversations } from './load/run.ts';
import { type LoadRequest, conversationOf, type LoadName, loadsOf } from './loads.ts';
import { probe } from './probe.ts';
import { accessToken, commandOf, databaseOf, type DatabaseName, type ServerName } from './servers.ts';
import { shuffled } from '../shared/options.ts';

/** One measurement of a server under a load, per conversation (four writes, one page, one search). */
export interface Measurement extends Rates {
  server: ServerName;
  load: LoadName;
  round: number;
  resident: number;
}

/** The common parameters of all measurements. */
export interface Bench {
  urls: Record<DatabaseName, string>;
  clients: Record<DatabaseName, pg.Client>;
  scales: Record<DatabaseName, Scale>;
  seconds: number;
  connections: number;
  nodeOptions: string;
}

export interface Measured {
  measurements: Measurement[];
  /** Pages that the probe has read. */
  pages: unknown[];
}

/**
 * Starts a server, checks its responses, warms it up with all loads, measures these in random order, stops it. Throws
 * if a response is wrong.
 */
export async function measure(bench: Bench, name: ServerName, round: number): Promise<Measured> {
  const server = await startServer(commandOf(name, bench.urls, bench.nodeOptions));
  try {
    const token = name.startsWith('platform') ? await accessToken(server) : '';
    const request = { server: name, token, scale: bench.scales[databaseOf(name)] };
    const pages = await probe(server.port, request, bench.clients[databaseOf(name)]);
    const loads = loadsOf[name].map((load) => {
      const tag = `bench-${name}-${load.split(' ')[0]}-${round}-${Date.now()}`.toLowerCase();
      return loadOf(bench, server, { ...request, load, tag });
    });
    for (const load of loads) await load.warmUp();
    const measurements: Measurement[] = [];
    for (const load of shuffled(loads)) measurements.push({ ...(await load.measure()), round });
    return { measurements, pages };
  } finally {
    await server.stop();
  }
}

/**
 * How many times longer than a measurement each load warms a server up. It is warm when V8 has compiled the hot code of
 * all loads, which shares the core and takes longest for writes: the first load of a new process costs a third more, so
 * its ratios would depend on the order. Real servers run for weeks.
 */
const warmFactor = ({ load }: LoadRequest): number => (load.endsWith('writes') ? 6 : 3);
/** Until the connections to the database are open, which the pool closes while it needs fewer. */
const openingSeconds = 1;

/** A load of a server, to warm it up, and to measure. */
function loadOf({ seconds, connections, clients }: Bench, server: ServerProcess, request: LoadRequest) {
  const client = clients[databaseOf(request.server)];
  const converse = conversationOf(request);
  let next = 0;
  const run = async (duration: number) => {
    const result = await runConversations({ port: server.port, converse, connections, from: next, seconds: duration });
    next = result.next;
    return result;
  };
  return {
    warmUp: () => run(seconds * warmFactor(request)),
    async measure() {
      await client.query(removeDeletedUsers);
      await run(openingSeconds);
      const before = await readCounters(server.pid, client);
      const result = await run(seconds);
      const after = await readCounters(server.pid, client);
      const { now } = residentBytes(server.pid);
      return { ...ratesOf(result, before, after), server: request.server, load: request.load, resident: now };
    },
  };
}

/**
 * As autovacuum would, at a moment that is not random. The planner reads past the deleted users of all earlier writes
 * for each search: their names come before all others, and there are ten thousands of them.
 */
const removeDeletedUsers = 'VACUUM (INDEX_CLEANUP ON) users';
