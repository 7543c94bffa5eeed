import { day } from '../../domain/durations.ts';
import type { AddressKind } from '../../domain/flow/policy.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { noticeOf, type RequestSource } from './lock-notice.ts';
import { queueMessage, sealMessage } from './queue.ts';

interface CodesNotice {
  id: string;
  kind: AddressKind;
  recipient: string;
  now: Date;
  source: RequestSource;
}

/**
 * Queues the message that no more codes are sent to an address: once a day, because others cause it. Only who has
 * verified the address gets it; for another one it is withheld, so that no difference shows who has an account.
 */
export async function queueCodesNotice(
  tx: Pick<Transaction, '$executeRaw' | 'user'>,
  secretBox: Pick<SecretBox, 'seal'>,
  { id, kind, recipient, now, source }: CodesNotice,
): Promise<void> {
  const isEmail = kind === 'email';
  const user = await tx.user.findUnique({ where: isEmail ? { email: recipient } : { phone: recipient } });
  const verifiedAt = isEmail ? user?.emailVerifiedAt : user?.phoneVerifiedAt;
  const notice = { template: 'too-many-codes' as const, channel: isEmail ? ('email' as const) : ('sms' as const) };
  const delivery = { recipient, isWithheld: !verifiedAt, onceSince: new Date(now.getTime() - day) };
  const message = sealMessage(secretBox, { ...notice, ...delivery, ...noticeOf(user, source, now) });
  await queueMessage(tx, { ...message, id, now });
}
