import { beforeEach, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { endUserSessions } from '../../../src/operations/users/end-user-sessions.ts';
import { removeUserFactors } from '../../../src/operations/users/remove-user-factors.ts';
import { createSecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { changesAbout } from '../../support/events-about.ts';
import { codeFor, openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';
import { appUsers, totpCode } from '../../support/totp.ts';

/** Second factors: authenticator apps and backup codes. */
const { issuer, web } = sharePages();
beforeEach(() => policy({}));

const levelOne = 'urn:mandate:level:1';
const levelTwo = 'urn:mandate:level:2';
const newPassword = 'seven wooden ships at sea';
const policy = (given: object) => setPolicy(issuer, given);
const open = (opening?: Parameters<typeof openPage>[2]) => openPage(issuer, web, opening);
type Page = Awaited<ReturnType<typeof open>>;

const origin = { requestId: 'req_1', channel: 'rest' } as const;
const newUser = () => addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
const userWithApp = () => appUsers(issuer)();
const withPassword = (page: Page, { username }: { username: string | null }) =>
  page.answer({ identifier: username ?? '', password });

const eventsOf = (id: string) => changesAbout(issuer, id);

describe('an authenticator app', () => {
  test('is required after the password, and the tokens state both', async () => {
    const user = await userWithApp();
    const page = await open();
    const asked = await withPassword(page, user);
    expect(asked).toMatchObject({ status: 200, step: { name: 'totp', ways: ['sign-in', 'cancel'] } });
    expect(await page.answer({ code: user.code() })).toMatchObject({ next: expect.any(String) });
    const claims = await page.finish();
    expect(claims).toMatchObject({ sub: user.id, acr: levelTwo, amr: ['pwd', 'otp', 'mfa'] });
    expect(claims?.['auth_time']).toEqual(expect.any(Number));
  });

  test('an app whose key is lost accepts no code, and is still required', async () => {
    const user = await userWithApp();
    const encryptedSecret = Uint8Array.from(createSecretBox([Buffer.alloc(32, 9)]).seal(Buffer.alloc(20)));
    await issuer.database.prisma.factor.updateMany({ where: { userId: user.id }, data: { encryptedSecret } });
    const page = await open();
    expect(await withPassword(page, user)).toMatchObject({ step: { name: 'totp' } });
    expect(await page.answer({ code: user.code() })).toMatchObject({ problem: { name: 'wrong-code' } });
  });

  test('is required after a code by email as well', async () => {
    const user = await userWithApp();
    const page = await open();
    await page.answer({ way: 'email-code', identifier: user.email ?? '' });
    const asked = await page.answer({ code: await codeFor(issuer, user.email ?? '') });
    expect(asked).toMatchObject({ step: { name: 'totp' } });
    await page.answer({ code: user.code() });
    expect(await page.finish()).toMatchObject({ sub: user.id, acr: levelTwo });
  });

  test('cannot be skipped: by another step, another version, or an empty answer', async () => {
    const user = await userWithApp();
    const page = await open();
    await withPassword(page, user);
    for (const answer of [
      { step: 'password', password },
      { step: 'identify' },
      { code: '' },
      { way: 'enrol-totp' },
      {},
    ])
      expect(await page.answer(answer as Record<string, string>)).toMatchObject({ step: { name: 'totp' } });
    expect(await eventsOf(user.id)).toEqual([]);
  });

  test('a user who has no second factor gets tokens that state one level', async () => {
    const user = await newUser();
    const page = await open();
    await withPassword(page, user);
    expect(await page.finish()).toMatchObject({ acr: levelOne, amr: ['pwd'] });
  });

  test('is not required by a policy without second factors', async () => {
    await policy({ second: { required: 'never' } });
    const user = await userWithApp();
    const page = await open();
    expect(await withPassword(page, user)).toMatchObject({ next: expect.any(String) });
  });

  test('is required for a new password, which no other verification replaces', async () => {
    const user = await userWithApp();
    const page = await open();
    await page.answer({ way: 'reset' });
    await page.answer({ identifier: user.email ?? '' });
    const asked = await page.answer({ code: await codeFor(issuer, user.email ?? '') });
    expect(asked).toMatchObject({ purpose: 'reset', step: { name: 'totp' } });
    expect(await page.answer({ step: 'new-password', password: newPassword })).toMatchObject({
      step: { name: 'totp' },
    });
    expect(await page.answer({ code: user.code() })).toMatchObject({ step: { name: 'new-password' } });
    expect(await page.answer({ password: newPassword })).toMatchObject({ step: { name: 'identify' } });
    expect(await eventsOf(user.id)).toEqual(['User.Data.Updated password', 'User.Sessions.Ended', 'PostResetPassword']);
  });
});

describe('what was proven in a flow', () => {
  test('ends with the sessions of the account', async () => {
    const user = await userWithApp();
    const page = await open();
    await withPassword(page, user);
    await issuer.execute(endUserSessions, platformActor, { userId: user.id }, origin);
    expect(await page.get()).toMatchObject({ step: { name: 'identify' } });
    expect(await page.answer({ step: 'totp', code: user.code() })).toMatchObject({ step: { name: 'identify' } });
  });

  test('is enough once an administrator has removed the second factor', async () => {
    const user = await userWithApp();
    const page = await open();
    await withPassword(page, user);
    await issuer.execute(
      removeUserFactors,
      platformActor,
      { userId: user.id },
      { requestId: 'req_1', channel: 'rest' },
    );
    expect(await page.answer({ code: '000000' })).toMatchObject({ next: expect.any(String) });
    expect(await page.finish()).toMatchObject({ acr: levelOne });
  });
});

/** Sets up an app on the page of that step, and keeps the backup codes. */
async function enroll(page: Page) {
  const shown = await page.get();
  const { key = '', qrCode = '' } = shown.step?.details.app ?? {};
  expect(qrCode).toMatch(/^<svg /);
  expect(await page.answer({ code: '12345' })).toMatchObject({ status: 422, problem: { name: 'wrong-code' } });
  const codes = await page.answer({ code: totpCode(key, issuer.clock.now()) });
  expect(codes).toMatchObject({ step: { name: 'backup-codes', ways: ['download', 'cancel'] } });
  const { backupCodes = [] } = codes.step?.details ?? {};
  expect(new Set(backupCodes).size).toBe(10);
  return { key, backupCodes };
}

describe('a policy that always requires a second factor', () => {
  beforeEach(() => policy({ signUp: { isOpen: true }, second: { required: 'always' } }));

  test('leads people without one to set up an app, with ten backup codes, in the same flow', async () => {
    const user = await newUser();
    const page = await open();
    expect(await withPassword(page, user)).toMatchObject({
      step: { name: 'enrol-totp', ways: ['enrol-passkey', 'sign-in', 'cancel'] },
    });
    const { key, backupCodes } = await enroll(page);
    expect((await page.get()).step?.details.backupCodes).toEqual(backupCodes);
    expect(await eventsOf(user.id)).toEqual([]);
    expect(await page.answer({})).toMatchObject({ next: expect.any(String) });
    expect(await page.finish()).toMatchObject({ sub: user.id, acr: levelTwo });
    expect(await eventsOf(user.id)).toEqual(['User.Data.Updated factors', 'PostSignIn']);

    issuer.advance(60);
    const again = await open();
    expect(await withPassword(again, user)).toMatchObject({
      step: { name: 'totp', ways: ['backup-code', 'sign-in', 'cancel'] },
    });
    expect(await again.answer({ code: totpCode(key, issuer.clock.now()) })).toMatchObject({ next: expect.any(String) });
  });

  test('gives the backup codes as a file, without a script', async () => {
    const page = await open();
    await withPassword(page, await newUser());
    const { backupCodes } = await enroll(page);
    const { version } = await page.get();
    const body = new URLSearchParams({ step: 'backup-codes', version: String(version), way: 'download' });
    const file = await page.visitor.fetch(page.url, { method: 'POST', body });
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="backup-codes.txt"');
    expect((await file.text()).split('\n').slice(2, 12)).toEqual(backupCodes);
  });

  test('signs people in with each backup code once, however often it is sent', async () => {
    const user = await newUser();
    const first = await open();
    await withPassword(first, user);
    const { backupCodes } = await enroll(first);
    await first.answer({});
    const [code = '', other = ''] = backupCodes;
    const pages = await Promise.all([open(), open(), open()]);
    for (const page of pages) {
      await withPassword(page, user);
      await page.answer({ way: 'backup-code' });
    }
    const answers = await Promise.all(pages.map((page) => page.answer({ 'backup-code': code.toUpperCase() })));
    expect(answers.filter(({ next }) => next !== undefined)).toHaveLength(1);
    expect(answers.filter(({ problem }) => problem?.name === 'wrong-code')).toHaveLength(2);
    const last = await open();
    await withPassword(last, user);
    await last.answer({ way: 'backup-code' });
    expect(await last.answer({ 'backup-code': other.replaceAll('-', ' ') })).toMatchObject({
      next: expect.any(String),
    });
  });

  test('applies to new accounts: nothing is created before the factor is set up', async () => {
    const address = 'new-person@example.com';
    const page = await open();
    await page.answer({ way: 'sign-up' });
    await page.answer({ identifier: address });
    await page.answer({ code: await codeFor(issuer, address) });
    expect(await page.answer({ password: newPassword })).toMatchObject({ step: { name: 'enrol-totp' } });
    await enroll(page);
    const { prisma } = issuer.database;
    expect(await prisma.user.count({ where: { email: address } })).toBe(0);
    await page.answer({});
    const claims = await page.finish();
    expect(claims).toMatchObject({ acr: levelTwo, amr: ['otp', 'pwd', 'mfa'] });
    const user = await prisma.user.findUniqueOrThrow({ where: { email: address }, include: { factors: true } });
    expect(user.factors.map(({ kind }) => kind).sort()).toEqual([...Array<string>(10).fill('backup-code'), 'totp']);
    expect(await eventsOf(user.id)).toEqual(['User.Created', 'PostRegister']);
  });

  test('only for administrators applies to administrators only', async () => {
    await policy({ second: { required: 'for-administrators' } });
    const { prisma } = issuer.database;
    const scopes = await prisma.scope.findMany({ where: { name: { in: ['users:write', 'roles:write'] } } });
    const administrator = await addUser(prisma, { scopeIds: scopes.map(({ id }) => id) });
    expect(await withPassword(await open(), administrator)).toMatchObject({ step: { name: 'enrol-totp' } });
    const other = await addUser(prisma, { scopeIds: scopes.slice(0, 1).map(({ id }) => id) });
    expect(await withPassword(await open(), other)).toMatchObject({ next: expect.any(String) });
  });
});
