import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setPolicy } from '../../support/browsers/pages.ts';
import { continueByMail, openAlone, provenAlone } from '../../support/browsers/standalone-pages.ts';
import { browserIn, type Visitor } from '../../support/browsers/browser.ts';
import { launchChromium } from '../../support/browsers/chromium.ts';
import { codeFor, openPage } from '../../support/browsers/flow-pages.ts';
import { addApplication, addUser, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';
import { totpCode } from '../../support/totp.ts';

/** A sign-up that no application has requested. */
let issuer: TestIssuer;
let web: RelyingParty;
let browser: Browser;
let people = 0;
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer({ environment: { TRUSTED_PROXIES: '1' } }), launchChromium()]);
  const application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  web = await relyingParty(issuer.issuer, application);
});
beforeEach(() => policy({ signUp: { isOpen: true } }));
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

const policy = (given: object) => setPolicy(issuer, given);
const newPassword = 'seven wooden ships at sea';
const json = { accept: 'application/json', 'content-type': 'application/json' };
const newAddress = () => `newcomer${++people}@example.com`;
const address = () => new URL('/sign-up', issuer.publicUrl);
const open = (visitor?: Visitor) => openAlone(issuer, '/sign-up', visitor);
/** The page after the code of an address was entered. */
const proven = (email: string) => provenAlone(issuer, '/sign-up', email);
const findUser = (email: string) => issuer.database.prisma.user.findUnique({ where: { email } });
const eventsOf = (subjectId: string) =>
  issuer.database.prisma.event.findMany({ where: { subjectId }, orderBy: { sequence: 'asc' } });

describe('a sign-up without an application', () => {
  test('creates the account, begins no session, and names the applications to go to', async () => {
    const email = newAddress();
    const page = await proven(email);
    const done = await page.answer({ password: newPassword });
    expect(done).toMatchObject({ status: 200, purpose: 'sign-up', state: 'done' });
    expect(done.applications).toEqual([{ name: expect.any(String), url: `${new URL(redirectUri).origin}/` }]);
    const user = await findUser(email);
    const { prisma } = issuer.database;
    expect(user).toMatchObject({ lastSignInAt: null, emailVerifiedAt: expect.any(Date) });
    expect(await prisma.device.count({ where: { userId: user?.id ?? '' } })).toBe(0);
    const signIn = await openPage(issuer, web, { visitor: page.visitor });
    expect(await signIn.get()).toMatchObject({ purpose: 'sign-in', step: { name: 'identify' } });
    expect(await signIn.answer({ identifier: email, password: newPassword })).toMatchObject({
      next: expect.any(String),
    });
  });

  test('emits the events of a sign-up, with no application', async () => {
    const email = newAddress();
    const page = await proven(email);
    await page.answer({ password: newPassword });
    const events = await eventsOf((await findUser(email))?.id ?? '');
    expect(events.map(({ type }) => type)).toEqual(['User.Created', 'PostRegister']);
    expect(events[1]?.data).toMatchObject({ interaction: { applicationId: null } });
  });

  test('stores nothing before the first answer, and begins again when it has ended', async () => {
    const count = () => issuer.database.prisma.signInAttempt.count();
    const before = await count();
    const email = newAddress();
    const page = await open();
    expect(await count()).toBe(before);
    await page.answer({ identifier: email });
    await page.answer({ code: await codeFor(issuer, email) });
    await page.answer({ password: newPassword });
    issuer.advance(11);
    expect(await page.answer({ password: newPassword })).toMatchObject({
      status: 410,
      problem: { name: 'sign-up-expired' },
    });
    expect(await page.get()).toMatchObject({ status: 200, version: 0, step: { name: 'identify' } });
  });

  test('a sign-up that is sent twice at the same time creates one account', async () => {
    const email = newAddress();
    const page = await proven(email);
    const ends = await Promise.all([1, 2].map(() => page.answer({ password: newPassword })));
    expect(ends).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    const events = await eventsOf((await findUser(email))?.id ?? '');
    expect(events.map(({ type }) => type)).toEqual(['User.Created', 'PostRegister']);
  });

  test('takes a second factor where the policy requires one', async () => {
    await policy({ signUp: { isOpen: true }, second: { required: 'always' } });
    const email = newAddress();
    const page = await proven(email);
    const shown = await page.answer({ password: newPassword });
    const key = shown.step?.details.app?.key ?? '';
    await page.answer({ way: 'enrol-totp' });
    await page.answer({ code: totpCode(key, issuer.clock.now()) });
    expect(await page.answer({ way: 'answer' })).toMatchObject({ state: 'done' });
    const user = await findUser(email);
    expect(await issuer.database.prisma.factor.count({ where: { userId: user?.id ?? '', kind: 'totp' } })).toBe(1);
  });

  test('needs no message where the policy verifies no address', async () => {
    await policy({ signUp: { isOpen: true, verifies: [], requires: ['username', 'password'] } });
    const page = await open();
    expect(await page.get()).toMatchObject({ step: { name: 'fields' } });
    expect(await page.answer({ username: 'grace', password: newPassword })).toMatchObject({ state: 'done' });
    const taken = await open();
    expect(await taken.answer({ username: 'grace', password: newPassword })).toMatchObject({
      problem: { name: 'username-taken' },
    });
  });
});

describe('the address of an account', () => {
  const existing = async () => (await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() })).email ?? '';

  test('ends a sign-up without an application, and begins no session', async () => {
    const email = await existing();
    const page = await proven(email);
    const applications = [{ name: expect.any(String), url: `${new URL(redirectUri).origin}/` }];
    const refused = { reason: 'account-exists', applications };
    expect(await page.get()).toMatchObject({ status: 403, refused, step: null });
    const html = await page.visitor.fetch(address(), { headers: { accept: 'text/html' } });
    expect(await html.text()).toContain(`<li><a class="button" href="${new URL(redirectUri).origin}/">`);
    expect(await page.answer({ password: newPassword })).toMatchObject({ refused: { reason: 'account-exists' } });
    expect(await eventsOf((await findUser(email))?.id ?? '')).toEqual([]);
    expect(await page.answer({ way: 'sign-up' })).toMatchObject({ purpose: 'sign-up', step: { name: 'identify' } });
  });

  test('is not revealed before its code was entered', async () => {
    const answerFor = async (email: string) => {
      const page = await open();
      const { reference, ...shown } = await page.answer({ identifier: email });
      expect(reference).toMatch(/^[A-Z2-9]{4}/);
      return shown;
    };
    expect(await answerFor(await existing())).toEqual(await answerFor(newAddress()));
  });

  test('a suspended user is refused as elsewhere', async () => {
    const { email } = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const page = await open();
    await page.answer({ identifier: email ?? '' });
    const code = await codeFor(issuer, email ?? '');
    await issuer.database.prisma.user.update({ where: { email: email ?? '' }, data: { suspendedAt: new Date() } });
    expect(await page.answer({ code })).toMatchObject({ refused: { reason: 'account-suspended' } });
  });
});

describe('the page', () => {
  test('is refused while sign-up is closed, sends no code, and offers nothing else', async () => {
    await policy({ signUp: { isOpen: false } });
    const page = await open();
    expect(await page.get()).toMatchObject({ status: 403, refused: { reason: 'sign-up-closed' } });
    const { email } = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    expect(await page.answer({ identifier: email ?? '' })).toMatchObject({ refused: { reason: 'sign-up-closed' } });
    expect(await issuer.database.prisma.message.count({ where: { recipient: email ?? '' } })).toBe(0);
    const html = await (await fetch(address(), { headers: { accept: 'text/html' } })).text();
    expect(html).toContain('New accounts cannot be created here.');
    expect(html).not.toContain('<button');
  });

  test('never becomes a sign-in or a reset', async () => {
    const page = await open();
    for (const way of ['sign-in', 'reset'])
      expect(await page.answer({ way })).toMatchObject({ purpose: 'sign-up', step: { name: 'identify' } });
    const email = newAddress();
    await page.answer({ identifier: email, password: 'any password' });
    expect((await page.get()).step).toMatchObject({ name: 'code', ways: ['email-code', 'sign-up'] });
  });

  test('belongs to one browser; a reset, or a sign-in, in the same browser is another flow', async () => {
    const email = newAddress();
    const page = await open();
    await page.answer({ identifier: email });
    expect(await (await open()).get()).toMatchObject({ version: 0, step: { name: 'identify' } });
    const reset = await openAlone(issuer, '/reset-password', page.visitor);
    expect(await reset.get()).toMatchObject({ purpose: 'reset', version: 0, step: { name: 'identify' } });
    const signIn = await openPage(issuer, web, { visitor: page.visitor });
    expect(await signIn.get()).toMatchObject({ purpose: 'sign-in', version: 0 });
    expect(await page.get()).toMatchObject({ purpose: 'sign-up', step: { name: 'code' } });
    const secret = page.visitor.cookies().find(([name]) => name === 'mandate_sign_up')?.[1];
    const response = await fetch(new URL('/reset-password', issuer.publicUrl), {
      headers: { ...json, cookie: `mandate_reset=${secret}` },
    });
    expect(await response.json()).toMatchObject({ purpose: 'reset', version: 0 });
  });

  test('is refused without its cookie, and from another site', async () => {
    const body = JSON.stringify({ identifier: newAddress() });
    const withoutCookie = await fetch(address(), { method: 'POST', headers: json, body });
    expect(withoutCookie.status).toBe(410);
    const headers = { ...json, 'sec-fetch-site': 'cross-site' };
    expect((await fetch(address(), { method: 'POST', headers, body })).status).toBe(403);
    const asPage = await fetch(address(), { method: 'POST', headers: { accept: 'text/html' }, body: '' });
    expect(await asPage.text()).toContain('<a class="button" href="/sign-up">Begin again</a>');
  });

  test('has a cookie that scripts cannot read, and over https no other host can set', async () => {
    const cookieOf = async (url: URL) =>
      (await fetch(url)).headers.getSetCookie().filter((cookie) => cookie.includes('mandate_sign_up='));
    const rest = 'Max-Age=3600; Path=/; HttpOnly; SameSite=Lax';
    expect(await cookieOf(address())).toEqual([expect.stringMatching(new RegExp(`^mandate_sign_up=.{40,}; ${rest}$`))]);
    await using https = await startIssuer({ publicUrl: 'https://id.example.com', environment: { SIGN_UP: 'open' } });
    expect(await cookieOf(new URL('/sign-up', https.url))).toEqual([
      expect.stringMatching(/^__Host-mandate_sign_up=.{40,}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  test('limits the accounts that a network can create, as with an application', async () => {
    await policy({ signUp: { isOpen: true, verifies: [], requires: ['username'] } });
    const ends = [];
    for (let index = 0; index < 21; index++) {
      const page = await open(browserIn('203.0.113.80'));
      const { state, problem } = await page.answer({ username: `crowd${index}` });
      ends.push(state ?? problem?.name);
    }
    expect(ends).toEqual([...Array<string>(20).fill('done'), 'network-limited']);
  });

  test('is German for a German browser', async () => {
    const html = await (await fetch(address(), { headers: { 'accept-language': 'de', accept: 'text/html' } })).text();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('Konto erstellen');
  });

  test.each([true, false])(
    'works by forms, and continues with the link of the mail (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const email = newAddress();
      const first = { path: '/sign-up', heading: 'Create your account', button: 'Continue' } as const;
      const person = { email, javaScriptEnabled };
      const { context, page, check } = await continueByMail(issuer, browser, first, person);
      await check('Almost done');
      await page.getByLabel('New password').fill(newPassword);
      await page.getByRole('button', { name: 'Create an account' }).click();
      await check('Your account is ready');
      expect(await page.textContent('main')).toContain('Open your application and sign in.');
      expect(await page.locator('main li a').count()).toBe(1);
      await page.goto(address().href);
      await check('Create your account');
      await context.close();
    },
  );
});
