import type { CombinedError } from '@urql/core';
import { useState } from 'react';
import { requiredSignIn, sendSignedIn } from '../../data/change.ts';
import { client, writing } from '../../data/client.ts';
import { graphql } from '../../data/graphql.ts';

const StartDocument = graphql(`
  mutation StartTrial($input: StartIdentityProviderTrialInput!) {
    startIdentityProviderTrial(input: $input) { url }
  }
`);

const send = (identityProviderId: string) =>
  client.mutation(StartDocument, { input: { identityProviderId } }, writing).toPromise();

/** A trial sign-in, which leaves the console for the provider and comes back to its result. */
export function useTrial(identityProviderId: string) {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<CombinedError | null>(null);
  return {
    isRunning,
    error,
    /** The age in seconds that the sign-in may have, if it was too old. */
    maxAge: requiredSignIn(error),
    async start(): Promise<void> {
      setRunning(true);
      const answer = await sendSignedIn(() => send(identityProviderId));
      const url = answer.data?.startIdentityProviderTrial?.url;
      if (url) return location.assign(url);
      setError(answer.error ?? null);
      setRunning(false);
    },
  };
}
