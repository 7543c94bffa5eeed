import type { CombinedError } from '@urql/core';
import { useState } from 'react';
import { client, writing } from '../../../data/client.ts';
import { graphql } from '../../../data/graphql.ts';
import { useAddress } from '../../../data/use-address.ts';
import { useApplication } from '../application.ts';

const StartDocument = graphql(`
  mutation StartSignInTrial($input: StartSignInTrialInput!) {
    startSignInTrial(input: $input) { trialId url }
  }
`);

/** A trial sign-in in a window of its own, which closes at its end. */
export function useSignInTrial() {
  const { id: applicationId } = useApplication();
  const { trial } = useAddress();
  const [isRunning, setRunning] = useState(false);
  const [started, setStarted] = useState<{ id: string; blockedUrl: string | null } | null>(null);
  const [error, setError] = useState<CombinedError | null>(null);
  return {
    isRunning,
    error,
    /** The trial of this page, or the one to which the window of another page has led. */
    trialId: started?.id ?? trial,
    /** Its address, if the browser has opened no window. */
    blockedUrl: started?.blockedUrl ?? null,
    async start(apiResourceId: string | undefined): Promise<void> {
      // At once: later, the browser would not see that a button was pressed.
      const window_ = window.open('about:blank', '_blank', 'popup,width=480,height=720');
      setRunning(true);
      const input = { applicationId, ...(apiResourceId === undefined ? {} : { apiResourceId }) };
      const answer = await client.mutation(StartDocument, { input }, writing).toPromise();
      setRunning(false);
      const { trialId, url } = answer.data?.startSignInTrial ?? {};
      setError(answer.error ?? null);
      if (trialId === undefined || url === undefined) return window_?.close();
      setStarted({ id: trialId, blockedUrl: window_ ? null : url });
      window_?.location.replace(url);
    },
  };
}
