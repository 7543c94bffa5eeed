import type { Operation } from '../kernel/operation.ts';
import { reportFailingAuthentication } from './issuer/report-failing-authentication.ts';
import { reportReplay } from './issuer/report-replay.ts';
import { revokeGrant } from './issuer/revoke-grant.ts';
import { signOut } from './issuer/sign-out.ts';
import { startDelegation } from './issuer/start-delegation.ts';
import { startImpersonation } from './issuer/start-impersonation.ts';

/** The operations of the issuer: in no API. */
export const issuerOperations: readonly Operation[] = [
  signOut,
  revokeGrant,
  reportReplay,
  startImpersonation,
  reportFailingAuthentication,
  startDelegation,
];
