import { z } from 'zod';
import type * as model from '../../generated/prisma/client.ts';
import { mayIn } from '../../kernel/actor.ts';
import { membershipId } from '../../reads/membership-ids.ts';
import type { Row } from '../../platform/database/database.ts';
import { heldOrganizationRoles } from '../../store/records/role-holders.ts';
import { applicationOf, organizationRoleOf, userOf } from '../../store/records/shapes.ts';
import {
  organizationApplicationShape,
  organizationRoleShape,
  organizationUserShape,
} from '../../vocabulary/records/organization-shapes.ts';
import * as shape from '../../vocabulary/resources.ts';
import type { Viewer } from './viewer.ts';

interface Membership {
  organizationId: string;
  createdAt: Date;
  roles: { organizationRole: model.OrganizationRole }[];
}

const roles = { ...heldOrganizationRoles, include: { organizationRole: true } } as const;
const organizationRoles = z
  .array(organizationRoleShape)
  .nullable()
  .describe('Organization roles; null if the caller may not read them.');

const shownCommon = (row: Membership, { actor }: Viewer) => ({
  joinedAt: row.createdAt.toISOString(),
  organizationRoles: mayIn(actor, 'organization-roles:read', row.organizationId)
    ? row.roles.map(({ organizationRole }) => organizationRoleOf(organizationRole))
    : null,
});

/** Membership of a user in an organization. */
export const organizationUser = {
  columns: { include: { user: true, roles } },
  shape: organizationUserShape
    .extend({
      organizationRoles,
      user: shape.userShape.nullable().describe('The user; null if the caller may not read users.'),
    })
    .meta({ id: 'OrganizationMember', description: 'Membership of a user in an organization.' }),
  show: (row: Membership & { userId: string; user: Row<'user'> }, viewer: Viewer) => ({
    id: membershipId('organizationUser', { organizationId: row.organizationId, userId: row.userId }),
    organizationId: row.organizationId,
    userId: row.userId,
    ...shownCommon(row, viewer),
    user: mayIn(viewer.actor, 'users:read', row.organizationId) ? userOf(row.user) : null,
  }),
};

/** Membership of an application in an organization. */
export const organizationApplication = {
  columns: { include: { application: true, roles } },
  shape: organizationApplicationShape
    .extend({
      organizationRoles,
      application: shape.applicationShape
        .nullable()
        .describe('The application; null if the caller may not read applications.'),
    })
    .meta({ id: 'OrganizationApplication', description: 'Membership of an application in an organization.' }),
  show: (row: Membership & { applicationId: string; application: model.Application }, viewer: Viewer) => ({
    id: membershipId('organizationApplication', {
      organizationId: row.organizationId,
      applicationId: row.applicationId,
    }),
    organizationId: row.organizationId,
    applicationId: row.applicationId,
    ...shownCommon(row, viewer),
    application: mayIn(viewer.actor, 'applications:read', row.organizationId)
      ? applicationOf(row.application, viewer.now)
      : null,
  }),
};
