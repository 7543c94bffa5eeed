import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startJobs } from '../../../src/app/jobs/start.ts';
import { createJobRunner, type JobServices } from '../../../src/app/jobs/run-job.ts';
import { checkTotal } from '../../../src/domain/jobs.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { cancelJob } from '../../../src/operations/jobs/cancel-job.ts';
import { startJob } from '../../../src/operations/jobs/start-job.ts';
import { setUserSuspended } from '../../../src/operations/users/set-user-suspended.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { leaseDuration } from '../../../src/store/jobs.ts';
import { type Permission, permissionNames } from '../../../src/vocabulary/permissions.ts';
import { addApplication, addResource, addUser } from '../../support/issuer.ts';
import { actorWith, eventsOf, originOf, refusalOf, startKernel, type TestKernel } from '../../support/kernel.ts';
import { until } from '../../support/until.ts';

let kernel: TestKernel;
let services: JobServices;
let starter: Actor;
let adminRoleId: string;
const logged: string[] = [];
const managementResource = 'https://id.example.com/api';

beforeEach(async () => {
  kernel = await startKernel();
  const { prisma } = kernel.database;
  services = {
    ...kernel,
    clock: { now: kernel.now },
    ids,
    logger: createLogger('warn', { write: (line) => void logged.push(line) }),
    config: { managementResource },
  };
  const { scopeIds } = await addResource(prisma, managementResource, [...permissionNames]);
  adminRoleId = ids.next('role');
  await prisma.role.create({
    data: { id: adminRoleId, name: 'Administrator', scopes: { create: scopeIds.map((scopeId) => ({ scopeId })) } },
  });
  const { id } = await addUser(prisma);
  await prisma.userRole.create({ data: { userId: id, roleId: adminRoleId } });
  starter = { ...actorWith(), id };
});
afterEach(async () => {
  if (logged.length) throw new Error(logged.splice(0).join(''));
  await kernel[Symbol.asyncDispose]();
});

const addUsers = async (count: number): Promise<string[]> => {
  const users = Array.from({ length: count }, () => ids.next('user')).sort();
  const data = users.map((id) => ({ id, createdAt: kernel.now() }));
  await kernel.database.prisma.user.createMany({ data });
  return users;
};
const start = async (input: object, actor = starter) => {
  const { output } = await kernel.execute(startJob, actor, input as never, originOf('req_job'));
  return output.job;
};
/** Runs batches until none is left. False if there was none. */
const work = async (given: Partial<JobServices> = {}, runNext = createJobRunner({ ...services, ...given })) => {
  if (!(await runNext())) return false;
  while (await runNext());
  return true;
};
const stateOf = (id: string) =>
  kernel.database.prisma.job.findUniqueOrThrow({
    where: { id },
    select: { state: true, reason: true, total: true, succeeded: true, failed: true, failures: true },
  });
const suspended = () => kernel.database.prisma.user.count({ where: { suspendedAt: { not: null } } });
const suspend = { operation: 'setUserSuspended', filter: {}, isSuspended: true };
const eventsOfJob = async (type: string) =>
  (await eventsOf(kernel.database, 'req_job')).filter((event) => event.type === type);
/** Stops the process after the first batch has run, and before its results are stored. */
const crashing = (): Partial<JobServices> => ({
  executeBulk: async (...call) => {
    await kernel.executeBulk(...call);
    throw new Error('killed');
  },
});

describe('a job', () => {
  it('a dangerous operation requires a recent sign-in when its job is started, and then no more', async () => {
    const deletion = { operation: 'deleteUser', filter: { ids: await addUsers(2) } };
    const late = { ...starter, authenticatedAt: new Date(kernel.now().getTime() - 901_000) };
    await expect(start(deletion, late)).rejects.toMatchObject({ code: 'INSUFFICIENT_USER_AUTHENTICATION' });
    const jobId = await start(deletion);
    kernel.advance(7200);
    await work();
    expect(await stateOf(jobId)).toMatchObject({ state: 'finished', succeeded: 2, failed: 0 });
  });

  it('runs its operation for each user that matched when it was started, with the events of the operation', async () => {
    const users = await addUsers(250);
    const jobId = await start({ ...suspend, filter: { isSuspended: false } });
    kernel.advance(1);
    const [later] = await addUsers(1);
    expect(await stateOf(jobId)).toMatchObject({ state: 'running', total: 250, succeeded: 0 });
    expect(await work()).toBe(true);
    const ended = { state: 'finished', reason: null, total: 250, succeeded: 250, failed: 0, failures: [] };
    expect(await stateOf(jobId)).toEqual(ended);
    const events = await eventsOfJob('User.SuspensionStatus.Updated');
    expect(events.map(({ subjectId }) => subjectId).toSorted()).toEqual(users);
    const [event] = await kernel.database.prisma.event.findMany({ where: { id: events[0]?.id ?? '' } });
    expect([event?.actor, event?.cause]).toMatchObject([{ id: starter.id }, { operation: 'setUserSuspended' }]);
    const [finished] = await eventsOfJob('Job.Finished');
    expect(finished).toMatchObject({ subjectId: jobId, data: { job: { state: 'finished', succeeded: 250 } } });
    const untouched = { where: { suspendedAt: null }, select: { id: true } };
    const left = await kernel.database.prisma.user.findMany(untouched);
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([starter.id, later]));
    expect(await work()).toBe(false);
  });

  it('counts the users for whom its operation fails, and stores the first 100 failures', async () => {
    const users = await addUsers(150);
    const organizationId = ids.next('organization');
    const { organization } = kernel.database.prisma;
    await organization.create({ data: { id: organizationId, name: 'Acme' } });
    const jobId = await start({ operation: 'setOrganizationMember', filter: {}, organizationId });
    await organization.delete({ where: { id: organizationId } });
    await work();
    const { failures, ...state } = await stateOf(jobId);
    expect(state).toEqual({ state: 'finished', reason: null, total: 150, succeeded: 0, failed: 150 });
    expect(failures).toHaveLength(100);
    expect(failures).toContainEqual({ userId: users[0], code: 'NOT_FOUND', message: expect.any(String) });
  });

  it('continues in another process after the lease of one that was killed, without doing anything twice', async () => {
    const users = await addUsers(250);
    const jobId = await start({ operation: 'deleteUser', filter: {} });
    await expect(work(crashing())).rejects.toThrow('killed');
    expect(await stateOf(jobId)).toMatchObject({ state: 'running', succeeded: 0 });
    expect(await work()).toBe(false);
    kernel.advance(leaseDuration / 1000);
    expect(await work()).toBe(true);
    expect(await stateOf(jobId)).toMatchObject({ state: 'finished', succeeded: 250, failed: 0 });
    const deleted = (await eventsOfJob('User.Deleted')).map(({ subjectId }) => subjectId);
    expect(deleted.toSorted()).toEqual(users);
  });

  it('ends after the users that it works on when it is canceled', async () => {
    await addUsers(250);
    const jobId = await start(suspend);
    await work({
      executeBulk: async (...call) => {
        await kernel.run(cancelJob, { jobId }, starter);
        return kernel.executeBulk(...call);
      },
    });
    expect(await stateOf(jobId)).toMatchObject({ state: 'cancelled', succeeded: 100 });
    expect([await suspended(), await work()]).toEqual([100, false]);
  });

  it('continues later when its process stops', async () => {
    await addUsers(250);
    const jobId = await start(suspend);
    const begun = Promise.withResolvers<void>();
    const executeBulk: JobServices['executeBulk'] = (...call) => (begun.resolve(), kernel.executeBulk(...call));
    const stop = startJobs({ ...services, executeBulk, nudges: kernel.nudges });
    await begun.promise;
    await stop();
    expect(await stateOf(jobId)).toMatchObject({ state: 'running', succeeded: 100 });
    await work();
    expect(await stateOf(jobId)).toMatchObject({ state: 'finished', succeeded: 250 });
  });

  it('begins at once when it is started', async () => {
    await addUsers(3);
    const stop = startJobs({ ...services, nudges: kernel.nudges });
    const jobId = await start(suspend);
    await until(() => kernel.nudged.some((nudge) => nudge.kind === 'events' && nudge.types.includes('Job.Finished')));
    await stop();
    expect([(await stateOf(jobId)).state, await suspended()]).toEqual(['finished', 3]);
  });
});

describe('the rights of a job', () => {
  const failed = (reason: string) => ({ state: 'failed', reason, succeeded: 0, failed: 0 });
  const gone = 'The starter is deleted or suspended, or its session was ended.';

  it('are those that its starter still holds', async () => {
    const { prisma } = kernel.database;
    await addUsers(3);
    const jobId = await start(suspend);
    await prisma.userRole.deleteMany({ where: { roleId: adminRoleId } });
    await work();
    expect(await stateOf(jobId)).toMatchObject(failed('Requires the permission users:write.'));
    expect(await suspended()).toBe(0);
  });

  it('end between two batches', async () => {
    const { prisma } = kernel.database;
    await addUsers(150);
    const jobId = await start(suspend);
    const executeBulk: JobServices['executeBulk'] = async (...call) => {
      const executed = await kernel.executeBulk(...call);
      await prisma.userRole.deleteMany({ where: { roleId: adminRoleId } });
      return executed;
    };
    await work({ executeBulk });
    expect(await stateOf(jobId)).toMatchObject({ state: 'failed', succeeded: 100 });
  });

  it('include no more than its starter may grant, at the start and for each user', async () => {
    const { prisma } = kernel.database;
    await prisma.apiResource.updateMany({ data: { isBuiltIn: true } });
    const [userId] = await addUsers(1);
    const grant = { operation: 'assignUserRoles', filter: {}, roleIds: [adminRoleId] };
    const limited = { ...starter, permissions: new Set<Permission>(['users:write']) };
    expect(await refusalOf(start(grant, limited))).toMatchObject({ code: 'FORBIDDEN' });
    const jobId = await start(grant);
    await prisma.roleScope.deleteMany({ where: { scope: { name: 'events:read' } } });
    const { id } = await prisma.scope.findFirstOrThrow({ where: { name: 'events:read' } });
    const ofOthers = { id: ids.next('role'), name: 'Auditor', scopes: { create: { scopeId: id } } };
    await prisma.role.create({ data: ofOthers });
    await prisma.job.update({ where: { id: jobId }, data: { input: { roleIds: [ofOthers.id] } } });
    await work();
    expect(await stateOf(jobId)).toMatchObject({ state: 'finished', failures: [{ userId, code: 'FORBIDDEN' }] });
    expect(await prisma.userRole.count({ where: { userId: userId ?? '' } })).toBe(0);
  });

  it('end when its starter is suspended, or signed out everywhere', async () => {
    await addUsers(3);
    const jobId = await start(suspend);
    await kernel.run(setUserSuspended, { userId: starter.id ?? '', isSuspended: true });
    await kernel.run(setUserSuspended, { userId: starter.id ?? '', isSuspended: false });
    await work();
    expect(await stateOf(jobId)).toMatchObject(failed(gone));
  });

  it('end when the application that acted for its starter is suspended', async () => {
    const { prisma } = kernel.database;
    await addUsers(3);
    const { id } = await addApplication(prisma, 'SINGLE_PAGE');
    const jobId = await start(suspend, { ...starter, applicationIds: [id] });
    await prisma.application.update({ where: { id }, data: { suspendedAt: kernel.now() } });
    await work();
    expect(await stateOf(jobId)).toMatchObject(failed(gone));
  });

  it('are those of an application that starts it', async () => {
    const { prisma } = kernel.database;
    await addUsers(3);
    const { id } = await addApplication(prisma, 'MACHINE_TO_MACHINE');
    await prisma.applicationRole.create({ data: { applicationId: id, roleId: adminRoleId } });
    const jobId = await start(suspend, { ...actorWith(), kind: 'application', id });
    await work();
    expect(await stateOf(jobId)).toMatchObject({ state: 'finished', succeeded: 3 });
  });
});

describe('the start of a job', () => {
  const refused = (input: object, actor = starter) => refusalOf(start(input, actor));

  it('requires the permissions of its operation and of its filter, everywhere', async () => {
    const own = actorWith('users:write');
    const filtered = { ...suspend, filter: { isSuspended: false } };
    expect(await refused(filtered, own)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refused({ ...suspend, search: 'ada' }, own)).toMatchObject({ code: 'FORBIDDEN' });
    const ofRole = { ...suspend, filter: { roleId: adminRoleId } };
    expect(await refused(ofRole, actorWith('users:write', 'users:read'))).toMatchObject({ code: 'FORBIDDEN' });
    const member = { operation: 'removeOrganizationMember', filter: {}, organizationId: ids.next('organization') };
    expect(await refused(member, own)).toMatchObject({ code: 'FORBIDDEN' });
    const organizations = new Map([[member.organizationId, new Set(permissionNames)]]);
    const local = { ...actorWith('users:read'), permissions: new Set<Permission>(), organizations };
    expect(await refused(suspend, local)).toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each([
    [{ operation: 'setUserSuspended', filter: {} }, ['isSuspended']],
    [{ operation: 'deleteUser', filter: {}, isSuspended: true }, ['isSuspended']],
    [{ operation: 'assignUserRoles', filter: {}, roleId: 'role_1' }, ['roleIds', 'roleId']],
    [{ ...suspend, filter: { nope: true } }, ['filter.nope']],
    [{ ...suspend, filter: { anyOf: [] } }, ['filter.anyOf']],
    [{ operation: 'createUser', filter: {} }, ['operation']],
    [{ operation: 'deleteUser' }, ['filter']],
  ])('is refused with the fields that are wrong: %j', async (input, paths) => {
    expect(await refused(input)).toMatchObject({ code: 'BAD_USER_INPUT', paths });
    expect(await kernel.database.prisma.job.count()).toBe(0);
  });

  it('is refused for more users than a job may have', () => {
    expect(() => checkTotal(100_000, 100_000)).not.toThrow();
    expect(() => checkTotal(100_001, 100_000)).toThrow('More than 100000 users match. Narrow the filter.');
  });

  it('counts the users in a dry run, and starts nothing', async () => {
    await addUsers(5);
    const caller = async () => starter;
    const total = await kernel.dryRun(caller, async (inside) => {
      const { output } = await inside.execute(startJob, starter, suspend as never, originOf('req_dry'));
      return (await inside.tx.job.findUniqueOrThrow({ where: { id: output.job } })).total;
    });
    expect([total, await work(), await suspended()]).toEqual([5, false, 0]);
  });
});
