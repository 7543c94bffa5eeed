import { checkOut, lastVersion } from '../../tools/last-version.ts';
import { runBenchmark, writeFigures } from '../shared/main.ts';
import { profileOptions } from '../shared/options.ts';
import { readOptions, usage } from './options.ts';
import { renderReport } from './report.ts';
import { runPlan } from './run.ts';
import { judgeRun } from './verdict.ts';

const log = (line: string) => console.error(line);
/** The value of `--against` without a comparison. */
const none = 'none';

process.exitCode = await runBenchmark(process.argv.slice(2), { readOptions, usage }, async (options, postgres) => {
  const { users, starts, pairs, warmRequests, profile } = options;
  const commit = options.against ?? lastVersion() ?? none;
  const against = commit === none ? undefined : checkOut(commit, log);
  try {
    const rest = { roles: 1000, organizations: 200 };
    const measured = await runPlan(postgres, {
      scales: { large: { users, ...rest }, small: { users: 1000, ...rest } },
      against: against?.root,
      starts,
      pairs,
      warmRequests,

      nodeOptions: profileOptions(profile),
      log,
    });
    const verdict = judgeRun(measured);
    console.log(`Compared commit: ${against?.title ?? none}\n\n${renderReport(measured, verdict)}`);
    writeFigures(options, { against: against?.title, ...measured, ...verdict });
    return verdict;
  } finally {
    against?.remove();
  }
});
