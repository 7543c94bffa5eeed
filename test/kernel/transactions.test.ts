import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/domain/failure.ts';
import type { BulkOperation } from '../../src/kernel/bulk-operation.ts';
import type { DryRun } from '../../src/kernel/types.ts';
import { bulkOperations } from '../../src/operations/index.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { deleteUser } from '../../src/operations/users/delete-user.ts';
import { actorWith, originOf, refusalOf, startKernel, platformActor } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);

const create = ({ execute }: Pick<DryRun, 'execute'>, username: string) =>
  execute(createUser, actorWith(), { username }, originOf('req_1'));
const state = async () => [
  await kernel.database.prisma.user.count(),
  await kernel.database.prisma.event.count(),
  kernel.nudged.length,
];

const bulk = (name: string) => bulkOperations.find((operation) => operation.name === name) as BulkOperation;
const createAll = (...usernames: string[]) => {
  const items = usernames.map((username) => ({ username }));
  return kernel.executeBulk(bulk('createUsers'), actorWith(), { mode: 'ALL', items }, originOf('req_1'));
};

describe('a bulk operation in mode ALL', () => {
  it('is committed and published as a whole', async () => {
    const [users = 0, , nudged = 0] = await state();
    const { results } = await createAll('a', 'b');
    expect(results.map(({ failure }) => failure)).toEqual([null, null]);
    expect((await state())[0]).toBe(users + 2);
    expect(kernel.nudged.slice(nudged)).toEqual([{ kind: 'events', types: ['User.Created', 'User.Created'] }]);
  });

  it('stores and publishes nothing if one item is refused', async () => {
    const before = await state();
    expect(await refusalOf(createAll('c', 'C'))).toMatchObject({ code: 'TAKEN', paths: ['items.1.username'] });
    expect(await state()).toEqual(before);
  });
});

describe('a dry run', () => {
  it('returns what the operation would, and stores nothing', async () => {
    const before = await state();
    const seen = await kernel.dryRun(platformActor, async (inside) => {
      const { output, eventIds } = await create(inside, 'f');
      return [
        await inside.tx.user.count({ where: { id: output.user } }),
        await inside.tx.event.count({ where: { id: { in: eventIds } } }),
      ];
    });
    expect(seen).toEqual([1, 1]);
    expect(await state()).toEqual(before);
  });

  it('shows each operation the changes of the previous ones', async () => {
    const before = await state();
    const deleted = await kernel.dryRun(platformActor, async (inside) => {
      const { output } = await create(inside, 'deleted');
      await inside.execute(deleteUser, actorWith(), { userId: output.user }, originOf('req_1'));
      return inside.tx.user.count({ where: { id: output.user } });
    });
    expect(deleted).toBe(0);
    expect(await state()).toEqual(before);
  });

  it('continues after a refusal that is caught, and rejects for one that is not', async () => {
    const before = await state();
    const codes = await kernel.dryRun(platformActor, async (inside) => {
      await create(inside, 'g');
      const { code } = await refusalOf(create(inside, 'G'));
      await create(inside, 'h');
      return code;
    });
    expect(codes).toBe('TAKEN');
    expect(await refusalOf(kernel.dryRun(platformActor, (inside) => create(inside, 'a b')))).toMatchObject({
      paths: ['username'],
    });
    expect(await state()).toEqual(before);
  });

  it('holds no connection during preparation, hashes no password, and begins no transaction for a refused call', async () => {
    const { pool } = kernel.database;
    const inUse: number[] = [];
    const hashes: string[] = [];
    const slowly: typeof createUser = {
      ...createUser,
      async prepare(services, input) {
        inUse.push(pool.totalCount - pool.idleCount);
        hashes.push(await services.passwords.hash('correct horse battery staple'));
        if (input.name === 'refused') throw new Failure('CONFLICT', 'No.');
        return createUser.prepare?.(services, input) as Promise<{ passwordHash: string }>;
      },
    };
    let taken = 0;
    pool.on('acquire', () => void taken++);
    const call = (inside: Pick<DryRun, 'execute'>, name: string) =>
      inside.execute(slowly, actorWith(), { name, password: 'correct horse battery staple' }, originOf('req_1'));
    expect(await refusalOf(kernel.dryRun(platformActor, (inside) => call(inside, 'refused')))).toMatchObject({
      code: 'CONFLICT',
    });
    expect(taken).toBe(0);
    const done = await kernel.dryRun(platformActor, (inside) => call(inside, 'accepted'));
    expect([done.eventIds.length, taken]).toEqual([1, 1]);
    expect(inUse).toEqual([0, 0]);
    expect(hashes.filter((hash) => hash.startsWith('$argon2'))).toEqual([]);
  });

  it('does not use up an idempotency key', async () => {
    const keyed = ({ execute }: Pick<DryRun, 'execute'>) =>
      execute(createUser, actorWith(), { username: 'keyed' }, originOf('req_1'), { idempotencyKey: 'k' });
    const dryRun = await kernel.dryRun(platformActor, keyed);
    const done = await keyed(kernel);
    expect(done.output.user).not.toBe(dryRun.output.user);
  });
});
