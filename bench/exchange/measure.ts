import type pg from 'pg';
import { type Consumption, consumed, readCounters } from './counters.ts';
import { exchangeOf } from './fixture/exchanges.ts';
import type { Scale } from './fixture/people.ts';
import type { TokenSource } from './fixture/requests.ts';
import { createJudge, type Judge } from './judge.ts';
import type { Generator } from './load/control.ts';
import type { LoadResult } from './load/run.ts';
import { type Measurement, summarize } from './measurement.ts';
import { probeExchange } from './probe.ts';
import { residentBytes } from './processor.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { type DatabaseName, issuer, type Variant } from './variants.ts';

/** What every round of a run has in common. */
export interface Bench {
  generator: Generator;
  source: TokenSource;
  scales: Record<DatabaseName, Scale>;
  clients: Record<DatabaseName, pg.Client>;
  /** Different requests in each set of the generator (the sets are named like the databases). */
  requests: number;
  /** How many of them are sent over and over where the same tokens come again. */
  sameTokens: number;
  /** A server is warm after so many requests: by then V8 has compiled what is hot. Or after so many seconds. */
  warmRequests: number;
  warmSeconds: number;
  /** Each server is under load so often, for so many seconds. */
  slices: number;
  sliceSeconds: number;
  connections: number;
}

/** A server of the round, and what it has done so far. */
interface Subject {
  variant: Variant;
  server: ServerProcess;
  judge: Judge | undefined;
  /** The request that comes next, and how many were sent at all. */
  next: number;
  sent: number;
  slices: { load: LoadResult; use: Consumption }[];
}

/**
 * One round: starts every server, checks its answers and warms it; then they take turns under load, a slice each, in another
 * random order every time, so that whatever else happens on this machine happens to all of them. Answers given under load are
 * checked, too. Throws, and the run is void, when one is wrong.
 */
export async function measureRound(bench: Bench, variants: readonly Variant[], round: number): Promise<Measurement[]> {
  const subjects: Subject[] = [];
  try {
    for (const variant of shuffled(variants)) subjects.push(await prepare(bench, variant));
    for (let slice = 0; slice < bench.slices; slice += 1) {
      for (const subject of shuffled(subjects)) await runSlice(bench, subject);
    }
    return subjects.map((subject) => finish(bench, subject, round));
  } finally {
    await Promise.all(subjects.map(({ server }) => server.stop()));
  }
}

async function prepare(bench: Bench, variant: Variant): Promise<Subject> {
  const server = await startServer(variant.server);
  try {
    const judge = variant.isPlatform ? await check(bench, variant, server) : undefined;
    const subject: Subject = { variant, server, judge, next: 0, sent: 0, slices: [] };
    await putUnderLoad(bench, subject, bench.warmSeconds, bench.warmRequests);
    return subject;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function check(bench: Bench, { database }: Variant, { port }: ServerProcess): Promise<Judge> {
  const judge = await createJudge(port, issuer);
  const { source } = bench;
  await probeExchange({ port, client: bench.clients[database], scale: bench.scales[database], source, judge });
  return judge;
}

async function runSlice(bench: Bench, subject: Subject): Promise<void> {
  const { variant, server, judge } = subject;
  const client = variant.isPlatform ? bench.clients[variant.database] : undefined;
  const before = await readCounters(server.pid, client);
  const load = await putUnderLoad(bench, subject, bench.sliceSeconds, Number.POSITIVE_INFINITY);
  subject.slices.push({ load, use: consumed(before, await readCounters(server.pid, client)) });
  for (const { request, body } of judge ? load.samples : []) {
    await judge?.(exchangeOf(request, bench.scales[variant.database]), body);
  }
}

async function putUnderLoad(bench: Bench, subject: Subject, seconds: number, most: number): Promise<LoadResult> {
  const { variant, server, next: from } = subject;
  const limit = variant.sameTokens ? bench.sameTokens : bench.requests;
  const { connections } = bench;
  const order = { port: server.port, set: variant.database, limit, from, seconds, most, connections };
  const result = await bench.generator.run(order);
  const [refused] = Object.entries(result.refusals);
  if (refused) {
    throw new Error(`${variant.title}: ${refused[1]} requests were answered with ${refused[0]}. The run is void.`);
  }
  Object.assign(subject, { next: result.next, sent: subject.sent + result.completed });
  return result;
}

function finish(bench: Bench, { variant, server, sent, slices }: Subject, round: number): Measurement {
  return {
    ...summarize(slices),
    variant: variant.name,
    round,
    resident: residentBytes(server.pid),
    startSeconds: server.startSeconds,
    wrapped: variant.isPlatform && !variant.sameTokens && sent > bench.requests,
  };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
