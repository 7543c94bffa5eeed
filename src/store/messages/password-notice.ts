import { day } from '../../domain/durations.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { queueMessage, sealMessage } from './queue.ts';

interface PasswordNotice {
  id: string;
  user: { email: string | null; isEmailVerified: boolean };
  language: string;
  now: Date;
}

/** Queues the mail that the password was changed, if its address is verified: others must not learn of the account. */
export async function queuePasswordNotice(
  tx: Pick<Transaction, '$executeRaw'>,
  secretBox: Pick<SecretBox, 'seal'>,
  { id, user: { email: recipient, isEmailVerified }, language, now }: PasswordNotice,
): Promise<void> {
  if (recipient === null || !isEmailVerified) return;
  const notice = { template: 'password-changed' as const, parameters: { time: now.toISOString() } };
  const expiresAt = new Date(now.getTime() + day);
  const message = sealMessage(secretBox, { ...notice, channel: 'email', recipient, language, expiresAt });
  await queueMessage(tx, { ...message, id, now });
}
