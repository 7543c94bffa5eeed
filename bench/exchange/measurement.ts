import type { Consumption } from './counters.ts';
import type { LoadResult } from './load/run.ts';
import type { VariantName } from './variants.ts';

/** What one server did under load in one round. */
export interface Measurement {
  variant: VariantName;
  round: number;
  completed: number;
  /** Microseconds of processor per request: the server's, and those of PostgreSQL's backends (0 without a database here). */
  cpu: number;
  databaseCpu: number;
  requestsPerSecond: number;
  /** Latencies: of each slice of load, then the mean over the slices. */
  p50Ms: number;
  p99Ms: number;
  /** Bytes after the last slice, and the most since the start. */
  resident: { now: number; peak: number };
  startSeconds: number;
  /** Shares of a core, 0 to 1: other people's work on the server's core, and all work on the busiest of the other cores. */
  foreignShare: number;
  otherCoresShare: number;
  /** Every request had been sent once already, so tokens came again after all (long after they were forgotten). */
  wrapped: boolean;
}

/** The figures of all slices together. */
export function summarize(slices: readonly { load: LoadResult; use: Consumption }[]) {
  const sum = (value: (slice: { load: LoadResult; use: Consumption }) => number) =>
    slices.reduce((total, slice) => total + value(slice), 0);
  const completed = sum(({ load }) => load.completed);
  const elapsed = sum(({ use }) => use.elapsed);
  return {
    completed,
    cpu: (sum(({ use }) => use.server) * 1e6) / completed,
    databaseCpu: (sum(({ use }) => use.database) * 1e6) / completed,
    requestsPerSecond: completed / sum(({ load }) => load.seconds),
    p50Ms: sum(({ load }) => load.p50) / slices.length,
    p99Ms: sum(({ load }) => load.p99) / slices.length,
    foreignShare: sum(({ use }) => use.foreign) / elapsed,
    otherCoresShare: sum(({ use }) => use.busiestOther) / elapsed,
  };
}
