import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { openBenchPostgres } from '../shared/database.ts';
import type { Measurement } from './measure.ts';
import { type Options, readOptions, usage } from './options.ts';
import { leaveServerCore } from '../shared/processor.ts';
import { renderReport } from './report.ts';
import { type Plan, runPlan } from './run.ts';
import { allVariants, type VariantName } from './variants.ts';
import type { Verdict } from '../shared/verdict.ts';
import { judgeRun } from './verdict.ts';

/** Exchanges per second that the different tokens are made for. More would see tokens again, and be told of. */
const fastest = 10_000;

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options.help) {
    console.log(usage);
    return 0;
  }
  leaveServerCore();
  const measurements = await measureAll(planOf(options));
  const verdict = judgeRun(measurements);
  console.log(renderReport(titles(), measurements, verdict));
  if (options.json) writeFileSync(options.json, asJson(options, measurements, verdict));
  const passed = verdict.doubts.length === 0 && verdict.gates.every((gate) => gate.passed);
  return passed || !options.gate ? 0 : 1;
}

async function measureAll(plan: Plan): Promise<Measurement[]> {
  const postgres = await openBenchPostgres(process.env['DATABASE_URL_BENCH'], resolve('.data/bench'));
  try {
    return await runPlan(postgres, plan);
  } finally {
    await postgres.stop();
  }
}

function planOf({ users, rounds, seconds, warmRequests, profile }: Options): Plan {
  const rest = { roles: 1000, organizations: 200 };
  return {
    scales: { large: { users, ...rest }, small: { users: 1000, ...rest } },
    rounds,
    seconds,
    warmRequests,
    warmSeconds: 6,
    requests: fastest * seconds + warmRequests,
    nodeOptions: profile === undefined ? '' : `--cpu-prof --cpu-prof-dir=${JSON.stringify(resolve(profile))}`,
    tell: (line) => console.error(line),
  };
}

function titles(): Record<VariantName, string> {
  const variants = allVariants({ large: '', small: '' });
  return Object.fromEntries(variants.map(({ name, title }) => [name, title])) as Record<VariantName, string>;
}

function asJson(options: Options, measurements: Measurement[], verdict: Verdict): string {
  const machine = { processor: cpus()[0]?.model, cores: availableParallelism(), node: process.version };
  return `${JSON.stringify({ machine, options, measurements, ...verdict }, null, 2)}\n`;
}
