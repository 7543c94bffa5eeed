import type { Prisma, Transaction } from '../../platform/database/database.ts';
import { ofOrganizationRole } from '../records/role-holders.ts';

const maxInvitations = 100;

/** Pending invitations to the verified email address of a user, with the names of the roles in them, oldest first. */
export async function readAccountInvitations(prisma: Prisma | Transaction, userId: string, now: Date) {
  const user = await prisma.user.findUnique({ where: { id: userId }, select: { email: true, emailVerifiedAt: true } });
  if (!user?.email || !user.emailVerifiedAt) return [];
  const invitations = await prisma.organizationInvitation.findMany({
    where: { inviteeEmail: user.email, status: 'Pending', expiresAt: { gt: now } },
    select: {
      id: true,
      createdAt: true,
      expiresAt: true,
      organization: { select: { id: true, name: true } },
      roles: { where: ofOrganizationRole, select: { organizationRole: { select: { name: true } } } },
    },
    orderBy: { id: 'asc' },
    take: maxInvitations,
  });
  return invitations.map(({ organization, roles, ...invitation }) => ({
    ...invitation,
    organizationId: organization.id,
    organizationName: organization.name,
    roles: roles.flatMap(({ organizationRole }) => organizationRole?.name ?? []).toSorted(),
  }));
}
