import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { type BenchPostgres, openBenchPostgres } from './database.ts';
import { leaveServerCore } from './processor.ts';
import type { Verdict } from './verdict.ts';

/** What figures depend on. */
const machine = { processor: cpus()[0]?.model, cores: availableParallelism(), node: process.version };

interface CommandLine<Options> {
  /** Throws an Error with one sentence for what cannot be used. */
  readOptions(args: string[]): Options;
  usage: string;
}

/**
 * Runs a benchmark that prints its report, with a PostgreSQL of its own, off the server's core. Returns the exit code: 1 when a required
 * value is missed, when the figures cannot be believed, or when it fails.
 */
export async function runBenchmark<Options extends { help: boolean; gate: boolean }>(
  args: string[],
  { readOptions, usage }: CommandLine<Options>,
  run: (options: Options, postgres: BenchPostgres) => Promise<Verdict>,
): Promise<number> {
  try {
    const options = readOptions(args);
    if (options.help) {
      console.log(usage);
      return 0;
    }
    leaveServerCore();
    const { gates, doubts } = await withPostgres((postgres) => run(options, postgres));
    return (doubts.length === 0 && gates.every(({ passed }) => passed)) || !options.gate ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** Writes the figures of a run, and what they depend on, into the file that the options name, if they do. */
export function writeFigures(options: { json: string | undefined }, figures: object): void {
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ machine, options, ...figures }, null, 2)}\n`);
}

async function withPostgres<T>(work: (postgres: BenchPostgres) => Promise<T>): Promise<T> {
  const postgres = await openBenchPostgres(process.env['DATABASE_URL_BENCH'], resolve('.data/bench'));
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}
