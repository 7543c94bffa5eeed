import { runBenchmark, runRounds } from '../shared/main.ts';
import { readOptions, usage } from './options.ts';
import { runPlan } from './run.ts';
import { judge, report } from './verdict.ts';

process.exitCode = await runBenchmark(
  process.argv.slice(2),
  { readOptions, usage, sharesCores: true },
  (options, postgres) => runRounds(options, postgres, { runPlan, judge, report }),
);
