import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../support/browsers/chromium.ts';
import { codeFor } from '../support/browsers/flow-pages.ts';
import { addApplication, addUser, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { setPolicy } from '../support/browsers/pages.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';

/** The pages on which people set a password. */
let issuer: TestIssuer;
let web: RelyingParty;
let browser: Browser;
let people = 0;
let email: string;
const good = 'seven wooden ships at sea';
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer(), launchChromium()]);
  const application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  web = await relyingParty(issuer.issuer, application);
  const signUp = { isOpen: true, requires: ['password', 'name'], terms: 'https://example.com/terms' };
  await setPolicy(issuer, { first: ['email-code'], signUp });
});
beforeEach(() => {
  email = `new${++people}@example.com`;
});
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

async function enterCode(page: Page): Promise<void> {
  await page.fill('#identifier', email);
  await page.click('button[name=answer]');
  await page.fill('#code', await codeFor(issuer, email));
}
async function onFields(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto((await web.start()).url.href);
  await enterCode(page);
  if (options.javaScriptEnabled === false) await page.click('button[name=answer]');
  await page.waitForSelector('#name');
  return page;
}
const names = (page: Page) =>
  page
    .locator('form')
    .first()
    .locator('input:not([type=hidden])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('name')));
const atApplication = (page: Page) => page.waitForRequest((request: Request) => request.url().startsWith(redirectUri));

test('a refused password is explained in the page, which keeps it and everything else', async () => {
  const page = await onFields();
  expect(await names(page)).toEqual(['name', 'password', 'terms']);
  await page.fill('#name', 'Grace Hopper');
  await page.fill('#password', 'password1');
  await page.check('[name=terms]');
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await page.click('button[name=answer]');
  await page.getByText('one of the most common passwords').waitFor();
  expect(await page.evaluate(() => [Reflect.get(globalThis, 'isSamePage'), document.activeElement?.id])).toEqual([
    true,
    'password',
  ]);
  expect(await page.inputValue('#password')).toBe('password1');
  expect(await page.title()).toMatch(/^Error: Almost done/);
  expect(await page.locator('[aria-invalid=true]').evaluateAll((all) => all.map(({ id }) => id))).toEqual(['password']);
  expect(await page.getAttribute('#password', 'aria-describedby')).toBe('error password-hint');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.fill('#password', good);
  const [request] = await Promise.all([atApplication(page), page.click('button[name=answer]')]);
  expect(new URL(request.url()).searchParams.has('code')).toBe(true);
  expect(issuer.faults).toEqual([]);
});

test('a page without a script never gets a password back, and keeps the other fields', async () => {
  const page = await onFields({ javaScriptEnabled: false });
  await page.fill('#name', 'Grace Hopper');
  await page.fill('#password', 'password1');
  await page.check('[name=terms]');
  await page.click('button[name=answer]');
  expect(await page.textContent('[role=alert]')).toContain('one of the most common passwords');
  expect(await page.content()).not.toContain('password1');
  expect(await page.inputValue('#name')).toBe('Grace Hopper');
  await page.fill('#password', good);
  await Promise.all([atApplication(page), page.click('button[name=answer]')]);
});

test('the rule of the password is met or not while it is typed, and announced', async () => {
  const page = await onFields();
  const rule = async () => [
    await page.locator('#password-hint').evaluate((hint) => hint.hasAttribute('data-is-met')),
    await page.locator('[role=status]').textContent(),
  ];
  await page.fill('#password', 'seven w');
  expect(await rule()).toEqual([false, '']);
  await page.fill('#password', 'seven wo');
  expect(await rule()).toEqual([true, 'Long enough.']);
});

test('password managers learn the address of a new account', async () => {
  const page = await onFields();
  expect(await page.inputValue('input[autocomplete=username]')).toBe(email);
});

test('the page of a reset keeps a refused password, and ends with the page after it', async () => {
  await addUser(issuer.database.prisma, { email, emailVerifiedAt: new Date() });
  const page = await browser.newPage();
  await page.goto(new URL('/reset-password', issuer.publicUrl).href);
  await enterCode(page);
  await page.fill('#password', 'password1');
  await page.click('button[name=answer]');
  await page.getByText('one of the most common passwords').waitFor();
  expect(await page.inputValue('#password')).toBe('password1');
  await page.fill('#password', good);
  await page.click('button[name=answer]');
  await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor();
  expect(issuer.faults).toEqual([]);
});
