import { beforeEach, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { endUserSessions } from '../../../src/operations/users/end-user-sessions.ts';
import { removeUserFactors } from '../../../src/operations/users/remove-user-factors.ts';
import { changesAbout } from '../../support/events-about.ts';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';
import { appUsers, giveApp, totpCode } from '../../support/totp.ts';

/** Browsers that are trusted, and applications that ask for more than a session has proven. */
const { issuer, web } = sharePages();
beforeEach(() => policy({}));

const levelOne = 'urn:mandate:level:1';
const levelTwo = 'urn:mandate:level:2';
const newPassword = 'seven wooden ships at sea';
const policy = (given: object) => setPolicy(issuer, given);
const open = (opening?: Parameters<typeof openPage>[2]) => openPage(issuer, web, opening);
type Page = Awaited<ReturnType<typeof open>>;

const newUser = () => addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
const userWithApp = () => appUsers(issuer)();
const withPassword = (page: Page, { username }: { username: string | null }) =>
  page.answer({ identifier: username ?? '', password });

const eventsOf = (id: string) => changesAbout(issuer, id);

describe('a browser that is trusted', () => {
  beforeEach(() => policy({ second: { trustedDeviceDays: 30 } }));

  /** Signs in with the app, and trusts the browser. */
  async function trust(user: Awaited<ReturnType<typeof userWithApp>>) {
    const page = await open();
    await withPassword(page, user);
    await page.answer({ code: user.code(), trust: 'yes' });
    await page.finish();
    return page.visitor;
  }
  const again = async (visitor: Page['visitor'], user: { username: string | null }) =>
    withPassword(await open({ visitor, parameters: { prompt: 'login' } }), user);
  const skipped = { next: expect.any(String) };
  const required = { step: { name: 'totp' } };

  test('skips the second factor for thirty days, and no other browser does', async () => {
    const user = await userWithApp();
    const visitor = await trust(user);
    expect(await again(visitor, user)).toMatchObject(skipped);
    expect(await withPassword(await open(), user)).toMatchObject(required);
    issuer.advance(31 * 86_400);
    expect(await again(visitor, user)).toMatchObject(required);
  });

  test('states one level, and an application that asks for two gets two', async () => {
    const user = await userWithApp();
    const visitor = await trust(user);
    const page = await open({ visitor, parameters: { prompt: 'login' } });
    await withPassword(page, user);
    expect(await page.finish()).toMatchObject({ acr: levelOne, amr: ['pwd'] });
    const higher = await open({ visitor, parameters: { prompt: 'login', acr_values: levelTwo } });
    expect(await withPassword(higher, user)).toMatchObject(required);
  });

  test.each([
    ['the sessions end', (userId: string) => issuer.execute(endUserSessions, platformActor, { userId }, origin)],
    [
      'a factor is removed',
      async (userId: string) => {
        await giveApp(issuer, userId);
        const [factor] = await issuer.database.prisma.factor.findMany({ where: { userId }, orderBy: { id: 'desc' } });
        const input = { userId, factorIds: [factor?.id ?? ''] };
        return issuer.execute(removeUserFactors, platformActor, input, origin);
      },
    ],
  ] as const)('is no longer trusted once %s', async (_name, change) => {
    const user = await userWithApp();
    const visitor = await trust(user);
    await change(user.id);
    expect(await again(visitor, user)).toMatchObject(required);
  });

  test('cannot be trusted where the policy does not allow it', async () => {
    await policy({});
    const user = await userWithApp();
    const visitor = await trust(user);
    await policy({ second: { trustedDeviceDays: 30 } });
    expect(await again(visitor, user)).toMatchObject(required);
  });
});

const origin = { requestId: 'req_1', channel: 'rest' } as const;

describe('an application that asks for level 2', () => {
  const parameters = { acr_values: levelTwo };
  beforeEach(() => policy({ second: { required: 'never' } }));

  /** Signs in with the password alone. */
  async function signIn(user: { username: string | null }) {
    const page = await open();
    await withPassword(page, user);
    const claims = await page.finish();
    return { visitor: page.visitor, authTime: claims?.['auth_time'] };
  }

  test('gets it from a session by the second factor alone, with the time of the sign-in', async () => {
    const user = await userWithApp();
    const { visitor, authTime } = await signIn(user);
    issuer.advance(60);
    const page = await open({ visitor, parameters });
    expect(await page.get()).toMatchObject({ step: { name: 'totp', ways: ['cancel'] } });
    await page.answer({ code: user.code() });
    const claims = await page.finish();
    expect(claims).toMatchObject({ sub: user.id, acr: levelTwo, amr: ['pwd', 'otp', 'mfa'] });
    expect(Math.abs(Number(claims?.['auth_time']) - Number(authTime))).toBeLessThanOrEqual(1);
  });

  test('causes no sign-in if a person who is signed in only proves more; a new sign-in is one', async () => {
    const user = await userWithApp();
    const lastSignInAt = async () =>
      (await issuer.database.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).lastSignInAt;
    const { visitor } = await signIn(user);
    const before = await lastSignInAt();
    issuer.advance(60);
    const page = await open({ visitor, parameters });
    await page.answer({ code: user.code() });
    await page.finish();
    expect([await eventsOf(user.id), await lastSignInAt()]).toEqual([['PostSignIn'], before]);
    issuer.advance(60);
    const anew = await open({ visitor, parameters: { ...parameters, prompt: 'login' } });
    await withPassword(anew, user);
    await anew.answer({ code: user.code() });
    await anew.finish();
    expect(await eventsOf(user.id)).toEqual(['PostSignIn', 'PostSignIn']);
    expect(await lastSignInAt()).not.toEqual(before);
  });

  test('emits the factor that a person sets up for it, and no sign-in', async () => {
    const user = await newUser();
    const { visitor } = await signIn(user);
    const page = await open({ visitor, parameters });
    const shown = await page.answer({ password });
    await page.answer({ code: totpCode(shown.step?.details.app?.key ?? '', issuer.clock.now()) });
    expect(await page.answer({})).toMatchObject({ next: expect.any(String) });
    expect(await page.finish()).toMatchObject({ sub: user.id, acr: levelTwo });
    expect(await eventsOf(user.id)).toEqual(['PostSignIn', 'User.Data.Updated factors']);
  });

  test('gets the time of the older of two factors, also if it allows a maximum age', async () => {
    const user = await userWithApp();
    const page = await open({ parameters: { ...parameters, max_age: '60' } });
    const started = issuer.clock.now().getTime() / 1000;
    await withPassword(page, user);
    issuer.advance(120);
    await page.answer({ code: user.code() });
    const claims = await page.finish();
    expect(claims).toMatchObject({ sub: user.id, acr: levelTwo });
    expect(Math.abs(Number(claims?.['auth_time']) - started)).toBeLessThan(30);
  });

  test('gets an error if it allows no page, and none once it is reached', async () => {
    const user = await userWithApp();
    const { visitor } = await signIn(user);
    const silent = async () => {
      const journey = await web.start({ ...parameters, prompt: 'none' });
      const left = await visitor.follow(journey.url, issuer.publicUrl);
      return 'left' in left ? left.left.searchParams.get('error') : 'a page';
    };
    expect(await silent()).toBe('unmet_authentication_requirements');
    const page = await open({ visitor, parameters });
    await page.answer({ code: user.code() });
    await page.finish();
    expect(await silent()).toBeNull();
  });

  test('does not get a factor set up by a session alone: the password is required first', async () => {
    const user = await newUser();
    const { visitor } = await signIn(user);
    const page = await open({ visitor, parameters });
    expect(await page.get()).toMatchObject({ step: { name: 'password' } });
    expect(await page.answer({ password: 'wrong password' })).toMatchObject({ problem: { name: 'wrong-password' } });
    expect(await page.answer({ password })).toMatchObject({ step: { name: 'enrol-totp' } });
  });

  test('cannot get it from another account in the same browser', async () => {
    const [user, eve] = [await userWithApp(), await userWithApp()];
    const { visitor } = await signIn(user);
    const page = await open({ visitor, parameters });
    expect(await page.answer({ code: eve.code() })).toMatchObject({ problem: { name: 'wrong-code' } });
    const other = await page.answer({ step: 'identify', identifier: eve.username ?? '', password });
    expect(other).toMatchObject({ step: { name: 'totp' } });
    expect(await eventsOf(eve.id)).toEqual([]);
  });

  test('cannot have the password reset by a session alone', async () => {
    const user = await userWithApp();
    const { visitor } = await signIn(user);
    const page = await open({ visitor, parameters });
    expect(await page.answer({ way: 'reset' })).toMatchObject({ purpose: 'reset', step: { name: 'identify' } });
    expect(await page.answer({ step: 'new-password', password: newPassword })).toMatchObject({
      step: { name: 'identify' },
    });
  });

  test('a request with max_age gets a new sign-in, in which the session does not count', async () => {
    const user = await userWithApp();
    const { visitor } = await signIn(user);
    issuer.advance(120);
    const page = await open({ visitor, parameters: { ...parameters, max_age: '60' } });
    expect(await page.get()).toMatchObject({ step: { name: 'identify' } });
    await withPassword(page, user);
    await page.answer({ code: user.code() });
    expect(await page.finish()).toMatchObject({ acr: levelTwo });
  });

  test('sees the level in its access tokens', async () => {
    const user = await userWithApp();
    const { prisma } = issuer.database;
    const { indicator } = await prisma.apiResource.findFirstOrThrow({ where: { isBuiltIn: true } });
    const page = await open({ parameters: { ...parameters, resource: indicator } });
    await withPassword(page, user);
    await page.answer({ code: user.code() });
    const token = await page.finishWith({ resource: indicator });
    expect(token).toMatchObject({ sub: user.id, acr: levelTwo, amr: ['pwd', 'otp', 'mfa'] });
    expect(token['auth_time']).toEqual(expect.any(Number));
  });
});
