import type { Options } from '../options.ts';
import { runRevocations } from './run.ts';

interface Run extends Pick<Options, 'seed'> {
  report(line: string): void;
  signal: AbortSignal;
}

/** Runs for two minutes and prints the outcome. Resolves with the exit code. */
export async function followRevocations({ seed, report, signal }: Run): Promise<number> {
  const plan = { duration: 100_000, pace: 5000, seed, report, signal };
  const { ended, faults, verifiers, differences } = await runRevocations(plan);
  report(`${ended.length} endings, ${faults.length} faults`);
  for (const { name, tally } of verifiers)
    report(`${name}: ${tally.entries} entries, ${tally.reconnects} reconnects, ${tally.heartbeats} without entries`);
  for (const difference of differences) report(difference);
  if (!differences.length) report('Nothing that ended was accepted.');
  return differences.length ? 1 : 0;
}
