import { runBenchmark, writeFigures } from '../shared/main.ts';
import { profileOptions } from '../shared/options.ts';
import { type Options, readOptions, usage } from './options.ts';
import { renderReport } from './report.ts';
import { type Plan, runPlan } from './run.ts';
import { allVariants, type VariantName } from './variants.ts';
import { judgeRun } from './verdict.ts';

/**
 * Exchanges per second for which different tokens are created. A faster server would get tokens repeatedly, which is
 * reported.
 */
const fastest = 10_000;

process.exitCode = await runBenchmark(process.argv.slice(2), { readOptions, usage }, async (options, postgres) => {
  const measurements = await runPlan(postgres, planOf(options));
  const verdict = judgeRun(measurements);
  console.log(renderReport(titles(), measurements, verdict));
  writeFigures(options, { measurements, ...verdict });
  return verdict;
});

function planOf({ users, rounds, seconds, warmRequests, profile }: Options): Plan {
  const rest = { roles: 1000, organizations: 200 };
  return {
    scales: { large: { users, ...rest }, small: { users: 1000, ...rest } },
    rounds,
    seconds,
    warmRequests,
    warmSeconds: 6,
    requests: fastest * seconds + warmRequests,
    nodeOptions: profileOptions(profile),
    log: (line) => console.error(line),
  };
}

function titles(): Record<VariantName, string> {
  const variants = allVariants({ large: '', small: '' });
  return Object.fromEntries(variants.map(({ name, title }) => [name, title])) as Record<VariantName, string>;
}
