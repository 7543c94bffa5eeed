import { z } from 'zod';
import { second } from '../../domain/durations.ts';
import { conflict, Failure, notFound } from '../../domain/failure.ts';
import { isSuspended, mayImpersonate } from '../../domain/oauth/application.ts';
import { impersonatorName } from '../../domain/people/impersonation.ts';
import { recordId } from '../../domain/text.ts';
import { timeSchema } from '../../domain/times.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import type { Row, Transaction } from '../../platform/database/database.ts';
import { holdsAllOf } from '../../store/access/granted-permissions.ts';
import { readPresentPolicy } from '../../store/flows/policies.ts';
import { insertImpersonation } from '../../store/impersonations/impersonations.ts';
import { useSubjectToken } from '../../store/impersonations/subject-tokens.ts';
import { queueAccountNotice } from '../../store/messages/account-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockShared } from '../../store/row-locks/row-locks.ts';
import { grantInput } from './grant-endings.ts';

export const startImpersonation = defineOperation({
  name: 'startImpersonation',
  summary:
    'Use a subject token: its administrator acts as its user, through the application that has presented it, until the grant ends.',
  permission: 'issuer',
  route: null,
  queuesMessages: true,
  input: z.strictObject({
    subjectTokenId: recordId('subjectToken'),
    applicationId: recordId('application'),
    applicationSessionEpoch: z.int().describe('Its session epoch when it authenticated.'),
    grantId: grantInput,
    lifetime: z.int().describe('Lifetime of tokens for the API resource in seconds.'),
  }),
  output: { user: entity('User'), endsAt: timeSchema.describe('Until when it goes on.') },
  always: ['User.Impersonation.Started'],
  prepare: ({ secretBox, ids }) => Promise.resolve({ secretBox, messageId: ids.next('message') }),
  async run({ tx, now, emit }, { subjectTokenId, grantId: id, lifetime, ...by }, { secretBox, messageId }) {
    const token = await tx.subjectToken.findUnique({ where: { id: subjectTokenId } });
    if (!token) throw noToken();
    const { reason, userId, administratorId, userSessionEpoch, administratorSessionEpoch } = token;
    const application = await requireApplication(tx, by, now);
    const { user, administrator } = await requirePeople(tx, token);
    // After the locks: a deletion of either deletes the token as well.
    if (!(await useSubjectToken(tx, subjectTokenId, now))) throw noToken();
    const { lifetimeSeconds, notifies } = (await readPresentPolicy(tx)).impersonation;
    const expiresAt = new Date(now.getTime() + Math.min(lifetime, lifetimeSeconds) * second);
    const epochs = { userSessionEpoch, administratorSessionEpoch, applicationSessionEpoch: application.sessionEpoch };
    const started = { administratorId, applicationId: application.id, reason };
    await insertImpersonation(tx, { userId, ...started, ...epochs, id, startedAt: now, expiresAt });
    const endsAt = expiresAt.toISOString();
    emit('User.Impersonation.Started', userId, { user: userOf(user), ...started, grantId: id, expiresAt: endsAt });
    if (notifies) {
      const names = { administratorName: impersonatorName(administrator), applicationName: application.name };
      const notice = { user, sessionId: null, id: messageId, now };
      await queueAccountNotice(tx, secretBox, notice, { template: 'impersonated', ...names, until: expiresAt });
    }
    return { user: userId, endsAt };
  },
});

interface Requester {
  applicationId: string;
  applicationSessionEpoch: number;
}

const noToken = () => notFound('subject token', 'subjectTokenId');

/**
 * The application. CONFLICT if it may not impersonate now, or was ended since it authenticated. It is locked: a change
 * that forbids it waits, and then ends what begins here.
 */
async function requireApplication(tx: Transaction, { applicationId, applicationSessionEpoch }: Requester, now: Date) {
  await lockShared(tx, 'application', [applicationId]);
  const application = await tx.application.findUnique({ where: { id: applicationId } });
  const isCurrent = application?.sessionEpoch === applicationSessionEpoch && !isSuspended(application, now);
  if (!isCurrent || !mayImpersonate(application)) throw conflict('This application may not impersonate.');
  return application;
}

/**
 * The user and the administrator. NOT_FOUND if everything of the user was ended since the token was created, FORBIDDEN
 that of the administrator was, or if they no longer hold all that the user holds. Both are locked as well.
 */
async function requirePeople(tx: Transaction, token: Row<'subjectToken'>) {
  const { userId, administratorId, userSessionEpoch, administratorSessionEpoch } = token;
  await lockShared(tx, 'user', [userId, administratorId]);
  const people = await tx.user.findMany({ where: { id: { in: [userId, administratorId] } } });
  const active = (id: string, sessionEpoch: number) =>
    people.find((one) => one.id === id && one.suspendedAt === null && one.sessionEpoch === sessionEpoch);
  const user = active(userId, userSessionEpoch);
  if (!user) throw noToken();
  const administrator = active(administratorId, administratorSessionEpoch);
  const may = administrator && (await holdsAllOf(tx, administratorId, { userId, besides: 'users:impersonate' }));
  if (!may) throw new Failure('FORBIDDEN', 'The administrator may no longer act as this user.');
  return { user, administrator };
}
