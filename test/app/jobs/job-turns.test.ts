import { expect, it } from 'vitest';
import { createJobRunner, type JobServices } from '../../../src/app/jobs/run-job.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { actorOf } from '../../../src/kernel/current-actor.ts';
import { startJob } from '../../../src/operations/jobs/start-job.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { addResource, addUser } from '../../support/issuer.ts';
import { actorWith, originOf, startKernel, type TestKernel } from '../../support/kernel.ts';
import { perTest } from '../../support/per-file.ts';

const managementResource = 'https://id.example.com/api';

/** Jobs for 150 users called "Member", or for one of them. */
async function startFixture() {
  const kernel: TestKernel = await startKernel();
  const { prisma } = kernel.database;
  const { scopeIds } = await addResource(prisma, managementResource, [...permissionNames]);
  const members = Array.from({ length: 150 }, () => ids.next('user'));
  const createdAt = kernel.now();
  await prisma.user.createMany({ data: members.map((id) => ({ id, name: 'Member', createdAt })) });
  const order: string[] = [];
  const names = new Map<string | null, string>();
  const services: JobServices = {
    ...kernel,
    clock: { now: kernel.now },
    ids,
    logger: createLogger('warn'),
    config: { managementResource },
    executeBulk: async (bulk, caller, ...call) => {
      order.push(names.get((await actorOf(caller)).id) ?? '?');
      return kernel.executeBulk(bulk, caller, ...call);
    },
  };
  const suspend = { operation: 'setUserSuspended', isSuspended: true };
  const start = async (actor: Actor, users: object) => {
    await kernel.execute(startJob, actor, { ...suspend, filter: {}, ...users } as never, originOf('req_job'));
  };
  return {
    prisma,
    async addStarter(name: string): Promise<Actor> {
      const { id } = await addUser(prisma, { scopeIds });
      names.set(id, name);
      return { ...actorWith(), id };
    },
    long: (actor: Actor) => start(actor, { search: 'member' }),
    short: (actor: Actor) => start(actor, { filter: { ids: members.slice(0, 1) } }),
    /** Runs a batch in as many processes at once. Returns in how many. */
    async runOnce(processes: number): Promise<number> {
      const ran = await Promise.all(Array.from({ length: processes }, () => createJobRunner(services)()));
      return ran.filter(Boolean).length;
    },
    /** Runs all jobs. Returns the starter of each batch, in order. */
    async runAll(): Promise<string> {
      const runNext = createJobRunner(services);
      while (await runNext());
      return order.join('');
    },
    [Symbol.asyncDispose]: () => kernel[Symbol.asyncDispose](),
  };
}
const fixture = perTest(startFixture);

it('jobs go on by turns of their starters, a hundred users each, however many one of them has started', async () => {
  const [a, b] = [await fixture.addStarter('a'), await fixture.addStarter('b')];
  for (let count = 0; count < 4; count++) await fixture.long(a);
  await fixture.long(b);
  expect(await fixture.runAll()).toBe('ababaaaaaa');
  expect(await fixture.prisma.job.count({ where: { state: 'finished', succeeded: 150 } })).toBe(5);
});

it('short jobs go on by turns as well', async () => {
  const [a, b, c] = [await fixture.addStarter('a'), await fixture.addStarter('b'), await fixture.addStarter('c')];
  for (const starter of [a, a, a, b, b, c]) await fixture.short(starter);
  expect(await fixture.runAll()).toBe('abcaba');
});

it('a job is run by one process at a time', async () => {
  const a = await fixture.addStarter('a');
  await fixture.long(a);
  expect(await fixture.runOnce(3)).toBe(1);
  await fixture.short(a);
  expect(await fixture.runOnce(3)).toBe(2);
  expect(await fixture.runAll()).toBe('aaa');
  expect(await fixture.prisma.job.count({ where: { state: 'finished' } })).toBe(2);
});
