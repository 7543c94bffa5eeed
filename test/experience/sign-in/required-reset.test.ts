import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changesAbout } from '../../support/events-about.ts';
import { type Administrator, openAdministration } from '../../support/administrator.ts';
import { codeFor, openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { sharePages } from '../../support/browsers/pages.ts';
import { appUsers } from '../../support/totp.ts';

/** An administrator requires a new password. */
const { issuer, web } = sharePages();
let administrator: Administrator;
let user: Awaited<ReturnType<typeof addUser>>;
beforeAll(async () => {
  administrator = await openAdministration(issuer);
});
beforeEach(async () => {
  user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
});

const newPassword = 'seven wooden ships at sea';
const requireReset = (userId = user.id) => administrator.rest(`POST /users/${userId}/password/require-reset`, {});
const open = () => openPage(issuer, web);
const begin = async (secret = password) => {
  const page = await open();
  return { page, shown: await page.answer({ identifier: user.email ?? '', password: secret }) };
};
const eventsOf = () => changesAbout(issuer, user.id);
const isRequired = async () => {
  const { json } = await administrator.rest(`GET /users/${user.id}`);
  return json.passwordResetRequiredAt !== null;
};

describe('a required new password', () => {
  test('is set at the next sign-in, which ends all other sessions', async () => {
    const elsewhere = await web.signIn(user.username);
    expect(await requireReset()).toMatchObject({ status: 200, json: { passwordResetRequiredAt: expect.any(String) } });
    const { page, shown } = await begin();
    expect(shown).toMatchObject({ status: 200, step: { name: 'new-password' } });
    expect(await page.answer({ password: newPassword })).toMatchObject({ next: expect.any(String) });
    expect(await page.finish()).toMatchObject({ sub: user.id });
    expect(await isRequired()).toBe(false);
    const again = await elsewhere.visitor.follow((await web.start()).url, issuer.publicUrl);
    expect('left' in again).toBe(false);
    expect(await eventsOf()).toEqual([
      'PostSignIn',
      'User.Data.Updated passwordResetRequiredAt',
      'User.Data.Updated password passwordResetRequiredAt',
      'User.Sessions.Ended',
      'PostSignIn',
    ]);
    expect((await begin()).shown).toMatchObject({ problem: { name: 'wrong-password' } });
    expect((await begin(newPassword)).shown).toMatchObject({ next: expect.any(String) });
    const notice = { recipient: user.email ?? '', template: 'password-changed' };
    expect(await issuer.database.prisma.message.count({ where: notice })).toBe(1);
  });

  test('is reported to no address that is not verified, and is a new version of the user', async () => {
    const { id, email } = await addUser(issuer.database.prisma, { emailVerifiedAt: null });
    await requireReset(id);
    const { version } = (await administrator.rest(`GET /users/${id}`)).json;
    const page = await open();
    await page.answer({ identifier: email ?? '', password });
    expect(await page.answer({ password: newPassword })).toMatchObject({ next: expect.any(String) });
    expect(await issuer.database.prisma.message.count({ where: { recipient: email ?? '' } })).toBe(0);
    expect((await administrator.rest(`GET /users/${id}`)).json).toMatchObject({ version: version + 1 });
  });

  test('must differ from the present one, and follow the rules of passwords', async () => {
    await requireReset();
    const { page } = await begin();
    expect(await page.answer({ password })).toMatchObject({ status: 422, problem: { name: 'password-same' } });
    expect(await page.answer({ password: 'short' })).toMatchObject({ problem: { name: 'password-short' } });
    expect(await isRequired()).toBe(true);
    expect(await eventsOf()).toEqual(['User.Data.Updated passwordResetRequiredAt']);
  });

  test('must differ from the present one also if it is set instead of a forgotten one', async () => {
    await requireReset();
    const page = await open();
    await page.answer({ way: 'reset' });
    await page.answer({ identifier: user.email ?? '' });
    await page.answer({ code: await codeFor(issuer, user.email ?? '') });
    expect(await page.answer({ password })).toMatchObject({ status: 422, problem: { name: 'password-same' } });
    expect(await isRequired()).toBe(true);
  });

  test('cannot be skipped: without it nothing is signed in', async () => {
    await requireReset();
    const { page } = await begin();
    for (const answer of [{ password: '' }, { step: 'identify' }, { way: 'totp' }, {}])
      expect(await page.answer(answer as Record<string, string>)).toMatchObject({ step: { name: 'new-password' } });
    expect((await eventsOf()).includes('PostSignIn')).toBe(false);
  });

  test('is set after a code by email, and after the second factor', async () => {
    await requireReset();
    const page = await open();
    await page.answer({ way: 'email-code', identifier: user.email ?? '' });
    const code = await codeFor(issuer, user.email ?? '');
    expect(await page.answer({ code })).toMatchObject({ step: { name: 'new-password' } });
    const withApp = await appUsers(issuer)();
    await requireReset(withApp.id);
    const second = await open();
    const asked = await second.answer({ identifier: withApp.username ?? '', password });
    expect(asked).toMatchObject({ step: { name: 'totp' } });
    expect(await second.answer({ code: withApp.code() })).toMatchObject({ step: { name: 'new-password' } });
    await second.answer({ password: newPassword });
    expect(await second.finish()).toMatchObject({ sub: withApp.id, acr: 'urn:mandate:level:2' });
  });

  test('is set once if several browsers set one at the same time: the others begin again', async () => {
    await requireReset();
    const pages = await Promise.all(Array.from({ length: 4 }, async () => (await begin()).page));
    const answers = await Promise.all(pages.map((page, index) => page.answer({ password: `${newPassword} ${index}` })));
    expect(answers.filter(({ next }) => next !== undefined)).toHaveLength(1);
    for (const { status, step, next } of answers)
      if (next === undefined) expect([status, step?.name]).toEqual([422, 'identify']);
    expect(issuer.faults).toEqual([]);
    expect((await eventsOf()).filter((event) => event === 'PostSignIn')).toHaveLength(1);
  });

  test('is also set by a forgotten password', async () => {
    await requireReset();
    const page = await open();
    await page.answer({ way: 'reset' });
    await page.answer({ identifier: user.email ?? '' });
    await page.answer({ code: await codeFor(issuer, user.email ?? '') });
    await page.answer({ password: newPassword });
    expect(await isRequired()).toBe(false);
    expect((await eventsOf()).slice(1)).toEqual([
      'User.Data.Updated password passwordResetRequiredAt',
      'User.Sessions.Ended',
      'PostResetPassword',
    ]);
  });

  test('is refused for a user without a password, and remains when an administrator sets one', async () => {
    const none = await addUser(issuer.database.prisma, { passwordHash: null });
    expect(await requireReset(none.id)).toMatchObject({ status: 409, json: { problems: [{ path: ['userId'] }] } });
    await requireReset();
    await administrator.rest(`PATCH /users/${user.id}/password`, { password: 'a temporary ship at sea' });
    expect(await isRequired()).toBe(true);
    expect((await begin('a temporary ship at sea')).shown).toMatchObject({ step: { name: 'new-password' } });
  });

  test('is set once by two browsers at the same time', async () => {
    await requireReset();
    const pages = [(await begin()).page, (await begin()).page];
    const answers = await Promise.all(pages.map((page, index) => page.answer({ password: `${newPassword} ${index}` })));
    expect(answers.filter(({ next }) => next !== undefined)).toHaveLength(1);
    expect((await eventsOf()).filter((type) => type === 'PostSignIn')).toHaveLength(1);
  });
});

describe('in a browser that is signed in already', () => {
  const signedIn = async (parameters: Record<string, string>) => {
    const { visitor } = await web.signIn(user.username);
    issuer.advance(120);
    return openPage(issuer, web, { visitor, parameters });
  };

  test.each([
    ['prompt=login', { prompt: 'login' }],
    ['max_age', { max_age: '60' }],
  ] as const)('the person who has to set a new password after %s is signed in with it', async (_name, parameters) => {
    const page = await signedIn(parameters);
    await requireReset();
    const shown = await page.answer({ identifier: user.email ?? '', password });
    expect(shown).toMatchObject({ step: { name: 'new-password' } });
    expect(await page.answer({ password: newPassword })).toMatchObject({ next: expect.any(String) });
    expect(await page.finish()).toMatchObject({ sub: user.id });
    const silent = await page.visitor.follow((await web.start({ prompt: 'none' })).url, issuer.publicUrl);
    expect('left' in silent && silent.left.searchParams.has('code')).toBe(true);
  });

  test('the person who has forgotten the password goes on with the new one', async () => {
    const page = await signedIn({ prompt: 'login' });
    await page.answer({ way: 'reset' });
    await page.answer({ identifier: user.email ?? '' });
    await page.answer({ code: await codeFor(issuer, user.email ?? '') });
    expect(await page.answer({ password: newPassword })).toMatchObject({ step: { name: 'identify' } });
    await page.answer({ identifier: user.email ?? '', password: newPassword });
    expect(await page.finish()).toMatchObject({ sub: user.id });
  });

  test('other sign-ins of the same person, begun in the session, end with it', async () => {
    const [page, other] = [await signedIn({ prompt: 'login' }), await signedIn({ prompt: 'login' })];
    await requireReset();
    await page.answer({ identifier: user.email ?? '', password });
    await page.answer({ password: newPassword });
    expect(await other.get()).toMatchObject({ status: 410 });
    expect(issuer.faults).toEqual([]);
  });
});
