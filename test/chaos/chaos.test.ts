import { expect, test } from 'vitest';
import { runChaos } from './run.ts';
import { renderTally } from './tally.ts';

/** As many rounds as the suite has time for; `npm run chaos` goes on for longer, with any seed. */
const plan = { rounds: 20, seed: 4, pace: 900 };

test('Nothing is lost, invented, doubled or told out of order while processes are killed and everything else breaks, 20 times', async () => {
  const outcome = await runChaos({ ...plan, tell: () => undefined, signal: new AbortController().signal });
  console.log(renderTally(outcome));
  expect(new Set(outcome.rounds.map(({ kind }) => kind)).size).toBe(11);
  expect(outcome.rounds).toHaveLength(plan.rounds);
  expect(outcome.evidence.asked.length).toBeGreaterThan(30);
  expect(outcome.differences).toEqual([]);
}, 300_000);
