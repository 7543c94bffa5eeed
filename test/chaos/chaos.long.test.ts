import { expect, test } from 'vitest';
import { runChaos } from './run.ts';
import { renderTally } from './tally.ts';

/** As many rounds as the suite has time for; `npm run chaos` makes more, with any seed. */
const plan = { rounds: 20, seed: 4, pace: 900 };

test('no event is lost, invented, duplicated or reordered by 20 faults of processes, servers and receivers', async () => {
  const outcome = await runChaos({ ...plan, report: () => undefined, signal: new AbortController().signal });
  console.log(renderTally(outcome));
  expect(new Set(outcome.rounds.map(({ kind }) => kind)).size).toBe(11);
  expect(outcome.rounds).toHaveLength(plan.rounds);
  expect(outcome.evidence.mutations.length).toBeGreaterThan(30);
  expect(outcome.differences).toEqual([]);
}, 300_000);
