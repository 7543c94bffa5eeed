import { delimiter, join } from 'node:path';
import { buildProgram } from './server/program.ts';
import { checks } from './testing/checks.ts';
import { useTemporaryFolder } from './testing/temporary-folder.ts';
import { ensureServers, pathWithServers } from './testing/services.ts';
import { command, projectFolder, runStep, runSteps } from './testing/steps.ts';
import { type Outcome, runTests } from './testing/vitest.ts';

const help = `npm test                     servers, checks, and the tests but for the long ones (*.long.test.ts)
npm run test:all             with the long ones
npm test -- --checks         only the checks: types, lint, formatting, schema and migration drift
npm test -- test/kernel      only the tests of these files, with the long ones among them
npm test -- -t "suspended"   the tests with this in their title; more in "npx vitest --help"

The tests need redis-server, pgbouncer, chromium-headless-shell and curl. Missing ones are installed with apt-get if that
is possible without a password; otherwise the command fails and lists what to install. Exit code 1 if anything failed.`;

const servers = { name: 'servers', run: ensureServers };
const serverBuild = { name: 'server', run: buildProgram };
/** Also writes the types that the type check needs. */
const consoleBuild = { name: 'console', run: () => command('node', ['tools/console/build.ts']) };
const nothing: Outcome = { passed: 0, failed: 0, skipped: 0 };

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(help);
    return 0;
  }
  process.chdir(projectFolder);
  process.env.PATH = [join(projectFolder, 'node_modules', '.bin'), pathWithServers()].join(delimiter);
  // The workers and the platform processes that they start share compiled modules, and start in less time.
  process.env.NODE_COMPILE_CACHE = join(projectFolder, 'node_modules', '.cache', 'node-compile-cache');
  using _folder = useTemporaryFolder();
  for (const step of [serverBuild, consoleBuild]) if (!(await runStep(step))) return summary([step.name], nothing);
  if (args.includes('--checks')) return await runChecks();
  if (args.includes('--all')) return await runAll([]);
  return await (args.length > 0 ? runSome(args) : runAll(['--exclude', 'test/**/*.long.test.ts']));
}

async function runChecks(): Promise<number> {
  const failed = await runSteps(checks);
  return summary(failed, { ...nothing, passed: checks.length - failed.length });
}

/** Runs the checks and the tests, with these arguments for vitest. */
async function runAll(selection: readonly string[]): Promise<number> {
  if (!(await runStep(servers))) return summary([servers.name], nothing);
  // The checks run beside the tests, many of which wait. Their results are printed after those of the tests.
  const results: string[] = [];
  const checking = runSteps(checks, { parallel: 1, print: (text) => void results.push(text) });
  const outcome = await runTests(selection);
  const failed = await checking;
  console.log(results.join('\n'));
  if (outcome.skipped > 0) {
    console.log(`FAILED  ${outcome.skipped} tests were skipped: every test must run.`);
    failed.push('skipped tests');
  }
  return summary(failed, outcome);
}

/** Runs the named tests without the checks. */
async function runSome(args: readonly string[]): Promise<number> {
  if (!(await runStep(servers))) return summary([servers.name], nothing);
  return summary([], await runTests(args));
}

/** Prints the last line: how many passed and failed, where each failed check counts as one. */
function summary(failedChecks: readonly string[], outcome: Outcome): number {
  if (failedChecks.length > 0) console.log(`FAILED  ${failedChecks.join(', ')}`);
  // Vitest sets the exit code if no test failed but it found none, or its set-up failed.
  const failed = outcome.failed + failedChecks.length || (process.exitCode ? 1 : 0);
  console.log(`${outcome.passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

process.exit(await main(process.argv.slice(2)));
