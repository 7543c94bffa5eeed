import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Row, Transaction } from '../../platform/database/database.ts';
import type { AccountChange, MessageContent, NoticeParameters } from '../../vocabulary/connectors/message-templates.ts';
import { createOpenAddress } from '../sessions/address.ts';
import { noticeOf, type RequestSource } from './lock-notice.ts';
import { type NewMessage, queueMessage, sealMessage } from './queue.ts';

/** An account of which its person gets a notice. */
interface ChangedAccount {
  /** As it was before: the message goes to who had the account until now. */
  user: Pick<Row<'user'>, 'id' | 'email' | 'emailVerifiedAt' | 'phone' | 'phoneVerifiedAt' | 'profile'>;
  /** The session in which it is changed; null without one. */
  sessionId: string | null;
  /** The id of the message. */
  id: string;
  now: Date;
}

type Content =
  | { change: AccountChange }
  | { template: 'address-changed' | 'account-deletion'; link: string; until: Date }
  | { template: 'impersonated'; administratorName: string | undefined; applicationName: string; until: Date };

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
  const message: NewMessage = { ...recipient, language, expiresAt, ...messageOf(content, parameters) };
  await queueMessage(tx, { ...sealMessage(secretBox, message), id, now });
}

function messageOf(content: Content, parameters: NoticeParameters): MessageContent {
  if ('change' in content)
    return { template: 'account-changed', parameters: { ...parameters, change: content.change } };
  const { template, until, ...more } = content;
  const common = { ...parameters, until: until.toISOString() };
  // The union is one of templates, each with its parameters.
  return { template, parameters: { ...common, ...more } } as MessageContent;
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
