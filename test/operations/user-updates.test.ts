import { expect, test } from 'vitest';
import { updateUser } from '../../src/operations/users/update-user.ts';
import { startKernel } from '../support/kernel.ts';
import { perFile, perTest } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

const stored = () => kernel.database.prisma.user.findUniqueOrThrow({ where: { id: w.user } });

test('an update of a user changes the name, claims and custom data together, in one step and with one event', async () => {
  const update = (input: object) => kernel.run(updateUser, { userId: w.user, ...input });
  await update({ profile: { nickname: 'A', address: { country: 'GB' } }, customData: { a: 1, b: { c: 2 } } });
  const { version } = await stored();
  const profile = { nickname: null, address: { locality: 'London' } };
  const { events } = await update({ name: 'Grace', profile, customData: { a: null, b: { d: 3 } } });
  expect(await stored()).toMatchObject({
    name: 'Grace',
    profile: { address: { country: 'GB', locality: 'London' } },
    customData: { b: { c: 2, d: 3 } },
    version: version + 1,
  });
  expect((await stored()).customData).not.toHaveProperty('a');
  expect(events).toMatchObject([{ data: { changed: ['name', 'profile', 'customData'] } }]);
  expect((await update({ profile: { nickname: null }, customData: { a: null } })).events).toEqual([]);
});
