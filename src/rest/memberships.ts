import { z } from 'zod';
import type * as model from '../generated/prisma/client.ts';
import { mayIn } from '../kernel/actor.ts';
import type { Row } from '../platform/database/database.ts';
import { applicationOf, organizationRoleOf, userOf } from '../store/records/shapes.ts';
import * as shape from '../vocabulary/resources.ts';
import type { Viewer } from './viewer.ts';

interface Membership {
  organizationId: string;
  createdAt: Date;
  roles: { organizationRole: model.OrganizationRole }[];
}

const roles = { orderBy: { organizationRoleId: 'asc' }, include: { organizationRole: true } } as const;
const organizationId = z.string().describe('The organization.');
const common = {
  joinedAt: z.iso.datetime().describe('When it became a member.'),
  organizationRoles: z
    .array(shape.organizationRoleShape)
    .nullable()
    .describe('The roles held in the organization; null for who may not see organization roles.'),
};

const shownCommon = (row: Membership, { actor }: Viewer) => ({
  joinedAt: row.createdAt.toISOString(),
  organizationRoles: mayIn(actor, 'organization-roles:read', row.organizationId)
    ? row.roles.map(({ organizationRole }) => organizationRoleOf(organizationRole))
    : null,
});

/** Membership of a user in an organization. */
export const organizationUser = {
  columns: { include: { user: true, roles } },
  shape: z
    .strictObject({
      organizationId,
      userId: z.string().describe('The user who is a member.'),
      ...common,
      user: shape.userShape.nullable().describe('The user; null for who may not see users.'),
    })
    .meta({ id: 'OrganizationUser', description: 'Membership of a user in an organization.' }),
  show: (row: Membership & { userId: string; user: Row<'user'> }, viewer: Viewer) => ({
    organizationId: row.organizationId,
    userId: row.userId,
    ...shownCommon(row, viewer),
    user: mayIn(viewer.actor, 'users:read', row.organizationId) ? userOf(row.user) : null,
  }),
};

/** Membership of an application in an organization. */
export const organizationApplication = {
  columns: { include: { application: true, roles } },
  shape: z
    .strictObject({
      organizationId,
      applicationId: z.string().describe('The application that is a member.'),
      ...common,
      application: shape.applicationShape
        .nullable()
        .describe('The application; null for who may not see applications.'),
    })
    .meta({ id: 'OrganizationApplication', description: 'Membership of an application in an organization.' }),
  show: (row: Membership & { applicationId: string; application: model.Application }, viewer: Viewer) => ({
    organizationId: row.organizationId,
    applicationId: row.applicationId,
    ...shownCommon(row, viewer),
    application: mayIn(viewer.actor, 'applications:read', row.organizationId) ? applicationOf(row.application) : null,
  }),
};
