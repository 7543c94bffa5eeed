import { describe, expect, it } from 'vitest';
import { type Actor, platformActor } from '../../src/kernel/actor.ts';
import type { BulkOperation } from '../../src/kernel/bulk-operation.ts';
import { createCurrentActor } from '../../src/kernel/current-actor.ts';
import type { OneTransaction } from '../../src/kernel/types.ts';
import { bulkOperations } from '../../src/operations/index.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { actorWith, originOf, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { turns } from '../support/until.ts';

const kernel = perFile(startKernel);
const createUsers = bulkOperations.find(({ name }) => name === 'createUsers') as BulkOperation;
const origin = originOf('req_1');
const users = () => kernel.database.prisma.user.count();

/** A caller who may create users, until `lose` is called. */
function openCaller() {
  let actor: Actor = actorWith('users:write');
  let reads = 0;
  const read = async () => {
    reads++;
    return actor;
  };
  return {
    currentActor: createCurrentActor(read, { clock: { now: kernel.now } }),
    reads: () => reads,
    lose(seconds = 2) {
      actor = actorWith('users:read');
      kernel.advance(seconds);
    },
  };
}

describe('a caller who loses a permission', () => {
  it('a caller who loses it while its operation is prepared is refused, and nothing is stored', async () => {
    const { currentActor, lose } = openCaller();
    const slowly: typeof createUser = {
      ...createUser,
      prepare: async () => {
        lose();
        return { passwordHash: null };
      },
    };
    const before = await users();
    const refused = await refusalOf(kernel.execute(slowly, currentActor, { username: 'late' }, origin));
    expect(refused).toMatchObject({ code: 'FORBIDDEN' });
    expect(await users()).toBe(before);
  });

  it.each(['ALL', 'EACH'])(
    'a caller who loses it while the items of a bulk operation are prepared is refused in mode %s',
    async (mode) => {
      const { currentActor, lose } = openCaller();
      const prepare: typeof createUser.prepare = async () => {
        lose();
        return { passwordHash: null };
      };
      const slowly = { ...createUsers, operation: { ...createUsers.operation, prepare } };
      const before = await users();
      const call = kernel.executeBulk(slowly, currentActor, { items: [{}, {}], mode }, origin);
      const codes = await call.then(
        ({ results }) => results.map(({ failure }) => failure?.code),
        ({ code }: { code: string }) => [code],
      );
      expect(codes).toEqual(mode === 'ALL' ? ['FORBIDDEN'] : ['FORBIDDEN', 'FORBIDDEN']);
      expect(await users()).toBe(before);
    },
  );

  it('a caller who loses it between two items of a bulk operation is refused for the others', async () => {
    const { currentActor, lose } = openCaller();
    const unsubscribe = kernel.nudges.subscribe(() => lose());
    const { results } = await kernel.executeBulk(createUsers, currentActor, { items: [{}, {}, {}] }, origin);
    unsubscribe();
    expect(results.map(({ failure }) => failure?.code)).toEqual([undefined, 'FORBIDDEN', 'FORBIDDEN']);
  });

  const create = ({ actor, execute }: OneTransaction) => execute(createUser, actor, {}, origin);
  const waiting: [string, (currentActor: () => Promise<Actor>) => Promise<unknown>][] = [
    ['a bulk operation', (caller) => kernel.executeBulk(createUsers, caller, { items: [{}] }, origin)],
    ['an atomic operation', (caller) => kernel.atomically(caller, create)],
    ['a dry run', (caller) => kernel.dryRun(caller, create)],
  ];

  it.each(waiting)(
    'a caller who loses it while %s waits for its turn is refused, and nothing is stored',
    async (name, call) => {
      const { currentActor, lose } = openCaller();
      const before = await users();
      const turn = Promise.withResolvers<void>();
      const hold = () => turn.promise;
      const run = name === 'a dry run' ? kernel.dryRun : kernel.atomically;
      const holders = [run(currentActor, hold), run(currentActor, hold)];
      await turns();
      const refused = refusalOf(call(currentActor));
      await turns();
      lose();
      turn.resolve();
      expect(await refused).toMatchObject({ code: 'FORBIDDEN' });
      await Promise.all(holders);
      expect(await users()).toBe(before);
    },
  );
});

describe('the read of a caller', () => {
  it('all items of a bulk operation share one read of the caller, unless they take longer than a second', async () => {
    const { currentActor, reads } = openCaller();
    await kernel.executeBulk(createUsers, currentActor, { items: [{}, {}, {}], mode: 'ALL' }, origin);
    await kernel.executeBulk(createUsers, currentActor, { items: [{}, {}, {}] }, origin);
    expect(reads()).toBe(1);
    kernel.advance(1.001);
    await kernel.executeBulk(createUsers, currentActor, { items: [{}] }, origin);
    expect(reads()).toBe(2);
  });

  it('a clock that was set back repeats the read', async () => {
    const { currentActor, reads } = openCaller();
    await currentActor();
    kernel.advance(-10);
    await currentActor();
    expect(reads()).toBe(2);
    kernel.advance(10);
  });

  it('the platform itself is never read', async () => {
    const { results } = await kernel.executeBulk(createUsers, platformActor, { items: [{}] }, origin);
    expect(results).toMatchObject([{ failure: null }]);
  });
});
