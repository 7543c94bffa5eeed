import { z } from 'zod';
import { invalidField, notFound } from '../../domain/failure.ts';
import { requireNotBuiltIn } from '../../domain/oauth/application.ts';
import { requireSignsPeopleIn, signInTrialLifetime, signInTrialPath } from '../../domain/oauth/sign-in-trial.ts';
import { idSchema } from '../../domain/text.ts';
import type { Actor } from '../../kernel/actor.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { applicationOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { addSignInTrial } from '../../store/sign-in-trials.ts';
import { exampleIdOf, idOf } from '../../vocabulary/ids.ts';
import { kinds } from '../../vocabulary/kinds.ts';
import { exampleTimes, field, time, url } from '../../vocabulary/shape-parts.ts';

export const startSignInTrial = defineOperation({
  name: 'startSignInTrial',
  summary:
    'Start a trial sign-in to an application: its user signs in with their own session, the platform redeems the code, and the result shows what the application would receive. The tokens end at once, and no one sees them. It replaces an earlier trial of the user with the application.',
  words: {
    title: 'Try signing in to {applicationId}',
    button: 'Start trial sign-in',
    note: 'You sign in as yourself, and then see what the application would receive. Its tokens end at once.',
    danger: null,
  },
  permission: 'applications:write',
  route: { method: 'POST', path: '/applications/:applicationId/trials' },
  input: z.strictObject({
    applicationId: idSchema('application').describe('The application to try.'),
    apiResourceId: idSchema('apiResource')
      .nullish()
      .describe('The API resource for which a token is requested, with all of its scopes. Default: none.'),
    userId: idSchema('user')
      .nullish()
      .describe(
        'The user who opens the address, and alone reads the result. Default: the caller. Required of applications.',
      ),
  }),
  output: {
    application: entity('Application'),
    trialId: field(idOf('signInTrial'), 'Id of the trial, by which its result is read.', exampleIdOf('signInTrial')),
    url: field(
      url,
      'Address that the user opens once, in the browser in which they are signed in. It leads to the sign-in, and back to the console.',
      'https://id.example.com/sign-in/application-trials/apptrial_01h455vb4pex5vsknk084sn02q',
    ),
    expiresAt: field(time, 'Time at which the trial and its result are deleted.', exampleTimes.later),
  },
  always: ['Application.Trial.Started'],
  prepare: ({ publicUrl }) => Promise.resolve(publicUrl),
  async run({ tx, actor, ids, now, emit }, { applicationId, apiResourceId, userId: named }, publicUrl) {
    const userId = userOfTrial(actor, named ?? null);
    await lockUser(tx, userId);
    const application = await lockApplication(tx, applicationId);
    requireNotBuiltIn(application);
    requireSignsPeopleIn(application, now);
    const resource = apiResourceId ? await indicatorOf(tx, apiResourceId) : null;
    const trialId = ids.next('signInTrial');
    const expiresAt = new Date(now.getTime() + signInTrialLifetime);
    await addSignInTrial(tx, { id: trialId, applicationId, userId, resource, createdAt: now, expiresAt });
    emit('Application.Trial.Started', applicationId, { application: applicationOf(application, now), userId });
    return {
      application: applicationId,
      trialId,
      url: publicUrl + signInTrialPath(trialId),
      expiresAt: expiresAt.toISOString(),
    };
  },
});

function userOfTrial({ kind, id }: Actor, named: string | null): string {
  const userId = named ?? (kind === 'user' ? id : null);
  if (userId === null)
    throw invalidField({ path: ['userId'], code: 'REQUIRED', message: 'Required of applications: a user signs in.' });
  return userId;
}

async function indicatorOf(tx: Transaction, id: string): Promise<string> {
  const resource = await tx.apiResource.findUnique({ where: { id }, select: { indicator: true } });
  if (!resource) throw notFound(kinds.apiResource.label, 'apiResourceId');
  return resource.indicator;
}
