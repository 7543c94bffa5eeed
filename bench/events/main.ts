import { runBenchmark, writeFigures } from '../shared/main.ts';
import { profileOptions } from '../shared/options.ts';
import { readOptions, usage } from './options.ts';
import { renderReport } from './report.ts';
import { runPlan } from './run.ts';
import { judgeRun } from './verdict.ts';

process.exitCode = await runBenchmark(process.argv.slice(2), { readOptions, usage }, async (options, postgres) => {
  const { profile } = options;
  const measurements = await runPlan(postgres, {
    ...options,
    nodeOptions: profileOptions(profile),
    log: (line) => console.error(line),
  });
  const verdict = judgeRun(measurements);
  console.log(renderReport(measurements, verdict));
  writeFigures(options, { measurements, ...verdict });
  return verdict;
});
