import { bulkOperations } from '../operations/index.ts';
import type { RecordSpan } from '../platform/telemetry/spans.ts';
import type { Config } from '../config.ts';
import { lazy } from '../domain/lazy.ts';
import { createKernel } from '../kernel/kernel.ts';
import type { Kernel, KernelServices } from '../kernel/types.ts';
import { createAdmission } from '../platform/admission/admission.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type NewKeyPair, newKeyPair } from '../platform/crypto/key-pairs.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import type { ReachedDatabase } from '../platform/database/reach.ts';
import { type DatabaseTime, measureOffset, noOffset, openDatabaseTime } from '../platform/database/database-time.ts';
import { type Ids, systemIds } from '../platform/ids/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { IdentityProviders } from '../platform/identity-providers/identity-provider.ts';
import { openNudges } from '../platform/open-nudges.ts';
import type { BreachedPasswords } from '../platform/passwords/breached-passwords.ts';
import type { HashProcesses } from '../platform/passwords/hash-processes.ts';
import { createPasswords } from '../platform/passwords/passwords.ts';
import { systemTimer, type Timer } from '../platform/timer.ts';
import { openIdentityProviders } from './identity-providers.ts';
import { createSendability } from './messages/message-senders.ts';
import { selectionProblems } from './payload-selection.ts';
import { startupStep } from './start/startup-step.ts';
import { createTestEventSender } from './test-events.ts';
import { createTestProvider } from './identity-providers.ts';
import { createTestMessageSender } from './messages/test-messages.ts';

/** Seconds for which a sign-in is recent for one's own account if none needs to be for the Management API. */
const accountSignInSeconds = 900;

/** Choices of the caller, and dependencies that tests can replace. */
export interface Overrides {
  /** The machine's clock; also the database's, unless `offset` is given. */
  clock?: Clock;
  /** Milliseconds from the machine's clock to the database's. */
  offset?: () => number;
  ids?: Ids;
  logger?: Logger;
  newKeyPair?: NewKeyPair;
  hashProcesses?: HashProcesses;
  timer?: Timer;
  /** The file for the credentials of a first start; by default none. */
  credentialsFile?: string | undefined;
  /** Aborts when the process has to stop, also while it waits for the database. */
  stopping?: AbortSignal;
}

/** The kernel, which runs operations, with the services that it works on. */
export interface OpenKernel extends KernelServices, Kernel {
  time: DatabaseTime;
  identityProviders: IdentityProviders;
}

interface Parts {
  overrides: Overrides;
  secretBox: SecretBox;
  logger: Logger;
  recordSpan?: RecordSpan | undefined;
}

/** Opens the kernel on a migrated database. What it opens is pushed on `opened`. */
export async function openKernelServices(
  config: Config,
  reached: ReachedDatabase,
  { overrides, secretBox, logger, recordSpan }: Parts,
  opened: AsyncDisposableStack,
): Promise<OpenKernel> {
  const onConnectionLost = ({ message }: Error) => logger.warn({ reason: message }, 'database: idle connection lost');
  const database = openDatabase(reached, {
    ...config.databasePools,
    onConnectionLost,
    onOutage: (reason) => logger.error({ reason }, 'database: does not respond'),
    onTimeout: () => logger.warn('database: a statement took too long, and was canceled'),
    onSlow: (reason) => logger.warn({ reason }, 'database: responds, but not to everything in time'),
    onRecovery: (milliseconds) => logger.warn({ seconds: Math.round(milliseconds / 1000) }, 'database: responds again'),
  });
  opened.defer(() => database.close());
  const nudges = await startupStep('REDIS_URL', 'cannot use the address', () => openNudges(config.redisUrl, logger));
  opened.defer(() => nudges.close());
  const time = await openTime(database, overrides, logger);
  opened.defer(() => time.close());
  const identity = { clock: time.clock, ids: overrides.ids ?? systemIds };
  const identityProviders = openIdentityProviders(config, time.clock);
  opened.defer(() => identityProviders.close());
  const outside = {
    admission: createAdmission(),
    database,
    nudges,
    secretBox,
    recordSpan,
    ...identity,
    passwords: createPasswords({
      timer: overrides.timer ?? systemTimer,
      ...(overrides.hashProcesses && { processes: overrides.hashProcesses }),
      ...openBreachedPasswords(config, logger, opened),
    }),
    newKeyPair: overrides.newKeyPair ?? newKeyPair,
    selectionProblems,
    addressProblem: async (url: string) =>
      (await import('../platform/network/public-address.ts')).addressProblemFor(url, config),
    sendTestEvent: createTestEventSender(config, { database, secretBox, logger, ...identity }),
    sendTestMessage: createTestMessageSender(config, { database, secretBox, ...identity }),
    testProvider: createTestProvider({ database, secretBox, identityProviders, publicUrl: config.publicUrl }),
    saml: identityProviders.saml,
    ...createSendability(config, { database, secretBox }),
    publicUrl: config.publicUrl,
    recentSignInSeconds: {
      management: config.recentSignInSeconds,
      account: config.recentSignInSeconds || accountSignInSeconds,
    },
    findBulk: (name: string) => bulkOperations.find(({ operation }) => operation.name === name),
  };
  return { ...outside, ...createKernel(outside), time, identityProviders };
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
    const safeFetch = createSafeFetch({ allowPrivateAddresses: true });
    return { isBreached: createBreachedPasswords({ url, safeFetch, logger }), close: safeFetch.close };
  });
  opened.defer(async () => (await service.loaded())?.close());
  return { isBreached: async (password) => (await service.load()).isBreached(password) };
}

function openTime({ pool }: Database, { clock, offset }: Overrides, logger: Logger): Promise<DatabaseTime> {
  const clockOffset = offset && (() => Promise.resolve({ offset: offset(), precision: 0 }));
  const source = clockOffset ?? (clock ? noOffset : measureOffset(pool));
  return startupStep('DATABASE_URL', 'cannot read the clock of the database', () =>
    openDatabaseTime({ machine: clock ?? systemClock, measureOffset: source, logger }),
  );
}
