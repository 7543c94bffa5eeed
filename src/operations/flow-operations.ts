import type { Operation } from '../kernel/operation.ts';
import { changePurpose } from './flows/change-purpose.ts';
import { chargeAttempt } from './flows/charge-attempt.ts';
import { chargeUsername } from './flows/charge-username.ts';
import { completeReset } from './flows/complete-reset.ts';
import { completeSignIn } from './flows/complete-sign-in.ts';
import { completeSignUp } from './flows/complete-sign-up.ts';
import { linkAddress } from './flows/link-address.ts';
import { linkFactor } from './flows/link-factor.ts';
import { linkIdentity } from './flows/provider/link-identity.ts';
import { recordConsent } from './flows/record-consent.ts';
import { recordProviderResponse } from './flows/provider/record-provider-response.ts';
import { recordVerification } from './flows/record-verification.ts';
import { refuseNewApp } from './flows/refuse-new-app.ts';
import { refuseProviderSignIn } from './flows/provider/refuse-provider-sign-in.ts';
import { sendChallenge } from './flows/send-challenge.ts';
import { settleFailure } from './flows/settle-failure.ts';
import { startProviderSignIn } from './flows/provider/start-provider-sign-in.ts';
import { takeProviderResponse } from './flows/provider/take-provider-response.ts';

/** The operations of flows: in no API. */
export const flowOperations: readonly Operation[] = [
  chargeAttempt,
  chargeUsername,
  settleFailure,
  changePurpose,
  sendChallenge,
  recordVerification,
  completeSignIn,
  completeSignUp,
  completeReset,
  recordConsent,
  linkAddress,
  linkFactor,
  linkIdentity,
  startProviderSignIn,
  takeProviderResponse,
  recordProviderResponse,
  refuseNewApp,
  refuseProviderSignIn,
];
