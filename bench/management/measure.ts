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
 * Starts a server, checks its responses, measures its loads in random order, stops it. Throws if a response is wrong.
 */
export async function measure(bench: Bench, name: ServerName, round: number): Promise<Measured> {
  const server = await startServer(commandOf(name, bench.urls, bench.nodeOptions));
  try {
    const token = name.startsWith('platform') ? await accessToken(server) : '';
    const request = { server: name, token, scale: bench.scales[databaseOf(name)] };
    const pages = await probe(server.port, request, bench.clients[databaseOf(name)]);
    const measurements: Measurement[] = [];
    for (const load of shuffled(loadsOf[name])) {
      const tag = `bench-${name}-${load.split(' ')[0]}-${round}-${Date.now()}`.toLowerCase();
      measurements.push({ ...(await underLoad(bench, server, { ...request, load, tag })), round });
    }
    return { measurements, pages };
  } finally {
    await server.stop();
  }
}

/**
 * A server is warm when V8 has compiled the hot code, which takes half a minute for mutations: they run much code, and
 * the compiler shares the core. Real servers run for weeks.
 */
async function underLoad(
  bench: Bench,
  server: ServerProcess,
  request: LoadRequest,
): Promise<Omit<Measurement, 'round'>> {
  const { seconds, connections } = bench;
  const client = bench.clients[databaseOf(request.server)];
  const load = { port: server.port, converse: conversationOf(request), connections };
  const warmSeconds = seconds * (request.load.endsWith('writes') ? 6 : 2);
  const warm = await runConversations({ ...load, from: 0, seconds: warmSeconds });
  const before = await readCounters(server.pid, client);
  const result = await runConversations({ ...load, from: warm.next, seconds });
  const after = await readCounters(server.pid, client);
  const { now } = residentBytes(server.pid);
  return { ...ratesOf(result, before, after), server: request.server, load: request.load, resident: now };
}
