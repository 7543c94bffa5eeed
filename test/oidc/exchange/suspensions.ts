import { expect } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { setApplicationSuspended } from '../../../src/operations/applications/set-application-suspended.ts';
import { waitingForLocks } from '../../support/servers/database.ts';
import type { TokenEndpoint } from '../../support/exchanges/token-endpoint.ts';
import { sendTokenRequest, type TokenAnswer, type TokenRequest } from '../../support/exchanges/token-requests.ts';

export const origin = { requestId: 'req_test', channel: 'graphql' as const };

/** Suspensions of applications, by default on the platform with the fast path. */
export function suspensions(endpoint: TokenEndpoint) {
  const { database } = endpoint.app.services;
  const setSuspended = (applicationId: string, isSuspended: boolean, { services } = endpoint.app) =>
    services.execute(setApplicationSuspended, platformActor, { applicationId, isSuspended }, origin);
  return {
    setSuspended,
    async suspendAndReactivate(applicationId: string, app = endpoint.app): Promise<void> {
      await setSuspended(applicationId, true, app);
      await setSuspended(applicationId, false, app);
    },
    /** Sends a request, makes the change while the access policy is read, and lets the request continue. */
    async during(change: () => Promise<unknown>, request: TokenRequest, url = endpoint.off): Promise<TokenAnswer> {
      const lock = await database.pool.connect();
      try {
        await lock.query('BEGIN; LOCK TABLE api_resources IN ACCESS EXCLUSIVE MODE');
        const answer = sendTokenRequest(url, request);
        await expect.poll(() => waitingForLocks(database), { interval: 5 }).toBeGreaterThan(0);
        await change();
        await lock.query('COMMIT');
        return await answer;
      } finally {
        lock.release(true);
      }
    },
  };
}
