import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Ids } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Nudges } from '../platform/nudges.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { type AccessPolicy, createAccessPolicy } from './access-policy.ts';
import { type AccessTokens, createAccessTokens } from './access-token.ts';
import { type Clients, createClients } from './clients.ts';
import { clientCredentials, grantClientCredentials } from './grants/client-credentials.ts';
import type { GrantServices } from './grants/services.ts';
import { exchangeToken, tokenExchange } from './grants/token-exchange.ts';
import { type KeyRing, openKeyRing } from './keys.ts';
import { createPresentedTokens } from './presented-token.ts';
import type { BoundGrant } from './token-shortcut.ts';

/** What everything that issues or accepts tokens shares. */
export interface TokenServices {
  keyRing: KeyRing;
  clients: Clients;
  accessTokens: AccessTokens;
  accessPolicy: AccessPolicy;
  /** The grants of ours, ready to be called by oidc-provider and by the short cut alike. */
  grants: Record<typeof tokenExchange | typeof clientCredentials, BoundGrant>;
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
  const accessPolicy = createAccessPolicy(parts);
  const accessTokens = createAccessTokens({ issuer, clock, keys: keyRing });
  const presentedTokens = createPresentedTokens({ ...parts, accessTokens });
  const services: GrantServices = { issuer, clock, ids, accessTokens, accessPolicy, presentedTokens };
  return {
    keyRing,
    clients,
    accessTokens,
    accessPolicy,
    grants: {
      [tokenExchange]: (parameters, client) => exchangeToken(services, parameters, client),
      [clientCredentials]: (parameters, client) => grantClientCredentials(services, parameters, client),
    },
    close() {
      keyRing.close();
      clients.close();
    },
  };
}
