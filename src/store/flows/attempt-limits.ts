import {
  type AttemptLimitKind,
  attemptLimitKindNames,
  attemptLimitKinds,
  attemptLimits,
  lockedUntil,
} from '../../domain/attempt-limits.ts';
import { limitKey } from '../../domain/flow/secrets.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { networkLimits } from '../../domain/network-limits.ts';
import { windowEnd, windowsEndedAt } from './network-limits.ts';
import type { LimitKeys, NewFlow } from './progress.ts';

type Writer = Pick<Transaction, '$executeRaw' | '$queryRaw'>;

/** A counter, which has the key of what it limits. */
export interface AttemptLimit extends LimitKeys {
  kind: AttemptLimitKind;
}

/** An attempt that was counted may be compared. Otherwise the account or the network has to wait until then. */
type Charge = { refused: null } | { refused: 'account-locked' | 'network-limited'; until: Date };

/**
 * Counts an attempt before it is compared, and stores the flow if it is new, in one statement. However many attempts
 * are made at the same time, only as many as the limit allows are counted.
 */
export async function chargeAttempt(
  tx: Writer,
  flow: NewFlow,
  { kind, key, networkKey }: AttemptLimit,
  now: Date,
): Promise<Charge | undefined> {
  const { attempts } = attemptLimitKinds[kind];
  const quietSince = new Date(now.getTime() - attemptLimits.quiet);
  const ended = windowsEndedAt(now);
  const [row] = await tx.$queryRaw<ChargedRow[]>`
    WITH flow AS (
      INSERT INTO flows AS f (id, purpose, application_id, reference, created_at, touched_at)
      VALUES (${flow.id}, ${flow.purpose}, ${flow.applicationId}, ${flow.reference}, ${now}, ${now})
      ON CONFLICT (id) DO UPDATE SET touched_at = excluded.touched_at WHERE f.state = 'open'
      RETURNING id
    ), network AS (
      INSERT INTO network_limits AS n (key, count, started_at)
      SELECT ${networkKey}::bytea, 1, ${now}::timestamptz FROM flow WHERE ${networkKey}::bytea IS NOT NULL
      ON CONFLICT (key) DO UPDATE SET count = CASE WHEN n.started_at <= ${ended}::timestamptz THEN 1 ELSE n.count + 1 END,
        started_at = CASE WHEN n.started_at <= ${ended}::timestamptz THEN excluded.started_at ELSE n.started_at END
      WHERE n.started_at <= ${ended}::timestamptz OR n.count < ${networkLimits.failures}
      RETURNING key
    ), charged AS (
      INSERT INTO attempt_limits AS l (key, attempts, updated_at) SELECT ${key}, 1, ${now}::timestamptz FROM flow
      WHERE ${networkKey}::bytea IS NULL OR EXISTS (SELECT FROM network)
      ON CONFLICT (key) DO UPDATE SET updated_at = excluded.updated_at,
        attempts = CASE WHEN l.updated_at <= ${quietSince}::timestamptz THEN 1 ELSE l.attempts + 1 END
      WHERE coalesce(l.locked_until <= ${now}::timestamptz, true)
        AND (l.attempts < ${attempts} OR l.updated_at <= ${quietSince}::timestamptz)
      RETURNING attempts
    )
    SELECT EXISTS (SELECT FROM flow) AS "isOpen", (SELECT attempts FROM charged) AS attempts,
      (SELECT locked_until FROM attempt_limits WHERE key = ${key}) AS until,
      ${networkKey}::bytea IS NULL OR EXISTS (SELECT FROM network) AS "isNetworkFree",
      (SELECT started_at FROM network_limits WHERE key = ${networkKey}::bytea) AS "windowStart"`;
  if (!row?.isOpen) return undefined;
  if (row.attempts !== null) return { refused: null };
  if (!row.isNetworkFree) return { refused: 'network-limited', until: windowEnd(row.windowStart, now) };
  // It is not compared, so it is no failure.
  if (networkKey) await tx.$executeRaw`UPDATE network_limits SET count = count - 1 WHERE key = ${networkKey}`;
  // All attempts are counted, and the result of the last one is not known yet.
  const pending = lockedUntil(now, kind, { locks: 0, failures: 0 });
  return { refused: 'account-locked', until: row.until && row.until > now ? row.until : pending };
}

interface ChargedRow {
  isOpen: boolean;
  attempts: number | null;
  until: Date | null;
  isNetworkFree: boolean;
  windowStart: Date | null;
}

/** Records a failure. Returns the end of the lock if it is the one that locks, and whether there was a lock before. */
export async function recordFailure(
  tx: Writer,
  { kind, key }: Pick<AttemptLimit, 'kind' | 'key'>,
  now: Date,
): Promise<{ until: Date | null; wasLocked: boolean }> {
  const { attempts, failures: maxFailures } = attemptLimitKinds[kind];
  const [limit] = await tx.$queryRaw<LimitRow[]>`
    SELECT attempts, failures, locks, coalesce(locked_until > ${now}::timestamptz, false) AS "isLocked" FROM attempt_limits WHERE key = ${key} FOR UPDATE`;
  // A success in between has reset the limit.
  if (!limit) return { until: null, wasLocked: false };
  const failures = limit.failures + 1;
  const left = attempts - limit.attempts;
  // When several attempts fail at the same time, the lock precedes the last of them.
  if (left > 0 && failures !== maxFailures) {
    await tx.$executeRaw`UPDATE attempt_limits SET failures = ${failures} WHERE key = ${key}`;
    return { until: null, wasLocked: limit.isLocked };
  }
  const until = lockedUntil(now, kind, { locks: limit.locks, failures });
  await tx.$executeRaw`
    UPDATE attempt_limits SET failures = ${failures}, attempts = 0, locks = locks + 1, locked_until = ${until} WHERE key = ${key}`;
  return { until, wasLocked: limit.isLocked };
}

interface LimitRow {
  attempts: number;
  failures: number;
  locks: number;
  isLocked: boolean;
}

/**
 * Records a failure in a known device for the account, which it does not have to wait for. Returns the end of the lock
 * if it is the failure that locks the account.
 */
export async function recordFailureOfDevice(
  tx: Writer,
  { kind, key }: Pick<AttemptLimit, 'kind' | 'key'>,
  now: Date,
): Promise<Date | null> {
  const quietSince = new Date(now.getTime() - attemptLimits.quiet);
  await tx.$executeRaw`
    INSERT INTO attempt_limits AS l (key, attempts, updated_at) VALUES (${key}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET updated_at = excluded.updated_at, attempts = CASE
      WHEN l.locked_until > ${now}::timestamptz THEN l.attempts
      WHEN l.updated_at <= ${quietSince}::timestamptz THEN 1 ELSE l.attempts + 1 END`;
  return (await recordFailure(tx, { kind, key }, now)).until;
}

/** The keys of all limits of a user: of the known devices, and then of the account, in the order of locks. */
export async function limitsOfUser(
  tx: Pick<Transaction, 'device'>,
  key: Uint8Array,
  userId: string,
): Promise<Uint8Array[]> {
  const devices = await tx.device.findMany({ where: { userId }, select: { id: true }, orderBy: { id: 'asc' } });
  const limited = [...devices.map(({ id }) => ({ deviceId: id })), { userId }];
  return attemptLimitKindNames.flatMap((kind) => limited.map((one) => limitKey(key, kind, one)));
}

/** Removes limits in this order, and with them their locks. Returns whether there were any. */
export async function resetLimits(tx: Writer, keys: readonly Uint8Array[]): Promise<boolean> {
  const removed = await tx.$executeRaw`
    DELETE FROM attempt_limits WHERE key IN (
      SELECT l.key FROM unnest(${keys}::bytea[]) WITH ORDINALITY AS given (key, position)
      JOIN attempt_limits AS l ON l.key = given.key ORDER BY position FOR UPDATE OF l)`;
  return removed > 0;
}
