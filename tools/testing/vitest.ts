import { parseCLI, startVitest, type Vitest } from 'vitest/node';

export interface Outcome {
  passed: number;
  /** Failed tests, and files that could not run. */
  failed: number;
  skipped: number;
}

/** Runs vitest with these arguments (files, `-t`, …), which prints as it runs. Returns the counts. */
export async function runTests(args: readonly string[]): Promise<Outcome> {
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const vitest = await startVitest(filter, { ...options, run: true });
  const outcome = count(vitest);
  await vitest.close();
  return outcome;
}

function count({ state }: Vitest): Outcome {
  const files = state.getTestModules();
  const results = files.flatMap((file) => [...file.children.allTests()].map((test) => test.result().state));
  // A file that cannot be loaded, or whose hooks fail, has no failed test.
  const broken = files.filter(
    (file) => file.state() === 'failed' && [...file.children.allTests('failed')].length === 0,
  );
  const failed = results.filter((result) => result === 'failed' || result === 'pending').length;
  return {
    passed: results.filter((result) => result === 'passed').length,
    failed: failed + broken.length + state.getUnhandledErrors().length,
    skipped: results.filter((result) => result === 'skipped').length,
  };
}
