// SQL: one statement that decides whether a request counts, and counts it.
import { type AccountLimitKind, accountLimits } from '../../domain/messages/account-limits.ts';
import { type NetworkLimitKind, networkLimits, networkWindow } from '../../domain/messages/network-limits.ts';
import type { Transaction } from '../../platform/database/database.ts';

type Writer = Pick<Transaction, '$executeRaw' | '$queryRaw'>;

/** The time up to which windows have ended. */
export const windowsEndedAt = (now: Date, window = networkWindow): Date => new Date(now.getTime() - window);

/** The end of a window; if it has just been stored by another process, of one that begins now. */
export const windowEnd = (startedAt: Date | null, now: Date, window = networkWindow): Date =>
  new Date((startedAt ?? now).getTime() + window);

/** Counts an account that is created from a network. Undefined if it may be; otherwise the end of the window. */
export const countSignUp = (tx: Writer, key: Uint8Array, now: Date): Promise<Date | undefined> =>
  count(tx, { ...ofNetwork('signUps'), key, recipient: null, now });

/** Counts a username that is tried for a new account. */
export const countUsername = (tx: Writer, key: Uint8Array, now: Date): Promise<Date | undefined> =>
  count(tx, { ...ofNetwork('usernames'), key, recipient: null, now });

/** Counts what a person does with their own account. */
export const countOfAccount = (
  tx: Writer,
  kind: AccountLimitKind,
  key: Uint8Array,
  now: Date,
): Promise<Date | undefined> => count(tx, { ...accountLimits[kind], key, recipient: null, now });

/** Counts an address to which a network has a code sent, once. */
export const countRecipient = (
  tx: Writer,
  key: Uint8Array,
  recipient: Uint8Array,
  now: Date,
): Promise<Date | undefined> => count(tx, { ...ofNetwork('recipients'), key, recipient, now });

const ofNetwork = (kind: NetworkLimitKind) => ({ most: networkLimits[kind], window: networkWindow });

interface Counted {
  /** The number that is allowed within a window of so many milliseconds. */
  most: number;
  window: number;
  key: Uint8Array;
  /** The hash of the address that is counted once. */
  recipient: Uint8Array | null;
  now: Date;
}

async function count(tx: Writer, { most, window, key, recipient, now }: Counted): Promise<Date | undefined> {
  const ended = windowsEndedAt(now, window);
  const [row] = await tx.$queryRaw<{ isCounted: boolean; startedAt: Date | null }[]>`
    WITH counted AS (
      INSERT INTO network_limits AS stored (key, count, recipients, started_at)
      VALUES (${key}, 1, array_remove(ARRAY[${recipient}::bytea], NULL), ${now})
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN stored.started_at <= ${ended}::timestamptz THEN 1
          WHEN ${recipient}::bytea = ANY(stored.recipients) THEN stored.count ELSE stored.count + 1 END,
        recipients = CASE WHEN stored.started_at <= ${ended}::timestamptz THEN excluded.recipients
          WHEN ${recipient}::bytea = ANY(stored.recipients) THEN stored.recipients
          ELSE stored.recipients || excluded.recipients END,
        started_at = CASE
          WHEN stored.started_at <= ${ended}::timestamptz THEN excluded.started_at ELSE stored.started_at END
      WHERE stored.started_at <= ${ended}::timestamptz OR stored.count < ${most}
        OR ${recipient}::bytea = ANY(stored.recipients)
      RETURNING key
    )
    SELECT EXISTS (SELECT FROM counted) AS "isCounted",
      (SELECT started_at FROM network_limits WHERE key = ${key}) AS "startedAt"`;
  return row?.isCounted ? undefined : windowEnd(row?.startedAt ?? null, now, window);
}
