import { signInTrialReturnPath } from '../../../domain/oauth/sign-in-trial.ts';
import { tokenParts } from '../../../domain/people/one-time-token.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findWaitingTrial } from '../../../store/sign-in-trials.ts';
import type { TrialRequest } from '../client-metadata.ts';
import { Provider } from '../library.ts';
import { presentBrowser, presentPlatformRequest } from '../storage/request-scope.ts';

interface Services {
  database: Pick<Database, 'prisma'>;
  secretBox: Pick<SecretBox, 'open'>;
  clock: Clock;
  config: { publicUrl: string };
}

/**
 * The changes of the present request to its application, if it belongs to a trial sign-in. The address of the platform
 * is allowed for the one authorization request that the page of the trial has sent, which `state` and the browser
 * prove; the library checks it there, and not again. The code is redeemed by a request of the platform itself.
 */
export async function trialRequest(
  applicationId: string,
  { database, secretBox, clock, config: { publicUrl } }: Services,
): Promise<TrialRequest | undefined> {
  const platformRequest = presentPlatformRequest();
  if (platformRequest?.clientId === applicationId)
    return { redirectUri: platformRequest.redirectUri, isRedeemed: true };
  const { route, params } = Provider.ctx?.oidc ?? {};
  const { redirect_uri: redirectUri, state } = params ?? {};
  const token = route === 'authorization' && typeof state === 'string' ? tokenParts(state) : undefined;
  if (!token || redirectUri !== publicUrl + signInTrialReturnPath(token.id)) return undefined;
  const presented = { ...token, browser: presentBrowser(publicUrl) };
  const waiting = await findWaitingTrial(database.prisma, secretBox, presented, clock.now());
  return waiting?.trial.applicationId === applicationId ? { redirectUri, isRedeemed: false } : undefined;
}
