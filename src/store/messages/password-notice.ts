import { day } from '../../domain/durations.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { queueMessage, sealMessage } from './queue.ts';

/** Queues the mail that the password of an account was changed. */
export async function queuePasswordNotice(
  tx: Pick<Transaction, '$executeRaw'>,
  secretBox: Pick<SecretBox, 'seal'>,
  { id, recipient, language, now }: { id: string; recipient: string; language: string; now: Date },
): Promise<void> {
  const notice = { template: 'password-changed' as const, parameters: { time: now.toISOString() } };
  const expiresAt = new Date(now.getTime() + day);
  const message = sealMessage(secretBox, { ...notice, channel: 'email', recipient, language, expiresAt });
  await queueMessage(tx, { ...message, id, now });
}
