import { codeLimits, maySend, type SendDecision, timesKept } from '../../domain/message-limits.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Writer = Pick<Transaction, '$executeRaw' | '$queryRaw'>;

/** Whether a refusal is the first one of its window: it emits an event. */
type MessageDecision = SendDecision & { isFirst: boolean };

/** Counts a message to an address, if it may be sent. Concurrent ones wait for each other. */
export async function countMessage(
  tx: Writer,
  key: Uint8Array,
  now: Date,
  limits = codeLimits,
): Promise<MessageDecision> {
  await tx.$executeRaw`
    INSERT INTO message_limits (key, sent_at, updated_at) VALUES (${key}, '{}', ${now}) ON CONFLICT (key) DO NOTHING`;
  const [limit] = await tx.$queryRaw<{ sentAt: Date[]; limitedAt: Date | null }[]>`
    SELECT sent_at AS "sentAt", limited_at AS "limitedAt" FROM message_limits WHERE key = ${key} FOR UPDATE`;
  const { sentAt = [], limitedAt = null } = limit ?? {};
  const decision = maySend(sentAt, now, limits);
  if (decision.may) {
    const times = [...sentAt, now].slice(-timesKept);
    await tx.$executeRaw`UPDATE message_limits SET sent_at = ${times}::timestamptz[], updated_at = ${now} WHERE key = ${key}`;
    return { ...decision, isFirst: false };
  }
  const isFirst = decision.isLimited && (limitedAt === null || limitedAt < decision.windowStart);
  if (isFirst)
    await tx.$executeRaw`UPDATE message_limits SET limited_at = ${now}, updated_at = ${now} WHERE key = ${key}`;
  return { ...decision, isFirst };
}

/** A message that was counted at this time was not sent: it no longer counts. */
export async function refundMessage({ pool }: Pick<Database, 'pool'>, key: Uint8Array, time: Date): Promise<void> {
  await pool.query('UPDATE message_limits SET sent_at = array_remove(sent_at, $2::timestamptz) WHERE key = $1', [
    key,
    time,
  ]);
}
