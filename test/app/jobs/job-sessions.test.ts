import { describe, expect, it } from 'vitest';
import { createJobRunner, type JobServices } from '../../../src/app/jobs/run-job.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { setApplicationSuspended } from '../../../src/operations/applications/set-application-suspended.ts';
import { startJob } from '../../../src/operations/jobs/start-job.ts';
import { endUserSession } from '../../../src/operations/users/end-user-session.ts';
import { endUserSessions } from '../../../src/operations/users/end-user-sessions.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { addApplication, addResource, addUser } from '../../support/issuer.ts';
import { actorWith, originOf, startKernel } from '../../support/kernel.ts';
import { perFile, perTest } from '../../support/per-file.ts';

const managementResource = 'https://id.example.com/api';
const kernel = perFile(startKernel);
const records = perTest(async () => {
  const { prisma } = kernel.database;
  await prisma.apiResource.deleteMany();
  await prisma.user.deleteMany();
  const { scopeIds } = await addResource(prisma, managementResource, ['users:read', 'users:write']);
  const data = Array.from({ length: 101 }, () => ({ id: ids.next('user'), createdAt: kernel.now() }));
  await prisma.user.createMany({ data });
  const { id } = await addUser(prisma, { scopeIds });
  const application = (await addApplication(prisma, 'SINGLE_PAGE')).id;
  return { starter: id, application, users: data.map((user) => user.id) };
});

/** A session of the starter. */
async function signIn(userId = records.starter): Promise<string> {
  const uid = ids.secret();
  const expiresAt = new Date(kernel.now().getTime() + 86_400_000);
  const payload = { uid, accountId: userId, loginTs: kernel.now().getTime() / 1000, authorizations: {} };
  await kernel.database.prisma.oidcRecord.create({
    data: { model: 'Session', key: ids.secret(), uid, userId, expiresAt, payload },
  });
  return uid;
}

const input = { operation: 'endUserSessions', filter: {} } as const;
const logger = createLogger('error', { write: (line) => expect.unreachable(line) });

async function run(more: Partial<JobServices> = {}): Promise<void> {
  const services = { ...kernel, clock: { now: kernel.now }, ids, logger, config: { managementResource }, ...more };
  const runNext = createJobRunner(services);
  while (await runNext());
}

/** Starts a job for 101 users, makes the change after the first hundred, and returns the job. */
async function jobWith(more: Partial<Actor>, change: () => Promise<unknown>) {
  const actor = { ...actorWith('users:read', 'users:write'), id: records.starter, ...more };
  const { output } = await kernel.execute(startJob, actor, input, originOf('req_job'));
  let batches = 0;
  await run({
    async executeBulk(...call) {
      const executed = await kernel.executeBulk(...call);
      if (++batches === 1) await change();
      return executed;
    },
  });
  return kernel.database.prisma.job.findUniqueOrThrow({ where: { id: output.job } });
}

const gone = {
  state: 'failed',
  succeeded: 100,
  reason: 'The starter is deleted or suspended, or its session was ended.',
};

describe('a job that a person started in a session', () => {
  const nothing = () => Promise.resolve();
  const end = (sessionId: string) => kernel.run(endUserSession, { userId: records.starter, sessionId });

  it('ends after the present hundred users when that session is ended', async () => {
    const sessionId = await signIn();
    expect(await jobWith({ sessionId }, () => end(sessionId))).toMatchObject(gone);
  });

  it('goes on when another session of the person is ended', async () => {
    const [sessionId, other] = [await signIn(), await signIn()];
    expect(await jobWith({ sessionId }, () => end(other))).toMatchObject({ state: 'finished' });
  });

  it('goes on after the session if its access token would', async () => {
    const sessionId = await signIn();
    expect(await jobWith({ sessionId: null }, () => end(sessionId))).toMatchObject({ state: 'finished' });
  });

  it('ends when the session expires', async () => {
    const sessionId = await signIn();
    expect(await jobWith({ sessionId }, async () => kernel.advance(86_401))).toMatchObject(gone);
  });

  it('does not begin if everything of the person was ended after their access token was read', async () => {
    await kernel.run(endUserSessions, { userId: records.starter });
    expect(await jobWith({ sessionEpoch: 0 }, nothing)).toMatchObject({ ...gone, succeeded: 0 });
    expect(await jobWith({ sessionEpoch: 1 }, nothing)).toMatchObject({ state: 'finished' });
  });

  it('does not begin in a session of someone else', async () => {
    const sessionId = await signIn(records.users[0]);
    expect(await jobWith({ sessionId }, nothing)).toMatchObject({ ...gone, succeeded: 0 });
  });

  it('ends when the application that acted for the person was suspended, also if it is active again', async () => {
    const applicationId = records.application;
    const suspend = (isSuspended: boolean) => kernel.run(setApplicationSuspended, { applicationId, isSuspended });
    const change = async () => {
      await suspend(true);
      await suspend(false);
    };
    expect(await jobWith({ applicationIds: [applicationId] }, change)).toMatchObject(gone);
  });
});
