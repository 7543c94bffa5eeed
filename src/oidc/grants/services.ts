import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { AccessPolicy } from '../access/access-policy.ts';
import type { AccessTokens } from '../tokens/access-tokens.ts';
import type { PresentedTokens } from '../tokens/presented-tokens.ts';

/** What a grant works with. */
export interface GrantServices {
  issuer: string;
  clock: Clock;
  ids: Ids;
  accessTokens: AccessTokens;
  accessPolicy: AccessPolicy;
  presentedTokens: PresentedTokens;
}
