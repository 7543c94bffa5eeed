import { signInAsApplication } from '../../../tools/demo/management.ts';
import { createChance } from '../load/chance.ts';
import type { Options } from '../options.ts';
import { openStage } from '../stage.ts';
import type { Platform } from './platform.ts';
import { type KindOutcome, renderKind, runEndings } from './run.ts';

interface Race extends Pick<Options, 'changes' | 'minutes' | 'seed'> {
  report(line: string): void;
  signal: AbortSignal;
}

const flows = 16;
/** Concurrent changes. */
const concurrency = 4;

/** Races endings on two processes. Resolves with the exit code. */
export async function raceEndings({ changes, minutes, seed, report, signal }: Race): Promise<number> {
  await using stage = await openStage();
  const [here, there] = stage.processes;
  if (!here || !there) throw new Error('two processes are required');
  const platform: Platform = {
    publicUrl: here.url,
    urls: [here.url, there.url],
    management: await signInAsApplication(here.url, stage.first),
    chance: createChance(seed),
    faults: [],
  };
  report(`${changes} changes of each kind, ${flows} requests in progress during each, seed ${seed}`);
  const ending = AbortSignal.any([signal, AbortSignal.timeout(minutes * 60_000)]);
  const outcomes = await runEndings(platform, { changes, flows, concurrency, report, signal: ending });
  for (const outcome of outcomes) report(renderKind(outcome));
  for (const process of stage.processes) await process.stop();
  const logged = stage.processes.flatMap((process) => [...process.logged]);
  for (const [line, times] of logged) report(`  logged ${times} × ${line}`);
  const complaints = complaintsOf(outcomes, changes, platform.faults);
  for (const complaint of complaints) report(complaint);
  if (!complaints.length) report('Nothing survived.');
  return complaints.length ? 1 : 0;
}

function complaintsOf(outcomes: readonly KindOutcome[], changes: number, faults: readonly string[]): string[] {
  const survivors = outcomes.flatMap((outcome) => outcome.survivors);
  const made = outcomes.filter((outcome) => outcome.changes < changes).map(({ name }) => name);
  return [
    ...survivors.map((survivor) => `Survived: ${survivor}`),
    ...faults.map((fault) => `Failed with a server error: ${fault}`),
    ...(made.length ? [`Time ran out before all changes were made: ${made.join(', ')}`] : []),
    ...(survivors.length ? [`${survivors.length} requests in progress survived an ending.`] : []),
  ];
}
