import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { machine, runBenchmark } from '../shared/main.ts';
import { readOptions, usage } from './options.ts';
import { renderReport } from './report.ts';
import { runPlan } from './run.ts';
import { judgeRun } from './verdict.ts';

process.exitCode = await runBenchmark(process.argv.slice(2), { readOptions, usage }, async (options, postgres) => {
  const { users, rounds, seconds, profile, json } = options;
  const measurements = await runPlan(postgres, {
    scales: { large: { users }, small: { users: 1000 } },
    rounds,
    seconds,
    nodeOptions: profile === undefined ? '' : `--cpu-prof --cpu-prof-dir=${JSON.stringify(resolve(profile))}`,
    tell: (line) => console.error(line),
  });
  const verdict = judgeRun(measurements);
  console.log(renderReport(measurements, verdict));
  if (json) writeFileSync(json, `${JSON.stringify({ machine, options, measurements, ...verdict }, null, 2)}\n`);
  return verdict;
});
