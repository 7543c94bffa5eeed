import { runBenchmark, writeFigures } from '../shared/main.ts';
import { profileOptions } from '../shared/options.ts';
import { readOptions, usage } from './options.ts';
import { renderReport } from './report.ts';
import { runPlan } from './run.ts';
import { judgeRun } from './verdict.ts';

process.exitCode = await runBenchmark(process.argv.slice(2), { readOptions, usage }, async (options, postgres) => {
  const { users, titles, starts, pairs, warmConversations, profile } = options;
  const measured = await runPlan(postgres, {
    scales: { large: { users }, small: { users: 1000 } },
    titles,
    starts,
    pairs,
    warmConversations,
    nodeOptions: profileOptions(profile),
    log: (line) => console.error(line),
  });
  const verdict = judgeRun(measured);
  console.log(renderReport(measured, verdict));
  writeFigures(options, { ...measured, ...verdict });
  return verdict;
});
