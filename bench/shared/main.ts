import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { type BenchPostgres, openBenchPostgres } from './database.ts';
import { profileOptions } from './options.ts';
import { buildProgram } from '../../tools/server/program.ts';
import { leaveServerCore } from './processor.ts';
import type { Verdict } from './verdict.ts';

/** The environment of the measurements. */
const machine = { processor: cpus()[0]?.model, cores: availableParallelism(), node: process.version };

interface CommandLine<Options> {
  /** Throws an Error with one sentence for invalid options. */
  readOptions(args: string[]): Options;
  usage: string;
  /** Whether the servers share all cores with everything else; by default they have one for themselves. */
  sharesCores?: boolean;
}

/**
 * Runs a benchmark that prints its report, with its own PostgreSQL, on other cores than the server. Returns the exit
 * code: 1 if a requirement is missed, the measurements are not reliable, or it fails.
 */
export async function runBenchmark<Options extends { help: boolean; gate: boolean }>(
  args: string[],
  { readOptions, usage, sharesCores = false }: CommandLine<Options>,
  run: (options: Options, postgres: BenchPostgres) => Promise<Verdict>,
): Promise<number> {
  try {
    const options = readOptions(args);
    if (options.help) {
      console.log(usage);
      return 0;
    }
    await buildProgram();
    if (!sharesCores) leaveServerCore();
    const { gates, doubts } = await withPostgres((postgres) => run(options, postgres));
    return (doubts.length === 0 && gates.every(({ passed }) => passed)) || !options.gate ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

interface Parts<Plan, Measured> {
  runPlan(postgres: BenchPostgres, plan: Plan): Promise<Measured>;
  judge(measured: Measured): Verdict;
  report(measured: Measured, verdict: Verdict): string;
}

/** Measures what is planned, prints the report, and writes the figures. */
export async function runRounds<Options extends { json: string | undefined; profile: string | undefined }, Measured>(
  options: Options,
  postgres: BenchPostgres,
  { runPlan, judge, report }: Parts<Options & { nodeOptions: string; log(line: string): void }, Measured>,
): Promise<Verdict> {
  const log = (line: string) => console.error(line);
  const measured = await runPlan(postgres, { ...options, nodeOptions: profileOptions(options.profile), log });
  const verdict = judge(measured);
  console.log(report(measured, verdict));
  writeFigures(options, { measured, ...verdict });
  return verdict;
}

/** Writes the measurements of a run and its environment into the file in the options, if there is one. */
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
