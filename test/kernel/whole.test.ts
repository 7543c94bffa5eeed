import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/domain/failure.ts';
import type { Inside } from '../../src/kernel/execute.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { deleteUser } from '../../src/operations/users/delete-user.ts';
import { actorWith, originOf, refusalOf, startKernel, type TestKernel } from '../support/kernel.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel[Symbol.asyncDispose]());

const create = ({ execute }: Pick<Inside, 'execute'>, username: string) =>
  execute(createUser, actorWith(), { username }, originOf('req_1'));
const state = async () => [
  await kernel.database.prisma.user.count(),
  await kernel.database.prisma.event.count(),
  kernel.nudged.length,
];

describe('operations that belong together', () => {
  it('see one another, and are committed and told of as one', async () => {
    const [, , nudged = 0] = await state();
    await kernel.together(async (inside) => {
      const { output } = await create(inside, 'a');
      await inside.execute(deleteUser, actorWith(), { userId: output.user }, originOf('req_1'));
      await create(inside, 'b');
      expect(kernel.nudged).toHaveLength(nudged);
    });
    expect(kernel.nudged.slice(nudged)).toEqual([
      { kind: 'events', types: ['User.Created', 'User.Deleted', 'User.Created'] },
    ]);
  });

  it('leave nothing when one of them is refused, and nobody is told', async () => {
    const before = await state();
    const work = kernel.together(async (inside) => {
      await create(inside, 'c');
      await create(inside, 'C');
    });
    expect(await refusalOf(work)).toMatchObject({ code: 'CONFLICT', paths: ['username'] });
    expect(await state()).toEqual(before);
  });

  it('go on after a refusal that is caught: what was refused left no trace, what was done stays', async () => {
    const [users = 0] = await state();
    await kernel.together(async (inside) => {
      await create(inside, 'd');
      await refusalOf(create(inside, 'D'));
      await create(inside, 'e');
    });
    expect((await state())[0]).toBe(users + 2);
    expect(kernel.nudged.at(-1)).toEqual({ kind: 'events', types: ['User.Created', 'User.Created'] });
  });
});

describe('a rehearsal', () => {
  it('answers as if it were done, and leaves nothing behind', async () => {
    const before = await state();
    const seen = await kernel.rehearse(async (inside) => {
      const { output, eventIds } = await create(inside, 'f');
      return [
        await inside.tx.user.count({ where: { id: output.user } }),
        await inside.tx.event.count({ where: { id: { in: eventIds } } }),
      ];
    });
    expect(seen).toEqual([1, 1]);
    expect(await state()).toEqual(before);
  });

  it('goes on after a refusal, and passes on what is not caught', async () => {
    const before = await state();
    const codes = await kernel.rehearse(async (inside) => {
      await create(inside, 'g');
      const { code } = await refusalOf(create(inside, 'G'));
      await create(inside, 'h');
      return code;
    });
    expect(codes).toBe('CONFLICT');
    expect(await refusalOf(kernel.rehearse((inside) => create(inside, 'a b')))).toMatchObject({ paths: ['username'] });
    expect(await state()).toEqual(before);
  });

  it('holds no connection while what is slow is prepared, hashes no password, and begins nothing for what is refused', async () => {
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
    const call = (inside: Pick<Inside, 'execute'>, name: string) =>
      inside.execute(slowly, actorWith(), { name, password: 'correct horse battery staple' }, originOf('req_1'));
    expect(await refusalOf(kernel.rehearse((inside) => call(inside, 'refused')))).toMatchObject({ code: 'CONFLICT' });
    expect(taken).toBe(0);
    const done = await kernel.rehearse((inside) => call(inside, 'accepted'));
    expect([done.eventIds.length, taken]).toEqual([1, 1]);
    expect(inUse).toEqual([0, 0]);
    expect(hashes.filter((hash) => hash.startsWith('$argon2'))).toEqual([]);
  });

  it('of a call with a key leaves the key free', async () => {
    const keyed = ({ execute }: Pick<Inside, 'execute'>) =>
      execute(createUser, actorWith(), { username: 'keyed' }, originOf('req_1'), { idempotencyKey: 'k' });
    const rehearsed = await kernel.rehearse(keyed);
    const done = await keyed(kernel);
    expect(done.output.user).not.toBe(rehearsed.output.user);
  });
});
