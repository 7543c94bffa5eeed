import { z } from 'zod';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { replaceLinks } from '../../store/records/links.ts';
import { hold } from '../../store/records/locks.ts';
import { lockApplication } from '../../store/records/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const replaceApplicationRoles = defineOperation({
  name: 'replaceApplicationRoles',
  summary: 'Make these roles, and no others, those of an application; they count when it acts without a user.',
  permission: 'applications:write',
  subject: 'applicationId',
  route: { method: 'PUT', path: '/applications/:applicationId/roles' },
  input: z.strictObject({
    applicationId: idSchema.describe('The application whose roles are replaced.'),
    roleIds: idsSchema.describe('All roles that the application is to hold.'),
  }),
  output: { application: entity('Application', 'The application as it is now.') },
  always: ['Application.Roles.Updated'],
  async run({ tx, actor, emit, unchanged }, { applicationId, roleIds }) {
    const application = applicationOf(await lockApplication(tx, applicationId));
    await hold(tx, 'role', roleIds, 'roleIds');
    const { added, removed } = await replaceLinks(tx, 'applicationRoles', [applicationId], roleIds);
    if (!added.length && !removed.length) return unchanged({ application: applicationId });
    await assertMayGrant({ tx, actor }, { roleIds: added });
    emit('Application.Roles.Updated', applicationId, { application, addedRoleIds: added, removedRoleIds: removed });
    return { application: applicationId };
  },
});
