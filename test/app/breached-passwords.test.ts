import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { platformActor } from '../../src/kernel/actor.ts';
import { setUserPassword } from '../../src/operations/users/set-user-password.ts';
import { addUser, startIssuer } from '../support/issuer.ts';
import { originOf, refusalOf } from '../support/kernel.ts';
import { http } from '../platform/receivers.ts';

const breached = 'trombone lessons';

test('administrators cannot set a password that BREACHED_PASSWORDS_URL lists', async () => {
  let status = 200;
  const range = `${hash('sha1', breached, 'hex').toUpperCase().slice(5)}:12`;
  const port = await http((_, response) => response.writeHead(status).end(range));
  const environment = { BREACHED_PASSWORDS_URL: `http://127.0.0.1:${port}/` };
  await using issuer = await startIssuer({ environment });
  const { id: userId } = await addUser(issuer.database.prisma, { scopeIds: [] });
  const set = (password: string) =>
    issuer.execute(setUserPassword, platformActor, { userId, password }, originOf('req_1'));
  expect(await refusalOf(set(breached))).toEqual({
    code: 'BAD_USER_INPUT',
    paths: ['password'],
    message: 'Is known from a data breach. Choose another one.',
  });
  await set('violin lessons');
  status = 500;
  await set(breached);
  expect(issuer.faults).toEqual([expect.stringContaining('breached passwords: not checked; password accepted')]);
});
