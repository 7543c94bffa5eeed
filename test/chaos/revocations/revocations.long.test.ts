import { expect, test } from 'vitest';
import { runRevocations } from './run.ts';

/** As long as the suite has time for; `npm run chaos -- --revocations` runs longer, with any seed. */
test('an API that follows what ended accepts no token that did, while processes and PostgreSQL fail', async () => {
  const plan = { duration: 20_000, pace: 4000, seed: 4, report: () => undefined };
  const { ended, faults, verifiers, differences } = await runRevocations({
    ...plan,
    signal: new AbortController().signal,
  });
  expect(ended.length).toBeGreaterThan(5);
  expect(faults.length).toBeGreaterThan(2);
  expect(verifiers.every(({ tally }) => tally.entries > 0 && tally.heartbeats > 0)).toBe(true);
  expect(differences).toEqual([]);
}, 300_000);
