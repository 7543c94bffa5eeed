import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Row, Transaction } from '../../platform/database/database.ts';
import type { AccountChange } from '../../vocabulary/message-templates.ts';
import { createOpenAddress } from '../sessions/address.ts';
import { noticeOf, type RequestSource } from './lock-notice.ts';
import { type NewMessage, queueMessage, sealMessage } from './queue.ts';

/** An account that is changed by its person. */
interface ChangedAccount {
  /** As it was before: the message goes to who had the account until now. */
  user: Pick<Row<'user'>, 'id' | 'email' | 'emailVerifiedAt' | 'phone' | 'phoneVerifiedAt' | 'profile'>;
  /** The session in which it is changed. */
  sessionId: string | null;
  /** The id of the message. */
  id: string;
  now: Date;
}

type Content =
  | { change: AccountChange }
  | { template: 'address-changed' | 'account-deletion'; link: string; until: Date };

/**
 * Queues the message that an account was changed: to its verified email address, else to its verified number. Others
 * are not to learn of the account.
 */
export async function queueAccountNotice(
  tx: Pick<Transaction, '$executeRaw' | 'oidcRecord'>,
  secretBox: Pick<SecretBox, 'seal' | 'open'>,
  { user, sessionId, id, now }: ChangedAccount,
  content: Content,
): Promise<void> {
  const recipient = recipientOf(user);
  if (!recipient) return;
  const source = await sourceOfSession(tx, secretBox, sessionId);
  const { parameters, language, expiresAt } = noticeOf(user, source, now);
  const common = { ...recipient, language, expiresAt };
  const message: NewMessage =
    'change' in content
      ? { ...common, template: 'account-changed', parameters: { ...parameters, change: content.change } }
      : {
          ...common,
          template: content.template,
          parameters: { ...parameters, link: content.link, until: content.until.toISOString() },
        };
  await queueMessage(tx, { ...sealMessage(secretBox, message), id, now });
}

function recipientOf({ email, emailVerifiedAt, phone, phoneVerifiedAt }: ChangedAccount['user']) {
  if (email !== null && emailVerifiedAt !== null) return { channel: 'email' as const, recipient: email };
  if (phone !== null && phoneVerifiedAt !== null) return { channel: 'sms' as const, recipient: phone };
  return undefined;
}

/** The browser of a session: the call may come from the server of an application. */
async function sourceOfSession(
  tx: Pick<Transaction, 'oidcRecord'>,
  secretBox: Pick<SecretBox, 'open'>,
  sessionId: string | null,
): Promise<RequestSource> {
  const where = { model: 'Session', uid: sessionId ?? '' };
  const session = await tx.oidcRecord.findFirst({ where, select: { device: true, encryptedAddress: true } });
  const address = createOpenAddress(secretBox)(session?.encryptedAddress ?? null);
  return { address, device: session?.device ?? null, language: 'en' };
}
