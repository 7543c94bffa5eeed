import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { removeLinks } from '../../store/records/links.ts';
import { lockApplication } from '../../store/records/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const removeApplicationRole = defineOperation({
  name: 'removeApplicationRole',
  summary: 'Take a role from an application.',
  permission: 'applications:write',
  subject: 'applicationId',
  route: { method: 'DELETE', path: '/applications/:applicationId/roles/:roleId' },
  input: z.strictObject({
    applicationId: idSchema.describe('The application that loses the role.'),
    roleId: idSchema.describe('A role that the application holds.'),
  }),
  output: { application: entity('Application', 'The application as it is now.') },
  always: ['Application.Roles.Updated'],
  async run({ tx, emit }, { applicationId, roleId }) {
    const application = applicationOf(await lockApplication(tx, applicationId));
    const removedRoleIds = await removeLinks(tx, 'applicationRoles', [applicationId], [roleId]);
    if (!removedRoleIds.length) throw notFound('role of this application', 'roleId');
    emit('Application.Roles.Updated', applicationId, { application, addedRoleIds: [], removedRoleIds });
    return { application: applicationId };
  },
});
