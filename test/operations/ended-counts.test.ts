import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { platformActor } from '../../src/kernel/actor.ts';
import type { OutputShape, TypedOperation } from '../../src/kernel/operation.ts';
import { deleteApplication } from '../../src/operations/applications/delete-application.ts';
import { setApplicationSuspended } from '../../src/operations/applications/set-application-suspended.ts';
import { updateApplication } from '../../src/operations/applications/update-application.ts';
import { deleteUser } from '../../src/operations/users/delete-user.ts';
import { endUserSessions } from '../../src/operations/users/end-user-sessions.ts';
import { setUserPassword } from '../../src/operations/users/set-user-password.ts';
import { setUserSuspended } from '../../src/operations/users/set-user-suspended.ts';
import { updateUser } from '../../src/operations/users/update-user.ts';
import { addApplication, addUser, startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';

/** Events state how often everything of a person or an application was ended: tokens with a smaller count are older. */
const issuer = perFile(startIssuer);
let user: Awaited<ReturnType<typeof addUser>>;
let application: Awaited<ReturnType<typeof addApplication>>;

beforeAll(async () => {
  user = await addUser(issuer.database.prisma);
  application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
});

/** The type and the count of the newest event of the operation. */
async function eventOf<Input extends z.ZodType, Output extends OutputShape>(
  operation: TypedOperation<Input, Output>,
  input: z.input<Input>,
): Promise<[type: string, count: unknown]> {
  await issuer.execute(operation, platformActor, input, { requestId: 'req_test', channel: 'graphql' });
  const { type, data } = await issuer.database.prisma.event.findFirstOrThrow({ orderBy: { sequence: 'desc' } });
  return [type, (data as { sessionEpoch?: unknown }).sessionEpoch];
}

const signIn = async () => (await relyingParty(issuer.issuer, application)).signIn(user.username);

describe('the events of endings', () => {
  test('count what was ended of a user, and state where nothing was', async () => {
    const userId = user.id;
    expect(await eventOf(setUserSuspended, { userId, isSuspended: true })).toEqual([
      'User.SuspensionStatus.Updated',
      1,
    ]);
    expect(await eventOf(setUserSuspended, { userId, isSuspended: false })).toEqual([
      'User.SuspensionStatus.Updated',
      null,
    ]);
    await signIn();
    expect(await eventOf(endUserSessions, { userId })).toEqual(['User.Sessions.Ended', 2]);
    const password = 'another one, just as long';
    expect(await eventOf(setUserPassword, { userId, password })).toEqual(['User.Data.Updated', 3]);
    expect(await eventOf(updateUser, { userId, name: 'Countess Ada' })).toEqual(['User.Data.Updated', null]);
    expect(await eventOf(deleteUser, { userId })).toEqual(['User.Deleted', 4]);
  });

  test('count what was ended of an application, and state where nothing was', async () => {
    const applicationId = application.id;
    const suspension = 'Application.SuspensionStatus.Updated';
    expect(await eventOf(setApplicationSuspended, { applicationId, isSuspended: true })).toEqual([suspension, 1]);
    expect(await eventOf(setApplicationSuspended, { applicationId, isSuspended: false })).toEqual([suspension, null]);
    const updated = 'Application.Data.Updated';
    expect(await eventOf(updateApplication, { applicationId, name: 'Store' })).toEqual([updated, null]);
    expect(await eventOf(updateApplication, { applicationId, isThirdParty: true })).toEqual([updated, 2]);
    expect(await eventOf(deleteApplication, { applicationId })).toEqual(['Application.Deleted', 3]);
  });
});
