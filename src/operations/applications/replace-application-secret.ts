import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { nextSecretName, secretSettings } from '../../domain/oauth/application-settings.ts';
import { idSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { makeSecret } from '../../store/records/applications.ts';
import { applicationOf, applicationSecretOf } from '../../store/records/shapes.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { fieldFacts, secretText } from '../../vocabulary/field-facts.ts';
import { exampleTimes, field } from '../../vocabulary/shape-parts.ts';
import { ofSecret } from './of-secret.ts';

/** Seconds. */
const day = 86_400;

export const replaceApplicationSecret = defineOperation({
  name: 'replaceApplicationSecret',
  summary:
    'Replace a secret of an application by a new one. The replaced one is accepted until the overlap ends. The new one is returned only in this response.',
  words: {
    title: 'Replace {secretId}',
    button: 'Replace {secretId}',
    danger: 'The replaced one is no longer accepted when the overlap ends: give the new one to the application before.',
  },
  permission: 'applications:write',
  recentSignIn: true,
  record: 'applicationId',
  route: { method: 'POST', path: '/applications/:applicationId/secrets/:secretId/replace' },
  input: z.strictObject({
    applicationId: ofSecret.applicationId,
    secretId: idSchema('applicationSecret').describe('The secret to replace.'),
    overlapSeconds: z
      .int()
      .min(0)
      .max(30 * day)
      .default(day)
      .describe('Seconds for which the replaced secret is still accepted; 0 if it must no longer be used.')
      .register(fieldFacts, {
        widget: 'duration',
        description: 'For so long, the replaced secret is still accepted; 0 if it must no longer be used.',
      }),
    name: secretSettings.name
      .nullish()
      .describe(
        'Name of the new secret, unique within the application; if omitted, that of the replaced one, numbered.',
      ),
    expiresAt: secretSettings.expiresAt,
  }),
  findRecord: ofSecret.findRecord,
  output: {
    application: entity('Application', 'The updated application.'),
    applicationSecret: entity('ApplicationSecret', 'The new secret as lists show it.'),
    secret: secretText.describe('The value of the secret. Only its hash is stored.'),
    replacedSecretExpiresAt: field(
      z.iso.datetime(),
      'When the replaced secret is no longer accepted.',
      exampleTimes.later,
    ),
  },
  always: ['Application.Secrets.Updated'],
  async run({ tx, actor, ids, now, emit }, { applicationId, secretId, overlapSeconds, name, expiresAt }) {
    if (applicationId === undefined) throw notFound('application secret', 'secretId');
    const application = await lockApplication(tx, applicationId);
    await assertMayGrant({ tx, actor }, { holderId: applicationId });
    const secrets = await tx.applicationSecret.findMany({ where: { applicationId } });
    const replaced = secrets.find(({ id }) => id === secretId);
    if (!replaced) throw notFound('secret of this application', 'secretId');
    const overlapEnd = new Date(now.getTime() + overlapSeconds * 1000);
    const end = replaced.expiresAt && replaced.expiresAt < overlapEnd ? replaced.expiresAt : overlapEnd;
    const where = { id: secretId };
    if (end <= now) await tx.applicationSecret.delete({ where });
    else await tx.applicationSecret.update({ where, data: { expiresAt: end } });
    const settings = { name: name ?? nextSecretName(replaced.name, secrets), expiresAt };
    const { value, row } = await makeSecret({ tx, ids, now }, applicationId, settings);
    emit('Application.Secrets.Updated', applicationId, {
      application: applicationOf(application, now),
      addedSecrets: [applicationSecretOf(row)],
      revokedSecrets: [applicationSecretOf({ ...replaced, expiresAt: end })],
    });
    return {
      application: applicationId,
      applicationSecret: row.id,
      secret: value,
      replacedSecretExpiresAt: end.toISOString(),
    };
  },
});
