import { z } from 'zod';
import { membershipDelta } from '../../domain/membership.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/links.ts';
import { hold, lock } from '../../store/locks.ts';

export const addOrganizationApplications = defineOperation({
  name: 'addOrganizationApplications',
  summary: 'Add applications to the members of an organization; those who are members already stay so.',
  permission: 'organizations:write',
  route: { method: 'POST', path: '/organizations/:id/applications' },
  input: z.strictObject({
    id: idSchema.describe('The organization that gets the members.'),
    applicationIds: idsSchema.describe('The applications to add.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.Membership.Updated'],
  async run({ tx, emit, unchanged }, { id, applicationIds }) {
    await lock(tx, 'organization', id, 'id');
    await hold(tx, 'application', applicationIds, 'applicationIds');
    const addedApplicationIds = await addLinks(tx, 'organizationApplications', [id], applicationIds);
    if (!addedApplicationIds.length) return unchanged({ organization: id });
    emit('Organization.Membership.Updated', id, membershipDelta(id, { addedApplicationIds }), id);
    return { organization: id };
  },
});
