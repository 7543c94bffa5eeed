import { z } from 'zod';
import { membershipDelta } from '../../domain/membership.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { hold, lock } from '../../store/records/locks.ts';

export const addOrganizationApplications = defineOperation({
  name: 'addOrganizationApplications',
  summary: 'Add applications to the members of an organization; those who are members already stay so.',
  permission: 'organizations:write',
  subject: 'organizationId',
  route: { method: 'POST', path: '/organizations/:organizationId/applications' },
  input: z.strictObject({
    organizationId: idSchema.describe('The organization that gets the members.'),
    applicationIds: idsSchema.describe('The applications to add.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.Membership.Updated'],
  async run({ tx, emit, unchanged }, { organizationId, applicationIds }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    await hold(tx, 'application', applicationIds, 'applicationIds');
    const addedApplicationIds = await addLinks(tx, 'organizationApplications', [organizationId], applicationIds);
    if (!addedApplicationIds.length) return unchanged({ organization: organizationId });
    emit(
      'Organization.Membership.Updated',
      organizationId,
      membershipDelta(organizationId, { addedApplicationIds }),
      organizationId,
    );
    return { organization: organizationId };
  },
});
