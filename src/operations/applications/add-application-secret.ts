import { z } from 'zod';
import { maxSecrets, requireCanHaveSecret, secretBytes } from '../../domain/application.ts';
import { badUserInput, conflict } from '../../domain/failure.ts';
import { idSchema, nameSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addSecret } from '../../store/records/applications.ts';
import { lockApplication } from '../../store/records/locked-records.ts';
import { applicationOf, applicationSecretOf } from '../../store/records/shapes.ts';

export const addApplicationSecret = defineOperation({
  name: 'addApplicationSecret',
  summary: 'Add a secret to a confidential application. The secret is returned only in this response.',
  permission: 'applications:write',
  subject: 'applicationId',
  route: { method: 'POST', path: '/applications/:applicationId/secrets' },
  input: z.strictObject({
    applicationId: idSchema.describe('The application.'),
    name: nameSchema.describe('Name of the secret, unique within the application.'),
    expiresAt: z.iso.datetime({ offset: true }).nullish().describe('When it expires; if omitted, never.'),
  }),
  output: {
    application: entity('Application', 'The updated application.'),
    applicationSecret: entity('ApplicationSecret', 'The new secret as lists show it.'),
    secret: z.string().describe('The value of the secret. Only its hash is stored.'),
  },
  always: ['Application.Secrets.Updated'],
  async run({ tx, actor, ids, now, emit }, { applicationId, name, expiresAt: end }) {
    const application = await lockApplication(tx, applicationId);
    requireCanHaveSecret(application);
    await assertMayGrant({ tx, actor }, { holderId: applicationId });
    const expiresAt = end ? new Date(end) : null;
    if (expiresAt && expiresAt <= now) throw badUserInput('This time has passed.', 'expiresAt');
    if ((await tx.applicationSecret.count({ where: { applicationId } })) >= maxSecrets) {
      throw conflict(`An application has at most ${maxSecrets} secrets: revoke one first.`, 'applicationId');
    }
    const value = ids.secret(secretBytes);
    const secret = { id: ids.next('applicationSecret'), applicationId, name, value, expiresAt };
    const added = await addSecret(tx, secret);
    emit('Application.Secrets.Updated', applicationId, {
      application: applicationOf(application),
      addedSecrets: [applicationSecretOf(added)],
      revokedSecrets: [],
    });
    return { application: applicationId, applicationSecret: added.id, secret: value };
  },
});
