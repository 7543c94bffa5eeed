import { z } from 'zod';
import { conflict, notFound } from '../../domain/failure.ts';
import { membershipDelta } from '../../domain/people/membership.ts';
import { recordId } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { administeredAlone } from '../../store/access/organization-administrators.ts';
import { removeLinks } from '../../store/records/links.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import { myId, ofMyAccount } from './my-account.ts';

export const leaveOrganization = defineOperation({
  ...ofMyAccount,
  name: 'leaveOrganization',
  summary: 'Leave an organization, with your organization roles in it.',
  route: { method: 'DELETE', path: '/organizations/:organizationId' },
  input: z.strictObject({ organizationId: recordId('organization') }),
  always: ['Organization.Membership.Updated'],
  async run({ tx, actor, emit }, { organizationId }) {
    const userId = myId(actor);
    await lock(tx, 'organization', organizationId, 'organizationId');
    if ((await administeredAlone(tx, userId)).includes(organizationId))
      throw conflict('You are its last administrator: make another member one first.', 'organizationId').because(
        'last-organization-administrator',
      );
    const removedUserIds = await removeLinks(tx, 'organizationUsers', [organizationId], [userId]);
    if (!removedUserIds.length) throw notFound('organization', 'organizationId');
    const delta = membershipDelta(organizationId, { removedUserIds });
    emit('Organization.Membership.Updated', organizationId, delta, organizationId);
    return {};
  },
});
