import type { RecordSpan } from '../platform/telemetry/spans.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Nudges } from '../platform/nudges.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { type AccessPolicy, createAccessPolicy } from './access/access-policy.ts';
import { createExchangeCounts, type ExchangeCounts } from './exchange-counts.ts';
import { type AccessTokens, createAccessTokens } from './tokens/access-tokens.ts';
import { type Clients, createClients } from './clients.ts';
import type { GrantServices } from './grants/grant.ts';
import type { ExchangeLedger } from './ledger/exchange-ledger.ts';
import { type KeyRing, openKeyRing } from './key-ring.ts';
import { type LastUses, openLastUses } from './last-uses.ts';
import type { Impersonations } from './impersonations.ts';
import { createPresentedTokens } from './tokens/presented-tokens.ts';

/** Shared by everything that issues or accepts tokens. */
export interface TokenServices {
  keyRing: KeyRing;
  clients: Clients;
  accessTokens: AccessTokens;
  accessPolicy: AccessPolicy;
  /** For our grants, on the fast path and in `oidc-provider`. */
  grants: GrantServices;
  exchanges: ExchangeCounts;
  ledger: ExchangeLedger;
  uses: LastUses;
  close(): Promise<void>;
}

interface TokenServiceParts {
  issuer: string;
  managementResource: string;
  accountResource: string;
  ledger: ExchangeLedger;
  impersonations: Impersonations;
  database: Database;
  secretBox: SecretBox;
  clock: Clock;
  ids: Ids;
  nudges: Nudges;
  logger: Logger;
  recordSpan?: RecordSpan | undefined;
}

/** Throws if the signing keys cannot be read. */
export async function openTokenServices(parts: TokenServiceParts): Promise<TokenServices> {
  const { issuer, managementResource, accountResource, clock, ids, ledger, impersonations } = parts;
  const resources = { managementResource, accountResource };
  const keyRing = await openKeyRing(parts);
  const clients = createClients(parts);
  const accessPolicy = createAccessPolicy({ ...parts, keys: keyRing, clients });
  const accessTokens = createAccessTokens({ issuer, clock, keys: keyRing });
  const presentedTokens = createPresentedTokens({ ...parts, accessTokens });
  const exchanges = createExchangeCounts();
  const uses = openLastUses(parts);
  return {
    keyRing,
    clients,
    accessTokens,
    accessPolicy,
    grants: {
      issuer,
      ...resources,
      clock,
      ids,
      accessTokens,
      accessPolicy,
      presentedTokens,
      impersonations,
      exchanges,
      ledger,
      uses,
    },
    exchanges,
    ledger,
    uses,
    async close() {
      keyRing.close();
      clients.close();
      await uses.close();
    },
  };
}
