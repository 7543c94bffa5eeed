import type { Transaction } from '../../platform/database/database.ts';

/** The organization that an input field identifies; undefined if it does not exist. */
export async function organizationIn(
  tx: Transaction,
  field: 'organizationId' | 'organizationInvitationId',
  id: string,
): Promise<string | undefined> {
  if (field === 'organizationId') return id;
  const invitation = await tx.organizationInvitation.findUnique({ where: { id }, select: { organizationId: true } });
  return invitation?.organizationId;
}
