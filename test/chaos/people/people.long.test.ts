import { expect, test } from 'vitest';
import { runPeople } from './run.ts';

/** As many faults as the suite has time for; `npm run chaos -- --people` makes more, with any seed. */
const plan = { rounds: 10, seed: 4, pace: 1200 };

test('no sign-up, sign-in or message that was acknowledged is lost by faults of processes, PostgreSQL, mail and an identity provider', async () => {
  const { lives, faults, differences } = await runPeople({
    ...plan,
    report: () => undefined,
    signal: new AbortController().signal,
  });
  expect(faults).toHaveLength(plan.rounds);
  expect(lives.filter(({ hasSignedUp }) => hasSignedUp).length).toBeGreaterThan(1);
  expect(lives.some(({ isElsewhere, hasSignedUp }) => isElsewhere && hasSignedUp)).toBe(true);
  expect(differences).toEqual([]);
}, 300_000);
