import type pg from 'pg';
import { assignPositions } from '../../src/store/event-positions.ts';
import { type Rates, ratesOf, readCounters } from '../shared/counters.ts';
import { residentBytes } from '../shared/processor.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import type { Scale } from './fixture/people.ts';
import { runConversations } from './load/run.ts';
import { type LoadRequest, conversationOf, type LoadName, loadsOf } from './loads.ts';
import { probe } from './probe.ts';
import { accessToken, commandOf, databaseOf, type DatabaseName, type ServerName } from './servers.ts';

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

/** A load of a warm server. */
export interface WarmLoad {
  load: LoadName;
  measure(round: number): Promise<Measurement>;
}

/** A warm server. */
export interface BenchServer {
  /** Pages that the probe has read. */
  pages: unknown[];
  loads: WarmLoad[];
  stop(): Promise<unknown>;
}

/** Starts a server, checks its responses, and runs its loads until it is warm. Throws if a response is wrong. */
export async function startWarm(bench: Bench, name: ServerName): Promise<BenchServer> {
  const server = await startServer(commandOf(name, bench.urls, bench.nodeOptions));
  try {
    const token = name.startsWith('platform') ? await accessToken(server) : '';
    const request = { server: name, token, scale: bench.scales[databaseOf(name)] };
    const pages = await probe(server.port, request, bench.clients[databaseOf(name)]);
    const loads = loadsOf[name].map((load) => {
      const tag = `bench-${name}-${load.split(' ')[0]}-${Date.now()}`.toLowerCase();
      return loadOf(bench, server, { ...request, load, tag });
    });
    for (const load of loads) await load.warmUp();
    return { pages, loads, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
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
    load: request.load,
    warmUp: () => run(seconds * warmFactor(request)),
    async measure(round: number): Promise<Measurement> {
      await doBackgroundWork(client);
      await run(openingSeconds);
      const before = await readCounters(server.pid, client);
      const result = await run(seconds);
      const after = await readCounters(server.pid, client);
      const { now } = residentBytes(server.pid);
      const { server: name, load } = request;
      return { ...ratesOf(result, before, after), server: name, load, round, resident: now };
    },
  };
}

/**
 * What happens now and then at random moments, after ten thousands of writes. Positions are assigned once a minute
 * while nothing reads events. Deleted users are what autovacuum would remove: their names come before all others, so
 * that the planner reads past them for each search.
 */
async function doBackgroundWork(client: pg.Client): Promise<void> {
  await assignPositions({ pool: client });
  await client.query('VACUUM (INDEX_CLEANUP ON) users');
}
