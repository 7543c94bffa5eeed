import type { AddressKind } from '../../domain/flow/policy.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Row, Transaction } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { queueAccountNotice } from '../messages/account-notice.ts';
import { addUndo, newUndoLink, type UndoLink } from './undos.ts';

interface AddressChange {
  /** As it was before. */
  user: Row<'user'>;
  kind: AddressKind;
  isRemoved: boolean;
  /** The session in which the person changes the account, and when they signed in. */
  actor: { sessionId?: string | null; authenticatedAt?: Date | null };
  now: Date;
  prepared: PreparedChange;
}

interface PreparedChange {
  secretBox: SecretBox;
  link: UndoLink;
  messageId: string;
}

/** The values that `recordAddressChange` needs, before the transaction. */
export const prepareAddressChange = (services: {
  secretBox: SecretBox;
  ids: Pick<Ids, 'next' | 'secret'>;
  publicUrl: string;
}): PreparedChange => ({
  secretBox: services.secretBox,
  link: newUndoLink(services),
  messageId: services.ids.next('message'),
});

/**
 * Queues the message that an address was changed. A verified one can be taken back by the link in it, without a
 * sign-in: a thief may have changed what the person signs in with.
 */
export async function recordAddressChange(tx: Transaction, change: AddressChange): Promise<void> {
  const { user, kind, isRemoved, actor, now, prepared } = change;
  const { secretBox, link, messageId: id } = prepared;
  const notice = { user, sessionId: actor.sessionId ?? null, id, now };
  const [address, verifiedAt] = [user[kind], user[`${kind}VerifiedAt`]];
  if (address === null || verifiedAt === null) {
    const content = { change: isRemoved ? ('address-removed' as const) : ('address-added' as const) };
    return queueAccountNotice(tx, secretBox, notice, content);
  }
  const before = { address, verifiedAt: verifiedAt.toISOString() };
  const since = actor.authenticatedAt ?? now;
  const until = await addUndo(tx, secretBox, { link, userId: user.id, kind, before, since, now });
  return queueAccountNotice(tx, secretBox, notice, { template: 'address-changed', link: link.url, until });
}
