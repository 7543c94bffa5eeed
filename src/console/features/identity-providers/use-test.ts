import { useState } from 'react';
import { type Outcome, requiredSignIn, run } from '../../data/change.ts';
import { refresh } from '../../data/feed/refetch-on-events.ts';
import { operations } from '../../parts/change/operations.ts';

/** A test of the settings, which begins when someone presses its button. */
export interface SettingsTest {
  isRunning: boolean;
  /** Null before the first run. */
  outcome: Outcome | null;
  isPassed: boolean;
  /** The age in seconds that the sign-in may have, if it was too old for the test. */
  maxAge: number | null;
  start(): Promise<void>;
}

export function useTest(identityProviderId: string): SettingsTest {
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return {
    isRunning,
    outcome,
    isPassed: outcome !== null && outcome.error === null && outcome.steps.every(({ isPassed }) => isPassed),
    maxAge: requiredSignIn(outcome?.error ?? null),
    async start() {
      setRunning(true);
      const options = { dryRun: false, withEvents: false };
      setOutcome(await run(operations.testIdentityProvider, { identityProviderId }, options));
      setRunning(false);
      refresh([identityProviderId]);
    },
  };
}
