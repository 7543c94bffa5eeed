import { z } from 'zod';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { hold } from '../../store/records/locks.ts';
import { lockApplication } from '../../store/records/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const assignApplicationRoles = defineOperation({
  name: 'assignApplicationRoles',
  summary: 'Assign roles to an application, besides those already held; they count when it acts without a user.',
  permission: 'applications:write',
  subject: 'applicationId',
  route: { method: 'POST', path: '/applications/:applicationId/roles' },
  input: z.strictObject({
    applicationId: idSchema.describe('The application that gets the roles.'),
    roleIds: idsSchema.describe('The roles to assign.'),
  }),
  output: { application: entity('Application', 'The application as it is now.') },
  always: ['Application.Roles.Updated'],
  async run({ tx, actor, emit, unchanged }, { applicationId, roleIds }) {
    const application = applicationOf(await lockApplication(tx, applicationId));
    await hold(tx, 'role', roleIds, 'roleIds');
    const addedRoleIds = await addLinks(tx, 'applicationRoles', [applicationId], roleIds);
    if (!addedRoleIds.length) return unchanged({ application: applicationId });
    await assertMayGrant({ tx, actor }, { roleIds: addedRoleIds });
    emit('Application.Roles.Updated', applicationId, { application, addedRoleIds, removedRoleIds: [] });
    return { application: applicationId };
  },
});
