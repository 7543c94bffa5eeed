import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Nudges } from '../platform/nudges.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { type AccessPolicy, createAccessPolicy } from './access/access-policy.ts';
import { type AccessTokens, createAccessTokens } from './tokens/access-tokens.ts';
import { type Clients, createClients } from './clients.ts';
import type { GrantServices } from './grants/services.ts';
import { type KeyRing, openKeyRing } from './key-ring.ts';
import { createPresentedTokens } from './tokens/presented-tokens.ts';

/** What everything that issues or accepts tokens shares. */
export interface TokenServices {
  keyRing: KeyRing;
  clients: Clients;
  accessTokens: AccessTokens;
  accessPolicy: AccessPolicy;
  /** What our grants work with, whether oidc-provider calls them or the short cut. */
  grants: GrantServices;
  close(): void;
}

export interface TokenServiceParts {
  issuer: string;
  database: Database;
  secretBox: SecretBox;
  clock: Clock;
  ids: Ids;
  nudges: Nudges;
  logger: Logger;
}

/** Opens the key ring and puts the rest together around it. Throws when the signing keys cannot be read. */
export async function openTokenServices(parts: TokenServiceParts): Promise<TokenServices> {
  const { issuer, clock, ids } = parts;
  const keyRing = await openKeyRing(parts);
  const clients = createClients(parts);
  const accessPolicy = createAccessPolicy({ ...parts, keys: keyRing });
  const accessTokens = createAccessTokens({ issuer, clock, keys: keyRing });
  const presentedTokens = createPresentedTokens({ ...parts, accessTokens });
  return {
    keyRing,
    clients,
    accessTokens,
    accessPolicy,
    grants: { issuer, clock, ids, accessTokens, accessPolicy, presentedTokens },
    close() {
      keyRing.close();
      clients.close();
    },
  };
}
