import {
  failedSignInTrial,
  noSignInTrialResult,
  type SignInTrialResult,
  signInTrialReturnPath,
} from '../../domain/oauth/sign-in-trial.ts';
import type { RedeemTrial } from '../../oidc/provider/trials/redeem-trial.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { findWaitingTrial } from '../../store/sign-in-trials.ts';
import type { MemberServices } from '../account/member.ts';
import type { PageContext } from '../requests.ts';

export interface ApplicationTrialServices extends MemberServices {
  secretBox: SecretBox;
  redeemTrial: RedeemTrial;
}

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaitingTrial>>>;

export const anotherUser = 'another user has signed in';

/** Characters of an error that are kept: of the issuer there are fewer. */
const limit = 200;

/** The tokens and claims that the application would have received. Whatever the response is, nothing of it remains. */
export async function resultOfTrial(
  services: ApplicationTrialServices,
  context: PageContext,
  { trial, kept: { verifier } }: Waiting,
): Promise<SignInTrialResult> {
  const { grantId } = trial;
  const { code, error, error_description: description } = context.req.query();
  if (grantId === null || code === undefined)
    return failedSignInTrial((error ?? 'invalid_request').slice(0, limit), description?.slice(0, limit) ?? null);
  const { applicationId, resource } = trial;
  const redirectUri = services.config.publicUrl + signInTrialReturnPath(trial.id);
  const redemption = { applicationId, code, verifier, redirectUri, grantId, resource };
  const redeemed = await services.redeemTrial(context.env, redemption);
  if ('error' in redeemed) return failedSignInTrial(redeemed.error, redeemed.description);
  const { scopes, idToken, accessToken, userinfo, hasRefreshToken } = redeemed;
  // Their claims are not those of the administrator.
  if (idToken['sub'] !== trial.userId) return failedSignInTrial('access_denied', anotherUser);
  return { ...noSignInTrialResult, scopes, idToken, accessToken, userinfo, hasRefreshToken };
}
