import { hash as bcrypt } from '@node-rs/bcrypt';
import { beforeAll, expect, test } from 'vitest';
import { passwordAttempts, signedInAs } from '../../support/browsers/flows.ts';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { passwords } from '../../support/password.ts';
import { perFile } from '../../support/per-file.ts';

const issuer = perFile(startIssuer);
let attemptIn: ReturnType<typeof passwordAttempts>;
beforeAll(async () => {
  const { id } = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB');
  attemptIn = passwordAttempts(issuer, id, passwords);
});

const imported = async (password: string) =>
  addUser(issuer.database.prisma, { passwordHash: await bcrypt(password, 4) });
const attempt = async (name: string | null, password: string): Promise<string | undefined> =>
  signedInAs(await attemptIn(name, password));
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
