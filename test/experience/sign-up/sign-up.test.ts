import { beforeEach, describe, expect, test } from 'vitest';
import { eventTypesAbout } from '../../support/events-about.ts';
import { codeFor as codeIn, openPage } from '../../support/browsers/flow-pages.ts';
import { addUser } from '../../support/issuer.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';

/** People who sign up, through the JSON of the pages. */
const { issuer, web } = sharePages();
let people = 0;
beforeEach(() => policy({ signUp: { isOpen: true } }));

const policy = (given: object) => setPolicy(issuer, given);
const newAddress = () => `person${++people}@example.com`;
const newPassword = 'seven wooden ships at sea';

const open = () => openPage(issuer, web);
const codeFor = (address: string) => codeIn(issuer, address);
const eventsOf = (id: string) => eventTypesAbout(issuer, id);
const userOf = (email: string) => issuer.database.prisma.user.findUniqueOrThrow({ where: { email } });

describe('a sign-up', () => {
  test('creates an account for a verified address, and signs its person in', async () => {
    const address = newAddress();
    const page = await open();
    await page.answer({ way: 'sign-up' });
    await page.answer({ identifier: address });
    const fields = await page.answer({ code: await codeFor(address) });
    expect(fields).toMatchObject({ purpose: 'sign-up', step: { name: 'fields', fields: { required: ['password'] } } });
    expect(await page.answer({ password: newPassword })).toMatchObject({ next: expect.any(String) });
    const claims = await page.finish();
    const user = await userOf(address);
    expect([claims?.sub, user.emailVerifiedAt !== null]).toEqual([user.id, true]);
    expect(await eventsOf(user.id)).toEqual(['User.Created', 'PostRegister']);
    const next = await open();
    expect(await next.answer({ identifier: address, password: newPassword })).toMatchObject({
      next: expect.any(String),
    });
  });

  test('begins at once if the application hints at it, and is refused while it is closed', async () => {
    const hinted = () => openPage(issuer, web, { parameters: { screen_hint: 'sign-up' } });
    const address = newAddress();
    const page = await hinted();
    expect(await page.get()).toMatchObject({ purpose: 'sign-up', step: { name: 'identify' } });
    await page.answer({ identifier: address });
    await page.answer({ code: await codeFor(address) });
    expect(await page.answer({ password: newPassword })).toMatchObject({ next: expect.any(String) });
    expect(await eventsOf((await userOf(address)).id)).toEqual(['User.Created', 'PostRegister']);
    await policy({ signUp: { isOpen: false } });
    const closed = await hinted();
    expect(await closed.get()).toMatchObject({ status: 403, refused: { reason: 'sign-up-closed' } });
    expect(await closed.answer({ way: 'sign-in' })).toMatchObject({ purpose: 'sign-in', step: { name: 'identify' } });
  });

  test('a sign-up that begins with its fields needs no other answer before', async () => {
    await policy({ signUp: { isOpen: true, verifies: [], requires: ['username', 'password'] } });
    const page = await openPage(issuer, web, { parameters: { screen_hint: 'sign-up' } });
    expect(await page.get()).toMatchObject({ version: 0, step: { name: 'fields' } });
    expect(await page.answer({ username: 'hinted', password: newPassword })).toMatchObject({
      next: expect.any(String),
    });
  });

  test('is not what an unknown hint leads to', async () => {
    const page = await openPage(issuer, web, { parameters: { screen_hint: 'welcome' } });
    expect(await page.get()).toMatchObject({ purpose: 'sign-in', step: { name: 'identify' } });
  });

  test('an address of an account signs its owner in', async () => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const page = await open();
    await page.answer({ way: 'sign-up' });
    await page.answer({ identifier: user.email ?? '' });
    expect(await page.answer({ code: await codeFor(user.email ?? '') })).toMatchObject({ next: expect.any(String) });
    expect(await eventsOf(user.id)).toEqual(['PostSignIn']);
  });

  test('is refused when the policy is closed, also for a page that was open before', async () => {
    const address = newAddress();
    const page = await open();
    await page.answer({ way: 'sign-up' });
    await page.answer({ identifier: address });
    const code = await codeFor(address);
    await policy({});
    expect(await page.get()).toMatchObject({ status: 403, refused: { reason: 'sign-up-closed' } });
    expect(await page.answer({ step: 'code', code })).toMatchObject({ status: 403 });
    expect(await issuer.database.prisma.user.count({ where: { email: address } })).toBe(0);
  });

  test('accepts only addresses of allowed domains', async () => {
    await policy({ signUp: { isOpen: true, domains: { allow: ['example.org'] } } });
    const page = await open();
    await page.answer({ way: 'sign-up' });
    const refused = await page.answer({ identifier: newAddress() });
    expect(refused).toMatchObject({ status: 422, problem: { name: 'domain-refused' } });
  });

  test('refuses addresses of denied domains, internationalized ones and subdomains too', async () => {
    await policy({ signUp: { isOpen: true, domains: { deny: ['münchen.example', '*.evil.example'] } } });
    const page = await open();
    await page.answer({ way: 'sign-up' });
    for (const identifier of ['x@xn--mnchen-3ya.example', 'x@sub.evil.example'])
      expect(await page.answer({ identifier })).toMatchObject({ status: 422, problem: { name: 'domain-refused' } });
    expect(await page.answer({ identifier: 'x@evil.example' })).toMatchObject({ step: { name: 'code' } });
  });

  test.each([
    ['short', 'password-short', 'short@example.com'],
    ['password1', 'password-common', 'common@example.com'],
    ['Walrus.Example-2026', 'password-contextual', 'walrus@example.com'],
  ])('refuses the password "%s"', async (refused, problem, address) => {
    const page = await open();
    await page.answer({ way: 'sign-up' });
    await page.answer({ identifier: address });
    await page.answer({ code: await codeFor(address) });
    expect(await page.answer({ password: refused })).toMatchObject({ status: 422, problem: { name: problem } });
  });

  test('a username and a password need no address, if the policy requires none', async () => {
    await policy({ signUp: { isOpen: true, verifies: [], requires: ['username', 'password', 'name'] } });
    const taken = await addUser(issuer.database.prisma);
    const page = await open();
    expect(await page.answer({ way: 'sign-up' })).toMatchObject({ step: { name: 'fields' } });
    const given = { password: newPassword, name: 'Grace Hopper' };
    const refused = await page.answer({ ...given, username: taken.username ?? '' });
    expect(refused).toMatchObject({ status: 422, problem: { name: 'username-taken' } });
    const username = `grace_${people++}`;
    expect(await page.answer({ ...given, username })).toMatchObject({ next: expect.any(String) });
    const user = await issuer.database.prisma.user.findUniqueOrThrow({ where: { username } });
    expect(user).toMatchObject({ name: 'Grace Hopper', email: null });
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
