import { z } from 'zod';
import { requireNotBuiltIn } from '../../domain/oauth/application.ts';
import { idSchema, recordId } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockServable } from '../../store/records/exchange-policy.ts';
import { replaceLinks } from '../../store/records/links.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';
import { mostResources } from '../../vocabulary/exchanges/exchange-limits.ts';

export const setServedResources = defineOperation({
  name: 'setServedResources',
  summary: 'Replace the API resources that an application serves: it is the API that receives their tokens.',
  words: {
    title: 'Set the API resources that {applicationId} serves',
    button: 'Save API resources',
    note: '{applicationId} is this API: tokens for it are sent to {applicationId}.',
    danger: null,
  },
  permission: 'applications:write',
  recentSignIn: true,
  record: 'applicationId',
  route: { method: 'PUT', path: '/applications/:applicationId/served-resources' },
  input: z.strictObject({
    applicationId: recordId('application'),
    apiResourceIds: z.array(idSchema('apiResource')).max(mostResources).describe('The API resources that it serves.'),
  }),
  output: { application: entity('Application', 'The updated application.') },
  inverse: { list: 'apiResourceIds', added: 'addedApiResourceIds', removed: 'removedApiResourceIds' },
  always: ['Application.ServedResources.Updated'],
  async run({ tx, actor, now, emit, unchanged }, { applicationId, apiResourceIds }) {
    const application = await lockApplication(tx, applicationId);
    requireNotBuiltIn(application);
    await lockServable(tx, apiResourceIds, 'apiResourceIds');
    const { added, removed } = await replaceLinks(tx, 'servedResources', [applicationId], apiResourceIds);
    if (!added.length && !removed.length) return unchanged({ application: applicationId });
    // Its rule about tokens may hold back every permission.
    if (application.managementApiAllowed) await assertMayGrant({ tx, actor }, { everything: true });
    emit('Application.ServedResources.Updated', applicationId, {
      application: applicationOf(application, now),
      addedApiResourceIds: added,
      removedApiResourceIds: removed,
    });
    return { application: applicationId };
  },
});
