import { day } from '../../domain/durations.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { countManagementMessage } from '../messages/management-limits.ts';
import { queueMessage, sealMessage } from '../messages/queue.ts';
import { newToken, revokeInvitationTokens } from './tokens.ts';

interface Services {
  secretBox: SecretBox;
  ids: Ids;
  publicUrl: string;
  canSend(channel: 'email'): Promise<boolean>;
}

/** The values that sending an invitation needs. For `prepare`. */
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

interface InvitationLink {
  invitation: Invitation;
  language: string;
  now: Date;
  path: string;
  /** Whether the caller has rights in the organization only. */
  isConfined: boolean;
}

/**
 * Stores the link of an invitation, which ends earlier ones, and sends it. If no mail can be sent, it is returned
 * instead: it then proves nothing about the person who opens it. RATE_LIMITED at `path` if the address has received too
 * many.
 */
export async function sendInvitation(
  tx: Transaction,
  { secretBox, canSendMail, token, messageId }: Awaited<ReturnType<typeof prepareInvitationLink>>,
  { invitation, language, now, path, isConfined }: InvitationLink,
): Promise<{ link: string | null; mailSent: boolean }> {
  const { id, inviteeEmail: recipient, expiresAt } = invitation;
  await revokeInvitationTokens(tx, id, now);
  const stored = { id: token.id, secretHash: token.secretHash, expiresAt, createdAt: now };
  const email = canSendMail ? recipient : null;
  await tx.oneTimeToken.create({ data: { ...stored, email, organizationInvitationId: id } });
  if (!canSendMail) return { link: token.link, mailSent: false };
  const organizationId = isConfined ? invitation.organizationId : null;
  const limitKey = await countManagementMessage(tx, secretBox, { recipient, organizationId, now, path });
  const days = Math.ceil((expiresAt.getTime() - now.getTime()) / day);
  const parameters = { ...(await namesOf(tx, invitation)), link: token.link, days };
  const delivery = { channel: 'email' as const, recipient, language, expiresAt, limitKey };
  const message = sealMessage(secretBox, { template: 'organization-invitation', parameters, ...delivery });
  await queueMessage(tx, { ...message, id: messageId, now });
  return { link: null, mailSent: true };
}

async function namesOf(tx: Transaction, { organizationId, inviterId }: Invitation) {
  const select = { name: true };
  const organization = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select });
  const inviter = inviterId === null ? null : await tx.user.findUnique({ where: { id: inviterId }, select });
  return { organizationName: organization.name, ...(inviter?.name && { inviterName: inviter.name }) };
}
