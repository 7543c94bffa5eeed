import { z } from 'zod';
import { requireCanHaveSecret } from '../../domain/oauth/application.ts';
import { secretSettings } from '../../domain/oauth/application-settings.ts';
import { recordId } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { makeSecret } from '../../store/records/applications.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf, applicationSecretOf } from '../../store/records/shapes.ts';
import { secretText } from '../../vocabulary/field-facts.ts';

export const addApplicationSecret = defineOperation({
  name: 'addApplicationSecret',
  summary: 'Add a secret to a confidential application. The secret is returned only in this response.',
  words: {
    title: 'Add a secret to {applicationId}',
    button: 'Add secret',
    note: 'The secret is shown once, right after it is created.',
    danger: null,
  },
  permission: 'applications:write',
  recentSignIn: true,
  record: 'applicationId',
  route: { method: 'POST', path: '/applications/:applicationId/secrets' },
  input: z.strictObject({
    applicationId: recordId('application'),
    ...secretSettings,
  }),
  output: {
    application: entity('Application', 'The updated application.'),
    applicationSecret: entity('ApplicationSecret', 'The new secret as lists show it.'),
    secret: secretText.describe('The value of the secret. Only its hash is stored.'),
  },
  always: ['Application.Secrets.Updated'],
  async run({ tx, actor, ids, now, emit }, { applicationId, ...settings }) {
    const application = await lockApplication(tx, applicationId);
    requireCanHaveSecret(application, 'applicationId');
    await assertMayGrant({ tx, actor }, { holderId: applicationId });
    const { value, row } = await makeSecret({ tx, ids, now }, applicationId, settings);
    emit('Application.Secrets.Updated', applicationId, {
      application: applicationOf(application, now),
      addedSecrets: [applicationSecretOf(row)],
      revokedSecrets: [],
    });
    return { application: applicationId, applicationSecret: row.id, secret: value };
  },
});
