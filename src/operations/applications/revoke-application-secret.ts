import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf, applicationSecretOf } from '../../store/records/shapes.ts';
import { ofSecret } from './of-secret.ts';

export const revokeApplicationSecret = defineOperation({
  name: 'revokeApplicationSecret',
  summary: 'Revoke a secret of an application. It stops working at once.',
  words: {
    title: 'Revoke {secretId}',
    button: 'Revoke {secretId}',
    danger: 'It stops working at once: whatever still uses it can no longer authenticate. There is no way back.',
  },
  permission: 'applications:write',
  recentSignIn: true,
  record: 'applicationId',
  route: { method: 'DELETE', path: '/applications/:applicationId/secrets/:secretId' },
  input: z.strictObject({
    applicationId: ofSecret.applicationId,
    secretId: idSchema('applicationSecret').describe('The secret to revoke.'),
  }),
  findRecord: ofSecret.findRecord,
  output: { application: entity('Application', 'The updated application.') },
  always: ['Application.Secrets.Updated'],
  async run({ tx, now, emit }, { applicationId, secretId }) {
    if (applicationId === undefined) throw notFound('application secret', 'secretId');
    const application = await lockApplication(tx, applicationId);
    const secret = await tx.applicationSecret.findUnique({ where: { id: secretId, applicationId } });
    if (!secret) throw notFound('secret of this application', 'secretId');
    await tx.applicationSecret.delete({ where: { id: secretId } });
    emit('Application.Secrets.Updated', applicationId, {
      application: applicationOf(application, now),
      addedSecrets: [],
      revokedSecrets: [applicationSecretOf(secret)],
    });
    return { application: applicationId };
  },
});
