import { resolve } from 'node:path';
import { bootstrap, type FirstStart } from './bootstrap.ts';
import type { Config } from '../config.ts';
import { lazy } from '../domain/lazy.ts';
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
import type { BreachedPasswords } from '../platform/passwords/breached-passwords.ts';
import { createPasswords } from '../platform/passwords/passwords.ts';
import { createSecretBox, type SecretBox } from '../platform/crypto/secret-box.ts';
import type { Senders } from '../platform/messaging/sender.ts';
import { loadOrCreateSecretsKey } from '../platform/crypto/secrets-file.ts';
import { systemTimer, type Timer } from '../platform/timer.ts';
import { createCanSend, createSenders } from './message-senders.ts';
import { selectionProblems } from './payload-selection.ts';
import { startupStep } from './startup-step.ts';
import { createTestEventSender } from './test-events.ts';
import { createTestMessageSender } from './test-messages.ts';

/** Dependencies that tests can replace. */
export interface Overrides {
  /** The machine's clock; also the database's, unless `offset` is given. */
  clock?: Clock;
  /** Milliseconds from the machine's clock to the database's. */
  offset?: () => number;
  ids?: Ids;
  logger?: Logger;
  newKeyPair?: NewKeyPair;
  timer?: Timer;
}

/** Services that all parts of the platform share. */
export interface Services extends KernelServices, Kernel {
  config: Config;
  logger: Logger;
  time: DatabaseTime;
  tokens: TokenServices;
  /** How mails and SMS are sent. */
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
  const secretBox = await startupStep('DATA_DIR', 'cannot store the key for secrets', () => openSecretBox(config));
  const { applied, unknown } = await startupStep('DATABASE_URL', 'cannot use the database', () => migrate(databaseUrl));
  if (applied.length > 0) logger.info({ migrations: applied }, 'database: migrated');
  if (unknown.length > 0)
    logger.warn({ migrations: unknown }, 'database: migrated by a newer version; starting anyway');
  const onConnectionLost = ({ message }: Error) => logger.warn({ reason: message }, 'database: idle connection lost');
  const database = openDatabase(databaseUrl, {
    onConnectionLost,
    onOutage: (reason) => logger.error({ reason }, 'database: does not respond'),
    onRecovery: (milliseconds) => logger.warn({ seconds: Math.round(milliseconds / 1000) }, 'database: responds again'),
  });
  opened.defer(() => database.close());
  const nudges = await startupStep('REDIS_URL', 'cannot use the address', () => openNudges(config.redisUrl, logger));
  opened.defer(() => nudges.close());
  const time = await openTime(database, overrides, logger);
  opened.defer(() => time.close());
  const identity = { clock: time.clock, ids: overrides.ids ?? systemIds };
  const outside = {
    database,
    nudges,
    secretBox,
    ...identity,
    passwords: createPasswords({
      timer: overrides.timer ?? systemTimer,
      ...openBreachedPasswords(config, logger, opened),
    }),
    newKeyPair: overrides.newKeyPair ?? newKeyPair,
    selectionProblems,
    addressProblem: async (url: string) =>
      (await import('../platform/network/public-address.ts')).addressProblemFor(url, config),
    sendTestEvent: createTestEventSender(config, { database, secretBox, logger, ...identity }),
    sendTestMessage: createTestMessageSender(config, { database, secretBox, ...identity }),
    canSend: createCanSend(config, { database, secretBox }),
  };
  const kernel = createKernel(outside);
  const firstStart = await bootstrap({ ...outside, ...kernel, config });
  const tokens = await startupStep('SECRETS_KEY', 'cannot use the signing keys', () =>
    openTokenServices({ ...outside, issuer: config.issuer, logger }),
  );
  opened.defer(() => tokens.close());
  const senders = createSenders({ ...outside, ...kernel, config, logger });
  opened.defer(() => senders.close());
  const inboxToken = config.production ? null : secretBox.derive('inbox token').toString('base64url');
  return { ...outside, ...kernel, config, logger, time, tokens, senders, inboxToken, firstStart };
}

/** Loaded by the first new password, and only if there is an address. */
function openBreachedPasswords(
  { breachedPasswordsUrl: url }: Config,
  logger: Logger,
  opened: AsyncDisposableStack,
): { isBreached?: BreachedPasswords } {
  if (url === undefined) return {};
  const service = lazy(async () => {
    const { createSafeFetch } = await import('../platform/network/safe-fetch.ts');
    const { createBreachedPasswords } = await import('../platform/passwords/breached-passwords.ts');
    // The operator sets the address, so it may be in a private network.
    const fetch = createSafeFetch({ allowPrivateAddresses: true });
    return { isBreached: createBreachedPasswords({ url, fetch, logger }), close: fetch.close };
  });
  opened.defer(async () => (await service.loaded())?.close());
  return { isBreached: async (password) => (await service.load()).isBreached(password) };
}

function openTime({ pool }: Database, { clock, offset }: Overrides, logger: Logger): Promise<DatabaseTime> {
  const given = offset && (() => Promise.resolve({ offset: offset(), precision: 0 }));
  const source = given ?? (clock ? noOffset : measureOffset(pool));
  return startupStep('DATABASE_URL', 'cannot read the clock of the database', () =>
    openDatabaseTime({ machine: clock ?? systemClock, measureOffset: source, logger }),
  );
}

function openSecretBox({ secretsKeys, dataDir }: Config): SecretBox {
  return createSecretBox(secretsKeys ?? [loadOrCreateSecretsKey(resolve(dataDir))]);
}
