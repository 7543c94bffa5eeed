// SQL: one statement that decides whether an attempt counts, and counts it in each limit.
import {
  type AttemptLimitKind,
  attemptLimitKindNames,
  attemptLimitKinds,
  attemptLimits,
  lockedUntil,
} from '../../domain/people/attempt-limits.ts';
import { limitKey, type LimitedAttempts } from '../../domain/flow/secrets.ts';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { networkLimits } from '../../domain/messages/network-limits.ts';
import { windowEnd, windowsEndedAt } from './network-limits.ts';
import type { FirstAnswer, LimitKeys } from './progress.ts';

type Writer = Pick<Transaction, '$executeRaw' | '$queryRaw'>;

/** A counter, which has the key of what it limits. */
export interface AttemptLimit extends LimitKeys {
  kind: AttemptLimitKind;
}

/**
 * An attempt that was counted may be compared. Otherwise the identifier, account, device or network has to wait until
 * then; or the account is locked by attempts with another identifier, which must not be shown.
 */
type Charge =
  | { refused: null }
  | { refused: 'account-locked' | 'network-limited'; until: Date }
  | { refused: 'locked-otherwise' };

/**
 * Counts an attempt before it is compared, and stores the flow if it is new, in one statement. However many attempts
 * are made at the same time, only as many as the limit allows are counted.
 */
export async function chargeAttempt(
  tx: Writer,
  flow: FirstAnswer,
  { kind, key, accountKey, isDevice, networkKey }: AttemptLimit,
  now: Date,
): Promise<Charge | undefined> {
  // The failures of a known device count for the account, but its lock does not apply.
  const second = isDevice ? null : accountKey;
  const ended = windowsEndedAt(now);
  const [row] = await tx.$queryRaw<ChargedRow[]>`/* name: charge_attempt */
    WITH flow AS (
      INSERT INTO flows AS stored (id, purpose, application_id, reference, encrypted_address, device, created_at, touched_at)
      VALUES (${flow.id}, ${flow.purpose}, ${flow.applicationId}, ${flow.reference}, ${flow.encryptedAddress}, ${flow.device}, ${now}, ${now})
      ON CONFLICT (id) DO UPDATE SET touched_at = excluded.touched_at WHERE stored.state = 'open'
      RETURNING id
    ), network AS (
      INSERT INTO network_limits AS stored (key, count, started_at)
      SELECT ${networkKey}::bytea, 1, ${now}::timestamptz FROM flow WHERE ${networkKey}::bytea IS NOT NULL
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN stored.started_at <= ${ended}::timestamptz THEN 1 ELSE stored.count + 1 END,
        started_at = CASE
          WHEN stored.started_at <= ${ended}::timestamptz THEN excluded.started_at ELSE stored.started_at END
      WHERE stored.started_at <= ${ended}::timestamptz OR stored.count < ${networkLimits.failures}
      RETURNING key
    ), charged AS (
      INSERT INTO attempt_limits AS stored (key, attempts, updated_at) SELECT ${key}, 1, ${now}::timestamptz FROM flow
      WHERE ${networkKey}::bytea IS NULL OR EXISTS (SELECT FROM network)
      ${unlessLocked(kind, now)}
    ), account AS (
      INSERT INTO attempt_limits AS stored (key, attempts, updated_at)
      SELECT ${second}::bytea, 1, ${now}::timestamptz FROM charged
      WHERE ${second}::bytea IS NOT NULL
      ${unlessLocked(kind, now)}
    )
    SELECT EXISTS (SELECT FROM flow) AS "isOpen", (SELECT attempts FROM charged) AS attempts,
      ${second}::bytea IS NULL OR EXISTS (SELECT FROM account) AS "isAccountFree",
      (SELECT locked_until FROM attempt_limits WHERE key = ${key}) AS until,
      ${networkKey}::bytea IS NULL OR EXISTS (SELECT FROM network) AS "isNetworkFree",
      (SELECT started_at FROM network_limits WHERE key = ${networkKey}::bytea) AS "windowStart"`;
  if (!row?.isOpen) return undefined;
  if (row.attempts !== null) return { refused: row.isAccountFree ? null : 'locked-otherwise' };
  if (!row.isNetworkFree) return { refused: 'network-limited', until: windowEnd(row.windowStart, now) };
  // It is not compared, so it is no failure.
  if (networkKey) await tx.$executeRaw`UPDATE network_limits SET count = count - 1 WHERE key = ${networkKey}`;
  // All attempts are counted, and the result of the last one is not known yet.
  const pending = lockedUntil(now, kind, { locks: 0, failures: 0 });
  return { refused: 'account-locked', until: row.until && row.until > now ? row.until : pending };
}

/** Counts one more attempt of a `stored` limit, unless it is locked or has none left. */
function unlessLocked(kind: AttemptLimitKind, now: Date): Sql.Sql {
  const quietSince = new Date(now.getTime() - attemptLimits.quiet);
  return Sql.sql`
      ON CONFLICT (key) DO UPDATE SET updated_at = excluded.updated_at,
        attempts = CASE WHEN stored.updated_at <= ${quietSince}::timestamptz THEN 1 ELSE stored.attempts + 1 END
      WHERE coalesce(stored.locked_until <= ${now}::timestamptz, true)
        AND (stored.attempts < ${attemptLimitKinds[kind].attempts} OR stored.updated_at <= ${quietSince}::timestamptz)
      RETURNING attempts`;
}

interface ChargedRow {
  isOpen: boolean;
  attempts: number | null;
  isAccountFree: boolean;
  until: Date | null;
  isNetworkFree: boolean;
  windowStart: Date | null;
}

/** The result of a failure: the end of the lock, if it is the one that locks, and whether there was a lock before. */
interface Failed {
  until: Date | null;
  wasLocked: boolean;
}

/** Records a failure in these limits, in their order. A limit that a success has reset meanwhile is not locked. */
export async function recordFailures(
  tx: Writer,
  kind: AttemptLimitKind,
  keys: readonly Uint8Array[],
  now: Date,
): Promise<Failed[]> {
  const { attempts, failures: maxFailures } = attemptLimitKinds[kind];
  const limits = await tx.$queryRaw<LimitRow[]>`
    SELECT (position - 1)::int AS index, attempts, failures, locks,
      coalesce(locked_until > ${now}::timestamptz, false) AS "isLocked"
    FROM unnest(${keys}::bytea[]) WITH ORDINALITY AS keys (key, position)
    JOIN attempt_limits AS stored ON stored.key = keys.key
    ORDER BY position FOR UPDATE OF stored`;
  const failed = limits.map((limit) => {
    const failures = limit.failures + 1;
    // The lock precedes the last of several attempts that fail at the same time.
    const isLast = limit.attempts >= attempts || failures === maxFailures;
    return { ...limit, failures, until: isLast ? lockedUntil(now, kind, { locks: limit.locks, failures }) : null };
  });
  await tx.$executeRaw`
    UPDATE attempt_limits AS stored SET failures = failed.failures,
      attempts = CASE WHEN failed.until IS NULL THEN stored.attempts ELSE 0 END,
      locks = CASE WHEN failed.until IS NULL THEN stored.locks ELSE stored.locks + 1 END,
      locked_until = coalesce(failed.until, stored.locked_until)
    FROM unnest(${failed.map(({ index }) => keys[index])}::bytea[], ${failed.map(({ failures }) => failures)}::int[],
      ${failed.map(({ until }) => until)}::timestamptz[]) AS failed (key, failures, until) WHERE stored.key = failed.key`;
  const of = new Map(failed.map(({ index, until, isLocked }) => [index, { until, wasLocked: isLocked }]));
  return keys.map((_key, index) => of.get(index) ?? { until: null, wasLocked: false });
}

interface LimitRow {
  /** In the given keys. */
  index: number;
  attempts: number;
  failures: number;
  locks: number;
  isLocked: boolean;
}

/** Records the failure of a known device for the account, which it does not have to wait for. */
export async function recordFailureOfDevice(
  tx: Writer,
  { kind, key }: Pick<AttemptLimit, 'kind' | 'key'>,
  now: Date,
): Promise<Failed | undefined> {
  const quietSince = new Date(now.getTime() - attemptLimits.quiet);
  await tx.$executeRaw`
    INSERT INTO attempt_limits AS stored (key, attempts, updated_at) VALUES (${key}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET updated_at = excluded.updated_at, attempts = CASE
      WHEN stored.locked_until > ${now}::timestamptz THEN stored.attempts
      WHEN stored.updated_at <= ${quietSince}::timestamptz THEN 1 ELSE stored.attempts + 1 END`;
  return (await recordFailures(tx, kind, [key], now))[0];
}

/** Attempts with limits besides those of the account: by its identifiers and known devices, in the order of locks. */
export const limitedBesides = ({ email, username, phone, devices }: LimitedUser): LimitedAttempts[] => [
  ...[email, username, phone].flatMap((identifier) => (identifier === null ? [] : [{ identifier }])),
  ...devices.map(({ id }) => ({ deviceId: id })),
];

/** The columns of a user that `limitedBesides` needs. */
export const limitedUser = {
  email: true,
  username: true,
  phone: true,
  devices: { select: { id: true }, orderBy: { id: 'asc' } },
} as const;

interface LimitedUser {
  email: string | null;
  username: string | null;
  phone: string | null;
  devices: readonly { id: string }[];
}

/** The keys of all limits of a user, in the order of locks: that of the account last. */
export async function limitsOfUser(
  tx: Pick<Transaction, 'user'>,
  key: Uint8Array,
  userId: string,
): Promise<Uint8Array[]> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: limitedUser });
  const limited = [...limitedBesides(user), { userId }];
  return attemptLimitKindNames.flatMap((kind) => limited.map((one) => limitKey(key, kind, one)));
}

/** Removes limits in this order, and with them their locks. Returns whether there were any. */
export async function resetLimits(tx: Writer, keys: readonly Uint8Array[]): Promise<boolean> {
  const removed = await tx.$executeRaw`
    DELETE FROM attempt_limits WHERE key IN (
      SELECT stored.key FROM unnest(${keys}::bytea[]) WITH ORDINALITY AS keys (key, position)
      JOIN attempt_limits AS stored ON stored.key = keys.key ORDER BY position FOR UPDATE OF stored)`;
  return removed > 0;
}
