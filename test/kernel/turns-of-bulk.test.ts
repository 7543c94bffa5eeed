import { expect, it } from 'vitest';
import type { Actor } from '../../src/kernel/actor.ts';
import { bulkOperations } from '../../src/operations/index.ts';
import { actorWith, originOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { passwords } from '../support/password.ts';

const kernel = perFile(startKernel);
const createUsers = bulkOperations.find(({ name }) => name === 'createUsers');
if (!createUsers) throw new Error('there is no createUsers');

const one = actorWith();
const another: Actor = { ...actorWith(), id: 'user_01h455vb4pex5vsknk084sn02z' };
const create = async (caller: Actor, items: readonly object[], done: string[], name: string) => {
  await kernel.executeBulk(createUsers, caller, { items, mode: 'EACH' }, originOf(`req_${name}`));
  done.push(name);
};
const users = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ username: `${prefix}${index}` }));

it('bulk operations of another caller have their turn between two items', async () => {
  const done: string[] = [];
  const long = ['long1_', 'long2_'].map((name) => create(one, users(name, 60), done, name));
  const short = create(another, users('short', 1), done, 'short');
  await Promise.all([...long, short]);
  expect(done[0]).toBe('short');
  expect(await kernel.database.prisma.user.count()).toBe(121);
});

it('bulk operations take no slot while passwords wait for their turn', async () => {
  const busy = Promise.withResolvers<void>();
  const done: string[] = [];
  const { hash } = passwords;
  passwords.hash = async (...call) => (await busy.promise, hash(...call));
  try {
    const long = ['pass1_', 'pass2_'].map((name) =>
      create(one, [{ username: name, password: 'a long passphrase' }], done, name),
    );
    await create(another, users('meanwhile', 1), done, 'meanwhile');
    expect(done).toEqual(['meanwhile']);
    busy.resolve();
    await Promise.all(long);
  } finally {
    passwords.hash = hash;
  }
  expect(done).toHaveLength(3);
});
