import type { Api } from '../api.ts';
import type { Filled } from './fill.ts';

/** The first record of each kind is linked to all records of the other kinds. */
export async function linkToFirst({ kernel }: Pick<Api, 'kernel'>, there: Filled): Promise<void> {
  const { prisma } = kernel.database;
  const [userId = '', roleId = '', organizationId = '', applicationId = ''] = [
    there.users[0],
    there.roles[0],
    there.organizations[0],
    there.applications[0],
  ];
  const skipDuplicates = true;
  await prisma.userRole.createMany({ data: there.users.map((id) => ({ userId: id, roleId })), skipDuplicates });
  await prisma.applicationRole.createMany({
    data: there.applications.map((id) => ({ applicationId: id, roleId })),
    skipDuplicates,
  });
  await prisma.organizationUser.createMany({
    data: [
      ...there.users.map((id) => ({ userId: id, organizationId })),
      ...there.organizations.map((id) => ({ userId, organizationId: id })),
    ],
    skipDuplicates,
  });
  await prisma.organizationApplication.createMany({
    data: [
      ...there.applications.map((id) => ({ applicationId: id, organizationId })),
      ...there.organizations.map((id) => ({ applicationId, organizationId: id })),
    ],
    skipDuplicates,
  });
  await prisma.organizationInvitation.updateMany({ data: { organizationId } });
}

/** Records of a kind share four values, so the first key decides no order. */
export async function makeEqualOrEmpty({ kernel }: Pick<Api, 'kernel'>): Promise<void> {
  const day = `'2026-01-01'::timestamptz + sort * interval '1 day'`;
  const sorted = (table: string, changes: string, id = 'id') =>
    kernel.database.pool.query(`
      UPDATE ${table} SET ${changes}
      FROM (SELECT id AS sorted, row_number() OVER (ORDER BY id) % 4 AS sort FROM (SELECT DISTINCT ${id} AS id FROM ${table}) AS ids) AS sorts
      WHERE sorted = ${id}`);
  await sorted(
    'users',
    `name = CASE sort WHEN 0 THEN NULL ELSE 'Ada ' || sort END, email = CASE sort WHEN 2 THEN NULL ELSE email END,
      last_sign_in_at = CASE sort WHEN 1 THEN NULL ELSE ${day} END`,
  );
  await sorted('applications', `name = 'Backend ' || sort`);
  await sorted('organizations', `name = 'Customer ' || sort`);
  await sorted('organization_users', `created_at = ${day}`, 'user_id');
  await sorted('organization_invitations', `expires_at = ${day}`);
}
