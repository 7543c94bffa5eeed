import type pg from 'pg';
import { type Rates, ratesOf, readCounters } from '../shared/counters.ts';
import { residentBytes } from '../shared/processor.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import type { Scale } from './fixture/people.ts';
import { runConversations } from './load/run.ts';
import { type Asked, conversationOf, type LoadName, loadsOf } from './loads.ts';
import { probe } from './probe.ts';
import { accessToken, commandOf, databaseOf, type DatabaseName, type ServerName } from './servers.ts';
import { shuffled } from '../shared/options.ts';

/** What one server did under one load, once: per conversation (four writes, one page, one search). */
export interface Measurement extends Rates {
  server: ServerName;
  load: LoadName;
  round: number;
  resident: number;
}

/** What every measurement of a run has in common. */
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
  /** Pages that the probe read. */
  pages: unknown[];
}

/** Starts a server, checks its answers, measures its loads in random order, stops it. Throws when an answer is wrong. */
export async function measure(bench: Bench, name: ServerName, round: number): Promise<Measured> {
  const server = await startServer(commandOf(name, bench.urls, bench.nodeOptions));
  try {
    const token = name.startsWith('platform') ? await accessToken(server) : '';
    const asked = { server: name, token, scale: bench.scales[databaseOf(name)] };
    const pages = await probe(server.port, asked, bench.clients[databaseOf(name)]);
    const measurements: Measurement[] = [];
    for (const load of shuffled(loadsOf[name])) {
      const tag = `bench-${name}-${load.split(' ')[0]}-${round}-${Date.now()}`.toLowerCase();
      measurements.push({ ...(await underLoad(bench, server, { ...asked, load, tag })), round });
    }
    return { measurements, pages };
  } finally {
    await server.stop();
  }
}

/** Warm is a server when V8 has compiled what is hot. What a mutation runs through is a lot, and real servers run for weeks. */
async function underLoad(bench: Bench, server: ServerProcess, asked: Asked): Promise<Omit<Measurement, 'round'>> {
  const { seconds, connections } = bench;
  const client = bench.clients[databaseOf(asked.server)];
  const load = { port: server.port, converse: conversationOf(asked), connections };
  const warmSeconds = seconds * (asked.load.endsWith('writes') ? 8 : 4);
  const warm = await runConversations({ ...load, from: 0, seconds: warmSeconds });
  const before = await readCounters(server.pid, client);
  const result = await runConversations({ ...load, from: warm.next, seconds });
  const after = await readCounters(server.pid, client);
  const { now } = residentBytes(server.pid);
  return { ...ratesOf(result, before, after), server: asked.server, load: asked.load, resident: now };
}
