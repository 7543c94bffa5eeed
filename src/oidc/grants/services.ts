import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { AccessPolicy } from '../access-policy.ts';
import type { AccessTokens } from '../access-token.ts';
import type { PresentedTokens } from '../presented-token.ts';

/** What a grant works with. */
export interface GrantServices {
  issuer: string;
  clock: Clock;
  ids: Ids;
  accessTokens: AccessTokens;
  accessPolicy: AccessPolicy;
  presentedTokens: PresentedTokens;
}
