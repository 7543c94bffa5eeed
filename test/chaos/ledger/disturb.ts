import type { Options } from '../options.ts';
import { runLedger } from './run.ts';

interface Run extends Pick<Options, 'seed' | 'rounds' | 'pace'> {
  report(line: string): void;
  signal: AbortSignal;
}

/** Runs with both ledgers and prints the outcome. Resolves with the exit code. */
export async function disturbLedger(run: Run): Promise<number> {
  let exitCode = 0;
  for (const mode of ['durable', 'fast'] as const) {
    const { attempts, faults, differences } = await runLedger({ ...run, mode });
    const answered = attempts.filter(({ status }) => status > 0 && status < 500).length;
    run.report(`${mode}: ${faults.length} faults, ${answered} of ${attempts.length} exchanges answered`);
    for (const difference of differences) run.report(difference);
    if (differences.length) exitCode = 1;
  }
  if (exitCode === 0) run.report('No exchange is missing outside of the gaps.');
  return exitCode;
}
