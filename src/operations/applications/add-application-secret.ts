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
  summary: 'Add a secret to an application that can keep one. The secret is shown in this answer and never again.',
  permission: 'applications:write',
  subject: 'applicationId',
  route: { method: 'POST', path: '/applications/:applicationId/secrets' },
  input: z.strictObject({
    applicationId: idSchema.describe('The application that gets the secret.'),
    name: nameSchema.describe('Name of the secret, unlike the others of the application.'),
    expiresAt: z.iso.datetime({ offset: true }).nullish().describe('When it stops working; never, when left out.'),
  }),
  output: {
    application: entity('Application', 'The application as it is now.'),
    applicationSecret: entity('ApplicationSecret', 'The new secret as it is listed from now on.'),
    secret: z.string().describe('The secret itself. Only its hash is kept.'),
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
