// SQL: one statement that decides whether a request counts, and counts it.
import { type NetworkLimitKind, networkLimits, networkWindow } from '../../domain/messages/network-limits.ts';
import type { Transaction } from '../../platform/database/database.ts';

type Writer = Pick<Transaction, '$executeRaw' | '$queryRaw'>;

/** The time up to which windows have ended. */
export const windowsEndedAt = (now: Date): Date => new Date(now.getTime() - networkWindow);

/** The end of a window; if it has just been stored by another process, of one that begins now. */
export const windowEnd = (startedAt: Date | null, now: Date): Date =>
  new Date((startedAt ?? now).getTime() + networkWindow);

/** Counts an account that is created from a network. Undefined if it may be; otherwise the end of the window. */
export const countSignUp = (tx: Writer, key: Uint8Array, now: Date): Promise<Date | undefined> =>
  count(tx, { kind: 'signUps', key, recipient: null, now });

/** Counts a username that is tried for a new account. */
export const countUsername = (tx: Writer, key: Uint8Array, now: Date): Promise<Date | undefined> =>
  count(tx, { kind: 'usernames', key, recipient: null, now });

/** Counts a flow that an account begins. */
export const countAccountFlow = (tx: Writer, key: Uint8Array, now: Date): Promise<Date | undefined> =>
  count(tx, { kind: 'accountFlows', key, recipient: null, now });

/** Counts an address to which a network has a code sent, once. */
export const countRecipient = (
  tx: Writer,
  key: Uint8Array,
  recipient: Uint8Array,
  now: Date,
): Promise<Date | undefined> => count(tx, { kind: 'recipients', key, recipient, now });

interface Counted {
  kind: NetworkLimitKind;
  key: Uint8Array;
  /** The hash of the address that is counted once. */
  recipient: Uint8Array | null;
  now: Date;
}

async function count(tx: Writer, { kind, key, recipient, now }: Counted): Promise<Date | undefined> {
  const ended = windowsEndedAt(now);
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
      WHERE stored.started_at <= ${ended}::timestamptz OR stored.count < ${networkLimits[kind]}
        OR ${recipient}::bytea = ANY(stored.recipients)
      RETURNING key
    )
    SELECT EXISTS (SELECT FROM counted) AS "isCounted",
      (SELECT started_at FROM network_limits WHERE key = ${key}) AS "startedAt"`;
  return row?.isCounted ? undefined : windowEnd(row?.startedAt ?? null, now);
}
