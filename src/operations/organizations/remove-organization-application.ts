import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { membershipDelta } from '../../domain/membership.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { removeLinks } from '../../store/records/links.ts';
import { lock } from '../../store/records/locks.ts';

export const removeOrganizationApplication = defineOperation({
  name: 'removeOrganizationApplication',
  summary: 'Remove an application from an organization, and with the membership its organization roles.',
  permission: 'organizations:write',
  organization: 'organizationId',
  subject: 'organizationId',
  route: { method: 'DELETE', path: '/organizations/:organizationId/applications/:applicationId' },
  input: z.strictObject({
    organizationId: idSchema.describe('The organization that loses the member.'),
    applicationId: idSchema.describe('An application that is a member.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.Membership.Updated'],
  async run({ tx, emit }, { organizationId, applicationId }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    const removedApplicationIds = await removeLinks(tx, 'organizationApplications', [organizationId], [applicationId]);
    if (!removedApplicationIds.length) throw notFound('member of this organization', 'applicationId');
    emit(
      'Organization.Membership.Updated',
      organizationId,
      membershipDelta(organizationId, { removedApplicationIds }),
      organizationId,
    );
    return { organization: organizationId };
  },
});
