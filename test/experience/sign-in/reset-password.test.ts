import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { continueByMail, openAlone, provenAlone } from '../../support/browsers/standalone-pages.ts';
import { browserIn, type Visitor } from '../../support/browsers/browser.ts';
import { launchChromium } from '../../support/browsers/chromium.ts';
import { codeFor, openPage } from '../../support/browsers/flow-pages.ts';
import { addApplication, addUser, password, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';
import { appUsers } from '../../support/totp.ts';

/** A forgotten password, without an application. */
let issuer: TestIssuer;
let web: RelyingParty;
let browser: Browser;
let strangers = 0;
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer({ environment: { TRUSTED_PROXIES: '1' } }), launchChromium()]);
  const application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  web = await relyingParty(issuer.issuer, application);
});
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

const newPassword = 'seven wooden ships at sea';
const json = { accept: 'application/json', 'content-type': 'application/json' };
const address = () => new URL('/reset-password', issuer.publicUrl);

const cookiesOf = async (url: URL): Promise<string[]> => {
  const { headers } = await fetch(url);
  return headers.getSetCookie().filter((cookie) => /^(__Host-)?mandate_reset=/.test(cookie));
};

const open = (visitor?: Visitor) => openAlone(issuer, '/reset-password', visitor);
/** The page after the code of an address was entered. */
const proven = (email: string) => provenAlone(issuer, '/reset-password', email);

const newUser = async () => (await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() })).email ?? '';

describe('a reset without an application', () => {
  test('sets the new password, ends, and emits the events of a reset', async () => {
    const email = await newUser();
    const page = await open();
    expect(await page.get()).toMatchObject({ status: 200, purpose: 'reset', step: { name: 'identify', ways: [] } });
    await page.answer({ identifier: email });
    await page.answer({ code: await codeFor(issuer, email) });
    expect(await page.answer({ password: newPassword })).toMatchObject({ status: 200, state: 'done' });
    const signIn = await openPage(issuer, web);
    expect(await signIn.answer({ identifier: email, password: newPassword })).toMatchObject({
      next: expect.any(String),
    });
    const events = await issuer.database.prisma.event.findMany({ where: { type: 'PostResetPassword' } });
    expect(events.map(({ data }) => data)).toMatchObject([{ interaction: { applicationId: null } }]);
  });

  test('stores nothing before the first answer, and begins again when it has ended', async () => {
    const email = await newUser();
    const count = () => issuer.database.prisma.signInAttempt.count();
    const before = await count();
    const page = await open();
    expect(await count()).toBe(before);
    await page.answer({ identifier: email });
    await page.answer({ code: await codeFor(issuer, email) });
    await page.answer({ password: newPassword });
    issuer.advance(11);
    expect(await page.answer({ password: 'nine wooden ships at sea' })).toMatchObject({
      status: 410,
      problem: { name: 'reset-expired' },
    });
    expect(await page.get()).toMatchObject({ status: 200, version: 0, step: { name: 'identify' } });
  });

  test('never becomes a sign-in or a sign-up', async () => {
    const email = await newUser();
    const page = await open();
    expect(await page.answer({ way: 'sign-up' })).toMatchObject({ purpose: 'reset', step: { name: 'identify' } });
    const signedIn = await page.answer({ way: 'sign-in', identifier: email, password: 'any password' });
    expect(signedIn).toMatchObject({ purpose: 'reset', step: { name: 'identify' } });
    await page.answer({ identifier: email });
    const { step } = await page.get();
    expect(step).toMatchObject({ name: 'code', ways: ['email-code', 'reset'] });
    await page.answer({ code: await codeFor(issuer, email) });
    expect(await page.answer({ way: 'sign-in' })).toMatchObject({ purpose: 'reset', step: { name: 'identify' } });
  });

  test('belongs to one browser, and never to the sign-in of another', async () => {
    const email = await newUser();
    const page = await open();
    await page.answer({ identifier: email });
    const other = await open();
    expect(await other.get()).toMatchObject({ version: 0, step: { name: 'identify' } });
    const signIn = await openPage(issuer, web);
    await signIn.answer({ way: 'reset' });
    await signIn.answer({ identifier: email });
    const uid = new URL(signIn.url).pathname.split('/').at(-1) ?? '';
    const response = await fetch(address(), { headers: { ...json, cookie: `mandate_reset=${uid}` } });
    expect(await response.json()).toMatchObject({ version: 0, step: { name: 'identify' } });
  });

  test('is refused without its cookie, and from another site', async () => {
    const body = JSON.stringify({ identifier: await newUser() });
    const withoutCookie = await fetch(address(), { method: 'POST', headers: json, body });
    expect(withoutCookie.status).toBe(410);
    const headers = { ...json, 'sec-fetch-site': 'cross-site' };
    expect((await fetch(address(), { method: 'POST', headers, body })).status).toBe(403);
  });

  test('requires the second factor of the account as well', async () => {
    const user = await appUsers(issuer)();
    const page = await proven(user.email ?? '');
    expect(await page.get()).toMatchObject({ step: { name: 'totp' } });
    expect(await page.answer({ password: newPassword })).toMatchObject({ step: { name: 'totp' } });
    expect(await page.answer({ code: user.code() })).toMatchObject({ step: { name: 'new-password' } });
    expect(await page.answer({ password: newPassword })).toMatchObject({ state: 'done' });
  });

  test('is locked by ten wrong codes in a row, with an event', async () => {
    const { id, email } = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const page = await open();
    await page.answer({ identifier: email ?? '' });
    for (let sent = 0; sent < 2; sent++) {
      for (let wrong = 0; wrong < 5; wrong++) await page.answer({ code: '000000' });
      issuer.advance(31);
      await page.answer({ way: 'email-code' });
    }
    expect(await page.get()).toMatchObject({ step: { name: 'code' } });
    const code = await codeFor(issuer, email ?? '');
    expect(await page.answer({ code })).toMatchObject({ status: 429, problem: { name: 'locked' } });
    const where = { type: 'Identifier.Lockout', subjectId: id };
    const events = await issuer.database.prisma.event.findMany({ where });
    expect(events.map(({ data }) => data)).toMatchObject([{ flow: 'verification-code', identifier: email }]);
  });

  test('limits the addresses to which a network has codes sent', async () => {
    const ends = [];
    for (let index = 0; index < 31; index++) {
      const page = await open(browserIn('203.0.113.81'));
      const { step, problem } = await page.answer({ identifier: `stranger${index}@example.com` });
      ends.push(problem?.name ?? step?.name);
    }
    expect(ends).toEqual([...Array<string>(30).fill('code'), 'network-limited']);
  });

  test('is refused with 503 while its places in the hashing queue are taken, and can be sent again', async () => {
    const page = await proven(await newUser());
    const secret = page.visitor.cookies().find(([name]) => name === 'mandate_reset')?.[1];
    const { signal } = new AbortController();
    const claim = { address: '192.0.2.9', page: `/reset-password:${secret}`, account: 'any', signal };
    const places = Array.from({ length: 5 }, () => issuer.passwords.enter(claim));
    expect(await page.answer({ password: newPassword })).toMatchObject({
      status: 503,
      step: { name: 'new-password' },
      problem: { name: 'too-busy' },
    });
    for (const place of places) place?.leave();
    expect(await page.answer({ password: newPassword })).toMatchObject({ state: 'done' });
  });

  test('a reset that is sent twice at the same time sets one password', async () => {
    const page = await proven(await newUser());
    const count = () => issuer.database.prisma.event.count({ where: { type: 'PostResetPassword' } });
    const before = await count();
    const ends = await Promise.all([1, 2].map(() => page.answer({ password: newPassword })));
    expect(ends).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    expect((await count()) - before).toBe(1);
  });

  test('does not wait for the failures of others in a browser in which the person has signed in', async () => {
    const network = '203.0.113.82';
    const spray = async () => {
      const page = await openPage(issuer, web, { visitor: browserIn(network) });
      await page.answer({ identifier: `nobody${++strangers}`, password: 'wrong' });
    };
    const email = await newUser();
    const signIn = await openPage(issuer, web, { visitor: browserIn(network) });
    await signIn.answer({ identifier: email, password });
    for (let wrong = 0; wrong < 100; wrong += 4) await Promise.all([1, 2, 3, 4].map(spray));
    const enterCode = async (visitor: Visitor, identifier: string) => {
      const page = await open(visitor);
      await page.answer({ identifier });
      return page.answer({ code: await codeFor(issuer, identifier) });
    };
    const elsewhere = await enterCode(browserIn(network), await newUser());
    expect(elsewhere).toMatchObject({ status: 429, problem: { name: 'network-limited' } });
    expect(await enterCode(signIn.visitor, email)).toMatchObject({ step: { name: 'new-password' } });
  });

  test('is German for a German browser', async () => {
    const html = await (await fetch(address(), { headers: { 'accept-language': 'de', accept: 'text/html' } })).text();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('Passwort zurücksetzen');
  });

  test('has a cookie that scripts cannot read', async () => {
    const cookies = await cookiesOf(address());
    expect(cookies).toEqual([
      expect.stringMatching(/^mandate_reset=.{40,}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('has over https a cookie that no other host can set', async () => {
    await using https = await startIssuer({ publicUrl: 'https://id.example.com' });
    const cookies = await cookiesOf(new URL('/reset-password', https.url));
    const bound = /^__Host-mandate_reset=.{40,}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
    expect(cookies).toEqual([expect.stringMatching(bound)]);
  });

  test('leads back to its first page when it has expired', async () => {
    const response = await fetch(address(), { method: 'POST', headers: { accept: 'text/html' }, body: '' });
    expect(response.status).toBe(410);
    expect(await response.text()).toContain('<a class="button" href="/reset-password">Begin again</a>');
  });

  test('is not where password managers are led: they find the page for a new password', async () => {
    const wellKnown = (name: string) =>
      fetch(new URL(`/.well-known/${name}`, issuer.publicUrl), { redirect: 'manual' });
    const led = await wellKnown('change-password');
    expect([led.status, led.headers.get('location')]).toEqual([302, '/account/security']);
    expect((await wellKnown('resource-that-should-not-exist-whose-status-code-should-not-be-200')).status).toBe(404);
  });

  test.each([true, false])(
    'works by forms, and continues with the link of the mail (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const email = await newUser();
      const first = { path: '/reset-password', heading: 'Reset your password', button: 'Send code' } as const;
      const person = { email, javaScriptEnabled };
      const { context, page, check } = await continueByMail(issuer, browser, first, person);
      await check('Set a new password');
      await page.getByLabel('New password').fill(newPassword);
      await page.getByRole('button', { name: 'Set a new password' }).click();
      await check('Your password has been changed');
      expect(await page.textContent('main')).toContain('Go back to your application and sign in.');
      expect(await page.locator('form').count()).toBe(0);
      await context.close();
    },
  );
});
