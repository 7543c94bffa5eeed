import { type Spent, countDatabase, countProcessor } from './counters.ts';
import { shuffled } from './options.ts';
import { median } from './statistics.ts';
import type pg from 'pg';

/** A server under its load for a fraction of a second. */
export interface Slice {
  /** Completed units of work: requests, conversations, messages. */
  units: number;
  /** Microseconds of processor per unit: of the server with all its threads, and of PostgreSQL's backends. */
  cpu: number;
  databaseCpu: number;
  /** The share of the core of the server that other work had. */
  foreign: number;
}

/** A server and its load. */
export interface Side {
  title: string;
  /** Sends a part of the load that warms the server up. */
  warmUp(): Promise<unknown>;
  /** Sends the load: a few requests that are not counted, then for at most `sliceSeconds`. */
  slice(): Promise<Slice>;
  stop(): Promise<unknown>;
}

/** Two servers whose slices alternate. */
export interface Comparison {
  title: string;
  /** Start both servers. */
  start: readonly [() => Promise<Side>, () => Promise<Side>];
  /** Runs before the first pair. */
  prepare?(): Promise<void>;
}

/** A comparison with the slices of its sides, pair by pair. */
export interface Compared {
  title: string;
  sides: readonly [string, string];
  pairs: Pair[];
}

type Pair = readonly [Slice, Slice];

interface Size {
  /** The number of times that everything is started. */
  starts: number;
  /** Pairs of each comparison. */
  pairs: number;
  log(line: string): void;
}

/** Short enough that the speed of the machine is the same in both slices of a pair. */
export const sliceSeconds = 0.2;
/** Parts of the load until V8 has compiled the hot code. */
const warmParts = 16;

/** A slice with `units` of work, by what was spent on it. */
export const sliceOf = (units: number, { elapsed, server, core }: Spent, databaseSeconds: number): Slice => ({
  units,
  cpu: (server * 1e6) / units,
  databaseCpu: (databaseSeconds * 1e6) / units,
  foreign: Math.max(0, core - server) / elapsed,
});

/** Counts what `work` takes, which resolves with its number of units. The server is idle before and after. */
export async function measureSlice(
  pid: number,
  client: pg.Client | undefined,
  work: () => Promise<number>,
): Promise<Slice> {
  const database = await countDatabase(client);
  const processor = countProcessor(pid);
  const units = await work();
  const spent = processor();
  return sliceOf(units, spent, await database());
}

/**
 * Measures pairs of neighboring slices, in random order within each pair. Both servers are new and have the same
 * history: a server that is idle for some seconds closes connections to its database and gives memory back, and then
 * costs a tenth more than one that is not. Comparisons alternate, and start their servers several times.
 */
export async function comparePairs(
  comparisons: readonly Comparison[],
  { starts, pairs, log }: Size,
): Promise<Compared[]> {
  const all = new Map<Comparison, Compared>();
  for (let round = 1; round <= starts; round++) {
    for (const comparison of shuffled(comparisons)) {
      const measured = await compareOnce(comparison, Math.ceil(pairs / starts));
      const earlier = all.get(comparison)?.pairs ?? [];
      all.set(comparison, { ...measured, pairs: [...earlier, ...measured.pairs] });
      log(`round ${round} of ${starts}  ${comparison.title}: ${medianOf(measured.pairs)}`);
    }
  }
  return comparisons.flatMap((comparison) => all.get(comparison) ?? []);
}

async function compareOnce({ title, start, prepare }: Comparison, count: number): Promise<Compared> {
  const one = await start[0]();
  try {
    const other = await start[1]();
    try {
      const sides = [one, other] as const;
      for (let part = 0; part < warmParts; part++) for (const side of sides) await side.warmUp();
      await prepare?.();
      const pairs: Pair[] = [];
      while (pairs.length < count) pairs.push(await measurePair(sides));
      return { title, sides: [one.title, other.title], pairs };
    } finally {
      await other.stop();
    }
  } finally {
    await one.stop();
  }
}

async function measurePair([one, other]: readonly [Side, Side]): Promise<Pair> {
  if (Math.random() < 0.5) return [await one.slice(), await other.slice()];
  const second = await other.slice();
  return [await one.slice(), second];
}

const medianOf = (pairs: readonly Pair[]): string =>
  median(pairs.map(([one, other]) => one.cpu / other.cpu)).toFixed(2);
