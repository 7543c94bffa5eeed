import { z } from 'zod';
import { requireNotBuiltIn } from '../../domain/oauth/application.ts';
import { membershipDelta } from '../../domain/people/membership.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { endApplication } from '../../store/sessions/session-epochs.ts';
import { clearLinks } from '../../store/records/links.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import { applicationOf } from '../../store/records/shapes.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteApplication = defineOperation({
  name: 'deleteApplication',
  summary: 'Delete an application. Its memberships and tokens end at once.',
  words: {
    title: 'Delete {applicationId}',
    button: 'Delete {applicationId}',
    danger: 'Its secrets, memberships and tokens end at once. There is no way back.',
  },
  permission: 'applications:write',
  recentSignIn: true,
  record: 'applicationId',
  route: { method: 'DELETE', path: '/applications/:applicationId' },
  input: z.strictObject({ applicationId: idSchema('application').describe('The application to delete.') }),
  output: { deletedApplicationId: deletedIdOf('application') },
  always: ['Application.Deleted'],
  sometimes: ['Organization.Membership.Updated'],
  async run({ tx, now, emit }, { applicationId }) {
    await lock(tx, 'application', applicationId, 'applicationId');
    requireNotBuiltIn({ id: applicationId });
    const left = await clearLinks(tx, 'organizationsOfApplication', [applicationId]);
    await endApplication(tx, applicationId);
    const application = await tx.application.delete({ where: { id: applicationId } });
    for (const organizationId of left) {
      const delta = membershipDelta(organizationId, { removedApplicationIds: [applicationId] });
      emit('Organization.Membership.Updated', organizationId, delta, organizationId);
    }
    const { sessionEpoch } = application;
    emit('Application.Deleted', applicationId, { application: applicationOf(application, now), sessionEpoch });
    return { deletedApplicationId: applicationId };
  },
});
