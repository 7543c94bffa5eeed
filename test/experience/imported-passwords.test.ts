import { hash as bcrypt } from '@node-rs/bcrypt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../src/experience/sign-in.ts';
import { createPasswords } from '../../src/platform/passwords/passwords.ts';
import { addApplication, addUser, startIssuer, type TestIssuer } from '../support/issuer.ts';

let issuer: TestIssuer;
let applicationId: string;
beforeAll(async () => {
  issuer = await startIssuer();
  applicationId = (await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB')).id;
});
afterAll(() => issuer[Symbol.asyncDispose]());

const passwords = createPasswords();
const imported = async (password: string) =>
  addUser(issuer.database.prisma, { passwordHash: await bcrypt(password, 4) });
let attempts = 0;
async function attempt(name: string | null, password: string): Promise<string | undefined> {
  const [identifier, page] = [name ?? '', `page ${(attempts += 1)}`];
  const { signal } = new AbortController();
  const place = passwords.enter({ address: '192.0.2.1', page, account: identifier, signal });
  if (!place) throw new Error('there was no place');
  const given = { identifier, password, applicationId, requestId: 'req_test', place };
  return (await signIn({ ...issuer, passwords }, given).finally(() => place.leave()))?.userId;
}
const hashOf = async (id: string) => {
  const select = { passwordHash: true, updatedAt: true, version: true };
  return issuer.database.prisma.user.findUniqueOrThrow({ where: { id }, select });
};

test('an imported password hash lets its user sign in, and is then replaced by argon2id', async () => {
  const user = await imported('correct horse');
  const before = await hashOf(user.id);
  expect(await attempt(user.username, 'correct horse')).toBe(user.id);
  const after = await hashOf(user.id);
  expect(after.passwordHash).toMatch(/^\$argon2id\$v=19\$m=47104,/);
  // The same password, as the user and the event log see it.
  expect([after.updatedAt, after.version]).toEqual([before.updatedAt, before.version]);
  const events = await issuer.database.prisma.event.findMany({ where: { subjectId: user.id } });
  expect(events.map(({ type }) => type)).toEqual(['PostSignIn']);
  expect(JSON.stringify(events.map(({ data, cause }) => [data, cause]))).not.toMatch(/\$2b\$|argon2/);
  expect(await attempt(user.username, 'correct horse')).toBe(user.id);
  expect((await hashOf(user.id)).passwordHash).toBe(after.passwordHash);
});

test('a wrong password is refused, and leaves the hash unchanged', async () => {
  const user = await imported('correct horse');
  const before = await hashOf(user.id);
  expect(await attempt(user.username, 'incorrect horse')).toBeUndefined();
  expect(await hashOf(user.id)).toEqual(before);
});

test('two concurrent sign-ins both succeed', async () => {
  const user = await imported('correct horse');
  const both = await Promise.all([1, 2].map(() => attempt(user.username, 'correct horse')));
  expect(both).toEqual([user.id, user.id]);
});
