import { resolve } from 'node:path';
import { bootstrap } from './start/bootstrap.ts';
import { configWarnings } from './start/config-warnings.ts';
import { createDelegationStarter } from './delegation-starts.ts';
import { createImpersonations } from './impersonations.ts';
import type { FirstStart } from './start/first-credentials.ts';
import type { Config } from '../config.ts';
import { createEventLog, type EventLog } from '../delivery/event-log/event-log.ts';
import { openExchangeLedger } from '../oidc/ledger/exchange-ledger.ts';
import { openTokenServices, type TokenServices } from '../oidc/token-services.ts';
import { createSecretBox, type SecretBox } from '../platform/crypto/secret-box.ts';
import { loadOrCreateSecretsKey } from '../platform/crypto/secrets-file.ts';
import { migrate } from '../platform/database/migrate.ts';
import { type ReachedDatabase, waitForDatabase } from '../platform/database/reach.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { type ClientAddress, createClientAddress } from '../platform/network/client-address.ts';
import type { Senders } from '../platform/messaging/sender.ts';
import { type OpenKernel, openKernelServices, type Overrides } from './kernel-services.ts';
import { createSenders } from './messages/message-senders.ts';
import { type Exporting, openExport } from './telemetry.ts';
import { startupStep } from './start/startup-step.ts';

/** Services that all parts of the platform share. */
export interface Services extends OpenKernel, Pick<Exporting, 'exportMetrics'> {
  config: Config;
  logger: Logger;
  clientAddress: ClientAddress;
  tokens: TokenServices;
  eventLog: EventLog;
  /** The senders of mails and SMS. */
  senders: Senders;
  /** With it, other machines can read the inbox. Null in production, which has none. */
  inboxToken: string | null;
  /** The credentials of the first start; null on later starts. */
  firstStart: FirstStart | null;
}

/**
 * Opens the services in the order of their dependencies, and migrates the database. They are pushed on `opened`, which
 * closes them in reverse order. Throws ConfigError if a setting cannot be used.
 */
export async function openServices(
  config: Config,
  databaseUrl: string,
  overrides: Overrides,
  opened: AsyncDisposableStack,
): Promise<Services> {
  const logger = overrides.logger ?? createLogger(config.logLevel);
  // First: a misspelled name can be why the start fails or waits.
  for (const { message, ...fields } of configWarnings(config)) logger.warn(fields, message);
  const { recordSpan, exportMetrics } = await openExport(config, logger, opened);
  const secretBox = await startupStep('DATA_DIR', 'cannot store the key for secrets', () => openSecretBox(config));
  const database = await startupStep('DATABASE_URL', 'cannot use the database', () =>
    prepareDatabase(databaseUrl, logger, overrides.stopping),
  );
  const kernel = await openKernelServices(config, database, { overrides, secretBox, logger, recordSpan }, opened);
  const { credentialsFile } = overrides;
  const firstStart = await bootstrap({ ...kernel, config, logger, credentialsFile });
  const ledger = await startupStep('DATABASE_URL', 'cannot record token exchanges', () =>
    openExchangeLedger({
      ...kernel,
      mode: config.exchangeLedger.mode,
      startDelegation: createDelegationStarter({ ...kernel, logger }),
      logger,
    }),
  );
  opened.defer(() => ledger.close());
  const tokens = await startupStep('SECRETS_KEY', 'cannot use the signing keys', () =>
    openTokenServices({
      ...kernel,
      issuer: config.issuer,
      managementResource: config.managementResource,
      accountResource: config.accountResource,
      ledger,
      impersonations: createImpersonations(kernel),
      logger,
    }),
  );
  opened.defer(() => tokens.close());
  const eventLog = createEventLog({ ...kernel, logger });
  opened.defer(() => eventLog.close());
  const senders = createSenders({ ...kernel, config, logger });
  opened.defer(() => senders.close());
  const inboxToken = config.production ? null : secretBox.derive('inbox token').toString('base64url');
  const clientAddress = createClientAddress(config.trustedProxies, logger);
  const shared = { ...kernel, config, logger, clientAddress, tokens, eventLog, senders, inboxToken, firstStart };
  return { ...shared, exportMetrics };
}

/** Waits for the database, and migrates it. */
async function prepareDatabase(url: string, logger: Logger, signal?: AbortSignal): Promise<ReachedDatabase> {
  const onWait = (reason: string) => logger.warn({ reason }, 'database: not usable yet; waiting');
  const database = await waitForDatabase(url, { onWait, signal });
  for (const warning of database.warnings) logger.warn(`database: ${warning}`);
  const onBegin = (names: string[]) => logger.info({ migrations: names.length }, 'database: migrating');
  const { applied, unknown } = await migrate(database, { onBegin });
  if (applied.length > 0) logger.info({ migrations: applied.length }, 'database: migrated');
  if (unknown.length > 0)
    logger.warn({ migrations: unknown }, 'database: migrated by a newer version; starting anyway');
  return database;
}

function openSecretBox({ secretsKeys, dataDir }: Config): SecretBox {
  return createSecretBox(secretsKeys ?? [loadOrCreateSecretsKey(resolve(dataDir))]);
}
