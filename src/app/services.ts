import { resolve } from 'node:path';
import { bootstrap, type FirstStart } from './bootstrap.ts';
import type { Config } from '../config.ts';
import { createKernel } from '../kernel/kernel.ts';
import type { Kernel, KernelServices } from '../kernel/types.ts';
import { openTokenServices, type TokenServices } from '../oidc/token-services.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { type DatabaseTime, measureOffset, noOffset, openDatabaseTime } from '../platform/database/database-time.ts';
import { type Ids, systemIds } from '../platform/ids/ids.ts';
import { type NewKeyPair, newKeyPair } from '../platform/crypto/key-pairs.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openNudges } from '../platform/open-nudges.ts';
import { createPasswords } from '../platform/passwords/passwords.ts';
import { createSecretBox, type SecretBox } from '../platform/crypto/secret-box.ts';
import { loadOrCreateSecretsKey } from '../platform/crypto/secrets-file.ts';
import { systemTimer, type Timer } from '../platform/timer.ts';
import { selectionProblems } from './payload-selection.ts';
import { step } from './start-failure.ts';
import { createTestEventSender } from './tell-webhook.ts';

/** The parts of the outside world that a test may replace. */
export interface Overrides {
  /** The machine's clock. It is taken for the database's, too, unless the offset between the two is given. */
  clock?: Clock;
  /** Milliseconds from the machine's clock to the database's. */
  offset?: () => number;
  ids?: Ids;
  logger?: Logger;
  newKeyPair?: NewKeyPair;
  timer?: Timer;
}

/** What every part of the platform is made of. */
export interface Services extends KernelServices, Kernel {
  config: Config;
  logger: Logger;
  time: DatabaseTime;
  tokens: TokenServices;
  /** What the first start made; null on every later start. */
  firstStart: FirstStart | null;
}

/**
 * Opens the outside world in the order in which one thing needs another, and brings the database to the state that this version needs.
 * What was opened is put on `opened`, which closes it in reverse order. Throws ConfigError when a setting does not fit.
 */
export async function openServices(
  config: Config,
  databaseUrl: string,
  overrides: Overrides,
  opened: AsyncDisposableStack,
): Promise<Services> {
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const secretBox = await step('DATA_DIR', 'the key for secrets cannot be kept', () => openSecretBox(config));
  const { applied, unknown } = await step('DATABASE_URL', 'the database cannot be used', () => migrate(databaseUrl));
  if (applied.length > 0) logger.info({ migrations: applied }, 'the database was brought up to date');
  if (unknown.length > 0)
    logger.warn({ migrations: unknown }, 'database: migrated by a newer version; starting anyway');
  const onConnectionLost = ({ message }: Error) =>
    logger.warn({ reason: message }, 'an idle database connection was lost');
  const database = openDatabase(databaseUrl, {
    onConnectionLost,
    onOutage: (reason) => logger.error({ reason }, 'database: does not answer'),
    onRecovery: (milliseconds) => logger.warn({ seconds: Math.round(milliseconds / 1000) }, 'database: answers again'),
  });
  opened.defer(() => database.close());
  const nudges = await step('REDIS_URL', 'the address cannot be used', () => openNudges(config.redisUrl, logger));
  opened.defer(() => nudges.close());
  const time = await openTime(database, overrides, logger);
  opened.defer(() => time.close());
  const present = { clock: time.clock, ids: overrides.ids ?? systemIds };
  const outside = {
    database,
    nudges,
    secretBox,
    ...present,
    passwords: createPasswords({ timer: overrides.timer ?? systemTimer }),
    newKeyPair: overrides.newKeyPair ?? newKeyPair,
    selectionProblems,
    addressProblem: async (url: string) =>
      (await import('../platform/network/public-address.ts')).addressProblemFor(url, config),
    sendTestEvent: createTestEventSender(config, { database, secretBox, logger, ...present }),
  };
  const kernel = createKernel(outside);
  const firstStart = await bootstrap({ ...outside, ...kernel, config });
  const tokens = await step('SECRETS_KEY', 'the signing keys cannot be used', () =>
    openTokenServices({ ...outside, issuer: config.issuer, logger }),
  );
  opened.defer(() => tokens.close());
  return { ...outside, ...kernel, config, logger, time, tokens, firstStart };
}

function openTime({ pool }: Database, { clock, offset }: Overrides, logger: Logger): Promise<DatabaseTime> {
  const given = offset && (() => Promise.resolve({ offset: offset(), precision: 0 }));
  const source = given ?? (clock ? noOffset : measureOffset(pool));
  return step('DATABASE_URL', 'the time of the database cannot be read', () =>
    openDatabaseTime({ machine: clock ?? systemClock, measureOffset: source, logger }),
  );
}

function openSecretBox({ secretsKeys, dataDir }: Config): SecretBox {
  return createSecretBox(secretsKeys ?? [loadOrCreateSecretsKey(resolve(dataDir))]);
}
