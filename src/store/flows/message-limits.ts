// SQL: locks, and changes within an array.
import { maySend, type MessageLimits, type SendDecision, timesKept } from '../../domain/messages/message-limits.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Writer = Pick<Transaction, '$executeRaw' | '$queryRaw'>;

interface MessageLimit {
  key: Uint8Array;
  limits: MessageLimits;
}

/** `isFirst`: the first refusal of its window emits an event. `key` is that of the limit that refuses. */
type MessageDecision = { may: true } | (Exclude<SendDecision, { may: true }> & { key: Uint8Array; isFirst: boolean });

/**
 * Counts a message in each of these limits, if all of them allow it: what one refuses does not count for another.
 * Concurrent ones wait for each other.
 */
export async function countMessage(tx: Writer, counting: readonly MessageLimit[], now: Date): Promise<MessageDecision> {
  const counted: { key: Uint8Array; times: Date[] }[] = [];
  for (const { key, limits } of counting) {
    const { sentAt, limitedAt } = await lockLimit(tx, key, now);
    const decision = maySend(sentAt, now, limits);
    if (!decision.may) {
      const isFirst = decision.isLimited && (limitedAt === null || limitedAt < decision.windowStart);
      if (isFirst)
        await tx.$executeRaw`UPDATE message_limits SET limited_at = ${now}, updated_at = ${now} WHERE key = ${key}`;
      return { ...decision, key, isFirst };
    }
    counted.push({ key, times: [...sentAt, now].slice(-timesKept) });
  }
  for (const { key, times } of counted)
    await tx.$executeRaw`UPDATE message_limits SET sent_at = ${times}::timestamptz[], updated_at = ${now} WHERE key = ${key}`;
  return { may: true };
}

async function lockLimit(tx: Writer, key: Uint8Array, now: Date): Promise<LimitRow> {
  await tx.$executeRaw`
    INSERT INTO message_limits (key, sent_at, updated_at) VALUES (${key}, '{}', ${now}) ON CONFLICT (key) DO NOTHING`;
  const [limit] = await tx.$queryRaw<LimitRow[]>`
    SELECT sent_at AS "sentAt", limited_at AS "limitedAt" FROM message_limits WHERE key = ${key} FOR UPDATE`;
  return limit ?? { sentAt: [], limitedAt: null };
}

interface LimitRow {
  sentAt: Date[];
  limitedAt: Date | null;
}

/** A message that was counted at this time was not sent: it no longer counts. */
export async function refundMessage({ pool }: Pick<Database, 'pool'>, key: Uint8Array, time: Date): Promise<void> {
  await pool.query('UPDATE message_limits SET sent_at = array_remove(sent_at, $2::timestamptz) WHERE key = $1', [
    key,
    time,
  ]);
}
