import { expect, it } from 'vitest';
import { createUser } from '../../src/operations/users/create-user.ts';
import { refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);

const bcrypt = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';

it('a user can be created with a password hash, which no event or response contains', async () => {
  const { output, events } = await kernel.run(createUser, { username: 'brought', passwordHash: bcrypt });
  const select = { passwordHash: true };
  expect(await kernel.database.prisma.user.findUniqueOrThrow({ where: { id: output.user }, select })).toEqual({
    passwordHash: bcrypt,
  });
  expect(JSON.stringify([output, events])).not.toContain('$2a$');
});

it.each([
  ['of an unknown format', 'correct horse', 'Must be a hash in a format that the documentation lists.'],
  [
    'that is too costly',
    '$2a$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    'The cost parameters of this hash are too high: a sign-in would take too long.',
  ],
])('a hash %s is refused with its path and reason, and not repeated', async (_what, passwordHash, message) => {
  const refused = kernel.run(createUser, { passwordHash });
  await expect(refused).rejects.toMatchObject({ message });
  const refusal = await refusalOf(refused);
  expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['passwordHash'] });
  expect(JSON.stringify(refusal)).not.toContain(passwordHash);
});

it('a password together with a hash is refused', async () => {
  const both = kernel.run(createUser, { password: 'correct horse', passwordHash: bcrypt });
  expect(await refusalOf(both)).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['passwordHash'] });
});

it('a null hash is treated as omitted', async () => {
  const { output } = await kernel.run(createUser, { password: 'correct horse', passwordHash: null });
  const select = { passwordHash: true };
  const { passwordHash } = await kernel.database.prisma.user.findUniqueOrThrow({ where: { id: output.user }, select });
  expect(passwordHash).toMatch(/^\$argon2id\$/);
});
