import { day } from '../../domain/durations.ts';
import { Failure } from '../../domain/failure.ts';
import { messageLimitKey, messageLimitKeyPurpose } from '../../domain/flow/secrets.ts';
import { invitationLimits } from '../../domain/message-limits.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { countMessage, refundMessage } from '../flows/message-limits.ts';
import { queueMessage, sealMessage } from '../messages/queue.ts';
import { newToken, revokeInvitationTokens } from './tokens.ts';

interface Services {
  secretBox: SecretBox;
  ids: Ids;
  publicUrl: string;
  canSend(channel: 'email'): Promise<boolean>;
}

/** What sending an invitation needs. For `prepare`. */
export const prepareInvitationLink = async (services: Services) => ({
  secretBox: services.secretBox,
  canSendMail: await services.canSend('email'),
  token: newToken(services),
  messageId: services.ids.next('message'),
});

interface Invitation {
  id: string;
  organizationId: string;
  inviteeEmail: string;
  inviterId: string | null;
  expiresAt: Date;
}

/**
 * Stores the link of an invitation, which ends earlier ones, and sends it. If no mail can be sent, it is returned
 * instead: it then proves nothing about the person who opens it. RATE_LIMITED at `path` if the address has received too
 * many.
 */
export async function sendInvitation(
  tx: Transaction,
  { secretBox, canSendMail, token, messageId }: Awaited<ReturnType<typeof prepareInvitationLink>>,
  { invitation, language, now, path }: { invitation: Invitation; language: string; now: Date; path: string },
): Promise<{ link: string | null; mailSent: boolean }> {
  const { id, inviteeEmail: recipient, expiresAt } = invitation;
  await revokeInvitationTokens(tx, id, now);
  const stored = { id: token.id, secretHash: token.secretHash, expiresAt, createdAt: now };
  const email = canSendMail ? recipient : null;
  await tx.oneTimeToken.create({ data: { ...stored, email, organizationInvitationId: id } });
  if (!canSendMail) return { link: token.link, mailSent: false };
  const { may } = await countMessage(tx, limitKeyOf(secretBox, recipient), now, invitationLimits);
  if (!may)
    throw new Failure('RATE_LIMITED', 'Too many invitations were sent to this address.', [
      { path: [path], code: 'RATE_LIMITED', message: 'Too many invitations were sent to this address.' },
    ]);
  const days = Math.ceil((expiresAt.getTime() - now.getTime()) / day);
  const parameters = { ...(await namesOf(tx, invitation)), link: token.link, days };
  const delivery = { channel: 'email' as const, recipient, language, expiresAt };
  const message = sealMessage(secretBox, { template: 'organization-invitation', parameters, ...delivery });
  await queueMessage(tx, { ...message, id: messageId, now });
  return { link: null, mailSent: true };
}

const limitKeyOf = (secretBox: Pick<SecretBox, 'derive'>, recipient: string): Buffer =>
  messageLimitKey(secretBox.derive(messageLimitKeyPurpose), 'invitation', recipient);

/** The mail server has refused an invitation: it does not count for the limit of its address. */
export const refundInvitation = (
  database: Pick<Database, 'pool'>,
  secretBox: Pick<SecretBox, 'derive'>,
  { recipient, createdAt }: { recipient: string; createdAt: Date },
): Promise<void> => refundMessage(database, limitKeyOf(secretBox, recipient), createdAt);

async function namesOf(tx: Transaction, { organizationId, inviterId }: Invitation) {
  const select = { name: true };
  const organization = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select });
  const inviter = inviterId === null ? null : await tx.user.findUnique({ where: { id: inviterId }, select });
  return { organizationName: organization.name, ...(inviter?.name && { inviterName: inviter.name }) };
}
