import { expect, test } from 'vitest';
import { runLedger } from './run.ts';

/** As long as the suite has time for; `npm run chaos -- --ledger` runs longer, with any seed. */
test.each(['durable', 'fast'] as const)(
  'no exchange is missing in the ledger (%s) outside of its gaps, while processes and PostgreSQL fail',
  async (mode) => {
    const { signal } = new AbortController();
    const outcome = await runLedger({ mode, rounds: 4, seed: 7, pace: 4000, report: () => undefined, signal });
    expect(outcome.faults).toHaveLength(4);
    expect(outcome.attempts.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
    expect(outcome.differences).toEqual([]);
  },
  900_000,
);
