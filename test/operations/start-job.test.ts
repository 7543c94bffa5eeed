import { describe, expect, it } from 'vitest';
import { cancelJob } from '../../src/operations/jobs/cancel-job.ts';
import { startJob } from '../../src/operations/jobs/start-job.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import type { Permission } from '../../src/vocabulary/permissions.ts';
import { addUser } from '../support/issuer.ts';
import { actorWith, originOf, refusalOf, startKernel, platformActor } from '../support/kernel.ts';
import { perTest } from '../support/per-file.ts';

const kernel = perTest(startKernel);
const starter = perTest(async () => ({ ...actorWith(), id: (await addUser(kernel.database.prisma)).id }));

const addUsers = async (count: number): Promise<string[]> => {
  const users = Array.from({ length: count }, () => ids.next('user')).sort();
  await kernel.database.prisma.user.createMany({ data: users.map((id) => ({ id, createdAt: kernel.now() })) });
  return users;
};
const start = async (input: object, actor = starter) => {
  const { output } = await kernel.execute(startJob, actor, input as never, originOf('req_job'));
  return output.job;
};
const suspended = () => kernel.database.prisma.user.count({ where: { suspendedAt: { not: null } } });
const suspend = { operation: 'setUserSuspended', filter: {}, isSuspended: true };

describe('a dry run', () => {
  const tryRun = async (input: object, actor = starter) => {
    const { output } = await kernel.dryRun(platformActor, ({ execute }) =>
      execute(startJob, actor, input as never, originOf('req_dry')),
    );
    return output;
  };

  it('tries the operation for the first 20 users, and nothing of it remains', async () => {
    const users = await addUsers(30);
    const organizationId = ids.next('organization');
    await kernel.database.prisma.organization.create({ data: { id: organizationId, name: 'Acme' } });
    const [first = '', second = ''] = users;
    await kernel.database.prisma.organizationUser.create({ data: { organizationId, userId: second } });
    const remove = { operation: 'removeOrganizationMember', filter: { ids: [first, second] }, organizationId };
    const { sampleSize, sampleFailures } = await tryRun(remove);
    expect([sampleSize, sampleFailures]).toEqual([
      2,
      [{ userId: first, code: 'NOT_FOUND', message: expect.any(String) }],
    ]);
    expect(await tryRun(suspend)).toMatchObject({ sampleSize: 20, sampleFailures: [] });
    expect(await suspended()).toBe(0);
    expect(await kernel.database.prisma.organizationUser.count()).toBe(1);
    expect(await kernel.database.prisma.job.count()).toBe(0);
  });

  it('shows what follows it in the same dry run as if only the job was started', async () => {
    await addUsers(3);
    const left = await kernel.dryRun(platformActor, async (inside) => {
      await inside.execute(startJob, starter, suspend as never, originOf('req_dry'));
      return [await inside.tx.user.count({ where: { suspendedAt: { not: null } } }), [...inside.emitted]];
    });
    expect(left).toEqual([0, ['Job.Started']]);
  });

  it('tries nothing for a caller who may not read users, or if it is no dry run', async () => {
    await addUsers(3);
    const blind = { ...starter, permissions: new Set<Permission>(['users:write']) };
    expect(await tryRun(suspend, blind)).toMatchObject({ sampleSize: 0, sampleFailures: [] });
    const { output } = await kernel.execute(startJob, starter, suspend as never, originOf('req_job'));
    expect(output).toMatchObject({ sampleSize: 0, sampleFailures: [] });
    expect(await suspended()).toBe(0);
  });
});

describe('unfinished jobs', () => {
  it('are at most 20 of a starter; another one is CONFLICT until one ends, and others can start theirs', async () => {
    await addUsers(1);
    const jobs: string[] = [];
    for (let count = 0; count < 20; count++) jobs.push(await start(suspend));
    expect(await refusalOf(start(suspend))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/20 jobs/),
    });
    const other = { ...starter, id: (await addUser(kernel.database.prisma)).id };
    expect(await start(suspend, other)).toBeTypeOf('string');
    await kernel.execute(cancelJob, starter, { jobId: jobs[0] ?? '' }, originOf('req_job'));
    expect(await start(suspend)).toBeTypeOf('string');
  });

  it('stay within the limit if two are started at the same time', async () => {
    await addUsers(1);
    for (let count = 0; count < 19; count++) await start(suspend);
    const both = await Promise.allSettled([start(suspend), start(suspend)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
