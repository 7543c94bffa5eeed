import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Visitor } from '../support/browser.ts';
import { accessibilityProblems, launchChromium } from '../support/chromium.ts';
import { codeFor, type Shown } from '../support/flow-pages.ts';
import { addApplication, addUser, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { openPage } from '../support/flow-pages.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/relying-party.ts';

/** A forgotten password, without an application. */
let issuer: TestIssuer;
let web: RelyingParty;
let browser: Browser;
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer(), launchChromium()]);
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

/** A browser on the page, whose answers are JSON. */
async function open(visitor = new Visitor()) {
  let shown: Shown & { state?: string } = { status: 0 };
  const read = async (response: Response) => {
    shown = { status: response.status, ...((await response.json()) as object) };
    return shown;
  };
  const get = async () => read(await visitor.fetch(address(), { headers: json }));
  await get();
  const answer = async (fields: Record<string, string>) => {
    const body = JSON.stringify({ step: shown.step?.name, version: String(shown.version), ...fields });
    return read(await visitor.fetch(address(), { method: 'POST', headers: json, body }));
  };
  return { visitor, get, answer };
}

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
    expect(await page.answer({ password: newPassword })).toMatchObject({
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
    expect(await response.text()).toContain('<a href="/reset-password">Start again</a>');
  });

  test('is where password managers are led; other well-known addresses do not exist', async () => {
    const wellKnown = (name: string) =>
      fetch(new URL(`/.well-known/${name}`, issuer.publicUrl), { redirect: 'manual' });
    const led = await wellKnown('change-password');
    expect([led.status, led.headers.get('location')]).toEqual([302, '/reset-password']);
    expect((await wellKnown('resource-that-should-not-exist-whose-status-code-should-not-be-200')).status).toBe(404);
  });

  test.each([true, false])(
    'works by forms, and continues with the link of the mail (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const email = await newUser();
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 800 } });
      const page = await context.newPage();
      const check = async (heading: string) => {
        expect(await page.textContent('h1')).toBe(heading);
        if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([]);
      };
      await page.goto(address().href);
      await check('Reset your password');
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Send code' }).click();
      await check('Check your email');
      const inbox = await fetch(new URL(`/inbox.json?to=${encodeURIComponent(email)}&wait=5`, issuer.url));
      const { messages } = (await inbox.json()) as { messages: { link: string }[] };
      await page.goto(messages[0]?.link ?? '');
      await page.getByRole('button', { name: /^Continue as/ }).click();
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
