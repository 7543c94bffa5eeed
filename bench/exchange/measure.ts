import type pg from 'pg';
import { exchangeOf } from './fixture/exchanges.ts';
import type { Scale } from './fixture/people.ts';
import type { TokenSource } from './fixture/requests.ts';
import { createJudge, type Judge } from './judge.ts';
import type { LoadGenerator } from '../shared/load/control.ts';
import type { LoadResult } from '../shared/load/run.ts';
import { probeExchange } from './probe.ts';
import { type Rates, ratesOf, readCounters } from '../shared/counters.ts';
import { residentBytes } from '../shared/processor.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import { type DatabaseName, issuer, type Variant, type VariantName } from './variants.ts';

/** One measurement of a server under load. Times in microseconds of processor per request unless otherwise named. */
export interface Measurement extends Rates {
  variant: VariantName;
  round: number;
  /** Resident bytes at the end of the load, and the maximum since the start. */
  resident: number;
  residentPeak: number;
  startSeconds: number;
  /** Whether all requests had been sent once, so tokens were repeated (long after they were evicted from the cache). */
  wrapped: boolean;
}

/** The common parameters of all measurements. */
export interface Bench {
  generator: LoadGenerator;
  source: TokenSource;
  scales: Record<DatabaseName, Scale>;
  clients: Record<DatabaseName, pg.Client>;
  /** Different requests per set of the generator (sets are named like the databases). */
  requests: number;
  /** The number of requests that are repeated in variants with the same tokens. */
  sameTokens: number;
  /** A server is warm after this many requests, when V8 has compiled the hot code, or after this many seconds. */
  warmRequests: number;
  warmSeconds: number;
  seconds: number;
  connections: number;
}

/**
 * Starts the server, checks its responses, warms it up, measures it, checks responses of the measurement, stops it.
 * Throws if a response is wrong.
 */
export async function measure(bench: Bench, variant: Variant, round: number): Promise<Measurement> {
  const server = await startServer(variant.server);
  try {
    const judge = variant.isPlatform ? await checkServer(bench, variant, server) : undefined;
    return await underLoad(bench, variant, round, server, judge);
  } finally {
    await server.stop();
  }
}

async function checkServer(bench: Bench, { database }: Variant, { port }: ServerProcess): Promise<Judge> {
  const judge = await createJudge(port, issuer);
  const { source } = bench;
  await probeExchange({ port, client: bench.clients[database], scale: bench.scales[database], source, judge });
  return judge;
}

async function underLoad(
  bench: Bench,
  variant: Variant,
  round: number,
  server: ServerProcess,
  judge: Judge | undefined,
): Promise<Measurement> {
  const { generator, connections, warmRequests, warmSeconds, seconds } = bench;
  const limit = variant.sameTokens ? bench.sameTokens : bench.requests;
  const client = variant.isPlatform ? bench.clients[variant.database] : undefined;
  const load = { port: server.port, set: variant.database, limit, connections };
  const warm = await generator.run({ ...load, from: 0, seconds: warmSeconds, most: warmRequests });
  const before = await readCounters(server.pid, client);
  const result = await generator.run({ ...load, from: warm.next, seconds, most: Number.POSITIVE_INFINITY });
  const after = await readCounters(server.pid, client);
  for (const { refusals } of [warm, result]) expectNone(refusals, variant);
  for (const { request, body } of judge ? result.samples : []) {
    await judge?.(exchangeOf(request, bench.scales[variant.database]), body);
  }
  const { now, peak } = residentBytes(server.pid);
  return {
    ...ratesOf(result, before, after),
    variant: variant.name,
    round,
    resident: now,
    residentPeak: peak,
    startSeconds: server.startSeconds,
    wrapped: variant.isPlatform && !variant.sameTokens && warm.completed + result.completed > limit,
  };
}

function expectNone(refusals: LoadResult['refusals'], { title }: Variant): void {
  const [first] = Object.entries(refusals);
  if (first) throw new Error(`${title}: ${first[1]} requests under load failed with ${first[0]}. The run is void.`);
}
