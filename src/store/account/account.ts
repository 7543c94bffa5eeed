import type { Prisma, Transaction } from '../../platform/database/database.ts';
import { isKnown, knownBy } from '../records/people-shapes.ts';
import { ofOrganizationRole } from '../records/role-holders.ts';
import { withPassword } from '../sessions/sessions.ts';

type Client = Prisma | Transaction;

/** The account of a user as its owner sees it (vocabulary/account/account-shapes.ts); null if it is deleted. */
export async function readAccount(prisma: Client, userId: string) {
  const [user, among, backupCodesLeft] = await Promise.all([
    prisma.user.findUnique({ where: { id: userId } }),
    withPassword(prisma, [userId]),
    prisma.factor.count({ where: { userId, kind: 'backup-code', usedAt: null } }),
  ]);
  return user && { ...user, hasPassword: among.has(userId), backupCodesLeft };
}

/** Passkeys and authenticator apps of a user, sorted by creation time. */
export const readAccountFactors = (prisma: Client, userId: string) =>
  prisma.factor.findMany({ where: { userId, kind: { not: 'backup-code' } }, orderBy: { id: 'asc' } });

/** Browsers in which a user has signed in, the last used ones first: at most 100. */
export async function readAccountDevices(prisma: Client, userId: string, now: Date) {
  const devices = await prisma.device.findMany({
    where: { userId },
    select: { id: true, label: true, createdAt: true, ...knownBy },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: maxDevices,
  });
  return devices.map((device) => ({ ...device, isKnown: isKnown(device, now) }));
}

const maxDevices = 100;

/** Organizations of a user with the names of its roles there, in the order of joining. */
export async function readAccountOrganizations(prisma: Client, userId: string) {
  const memberships = await prisma.organizationUser.findMany({
    where: { userId },
    select: {
      createdAt: true,
      organization: { select: { id: true, name: true } },
      roles: { where: ofOrganizationRole, select: { organizationRole: { select: { name: true } } } },
    },
    orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
    take: maxOrganizations,
  });
  return memberships.map(({ createdAt, organization, roles }) => ({
    ...organization,
    roles: roles.map(({ organizationRole }) => organizationRole.name).toSorted(),
    joinedAt: createdAt,
  }));
}

const maxOrganizations = 1000;
