import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../support/browsers/chromium.ts';
import { codeFor } from '../support/browsers/flow-pages.ts';
import { addApplication, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { setPolicy } from '../support/browsers/pages.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';

/** The steps of a sign-up and of a password reset in a browser. */
let issuer: TestIssuer;
let web: RelyingParty;
let browser: Browser;
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer(), launchChromium()]);
  const application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  web = await relyingParty(issuer.issuer, application);
  const signUp = { isOpen: true, requires: ['username', 'password', 'name'], terms: 'https://example.com/terms' };
  await setPolicy(issuer, { signUp });
});
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

const check = async (page: Page, heading: string): Promise<void> => {
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
};
const submit = (page: Page) => page.click('button[name=answer][value=yes]');
/** The browser goes to the application, which does not exist. */
const atApplication = (page: Page) => page.waitForRequest((request) => request.url().startsWith(redirectUri));
const choose = (page: Page, way: string) => page.click(`button[name=way][value=${way}]`);

test.each(['light', 'dark'] as const)(
  'every step is accessible and works with forms only (%s): sign-up, forgotten password, sign-in',
  async (colorScheme) => {
    const email = `${colorScheme}@example.com`;
    const options = { colorScheme, viewport: { width: 320, height: 800 } };
    let page = await browser.newPage(options);
    await page.goto((await web.start()).url.href);
    await check(page, 'Sign in');
    await choose(page, 'sign-up');
    await check(page, 'Create your account');
    await page.fill('#identifier', email);
    await submit(page);
    await check(page, 'Check your email');
    await page.fill('#code', '12');
    await submit(page);
    expect(await page.textContent('[role=alert]')).toContain('The code is incorrect.');
    await check(page, 'Check your email');
    await page.fill('#code', await codeFor(issuer, email));
    await check(page, 'Almost done');
    await page.fill('#username', `user_${colorScheme}`);
    await page.fill('#password', 'seven wooden ships at sea');
    await page.fill('#name', 'Grace Hopper');
    await page.check('[name=terms]');
    await Promise.all([atApplication(page), submit(page)]);

    page = await browser.newPage(options);
    issuer.advance(60);
    await page.goto((await web.start()).url.href);
    await page.fill('#identifier', email);
    await submit(page);
    await choose(page, 'reset');
    await check(page, 'Reset your password');
    expect(await page.inputValue('#identifier')).toBe(email);
    await submit(page);
    await expect
      .poll(() => issuer.database.prisma.message.count({ where: { recipient: email, state: 'sent' } }))
      .toBe(2);
    await page.fill('#code', await codeFor(issuer, email));
    await check(page, 'Set a new password');
    await page.fill('#password', 'eight iron ships at sea');
    await submit(page);
    await check(page, 'Sign in');
    await page.fill('#password', 'eight iron ships at sea');
    await Promise.all([atApplication(page), submit(page)]);
    expect(issuer.faults).toEqual([]);
  },
);

test.each([true, false])('a sign-in by passkeys alone explains itself (JavaScript: %s)', async (javaScriptEnabled) => {
  const { policy } = await issuer.database.prisma.signInExperience.findFirstOrThrow();
  await setPolicy(issuer, { first: ['passkey'] });
  const page = await browser.newPage({ javaScriptEnabled });
  await page.goto((await web.start()).url.href);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  const sentence = page.getByText('This browser cannot use passkeys here.');
  await (javaScriptEnabled ? button : sentence).waitFor();
  expect([await button.isVisible(), await sentence.isVisible()]).toEqual([javaScriptEnabled, !javaScriptEnabled]);
  await setPolicy(issuer, policy as object);
});

test('a problem marks its own field: the others are neither invalid nor described by it', async () => {
  const page = await browser.newPage();
  await page.goto((await web.start()).url.href);
  const marks = async (field: string) => {
    const invalid = page.locator('input[aria-invalid=true]');
    // A page before this one could have had a problem, too.
    await invalid.and(page.locator(`[name=${field}]`)).waitFor();
    const names = (inputs: Element[]) => inputs.map((input) => input.getAttribute('name'));
    expect(await invalid.evaluateAll(names)).toEqual([field]);
    expect(await page.locator('[aria-describedby~=error]').evaluateAll(names)).toEqual([field]);
  };
  await choose(page, 'sign-up');
  await page.fill('#identifier', 'nobody');
  await page
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => void (form.noValidate = true));
  await submit(page);
  await marks('identifier');
  await choose(page, 'sign-in');
  await choose(page, 'sign-up');
  await page.fill('#identifier', 'fields@example.com');
  await submit(page);
  await page.fill('#code', await codeFor(issuer, 'fields@example.com'));
  await page.fill('#username', '1st');
  await page.fill('#password', 'password');
  await page.fill('#name', 'Grace Hopper');
  await page.check('[name=terms]');
  await submit(page);
  await marks('username');
  await page.fill('#username', 'first_of_all');
  await page.fill('#password', 'password');
  // Nothing is asked twice, except for secrets.
  expect(await page.isChecked('[name=terms]')).toBe(true);
  expect(await page.inputValue('#name')).toBe('Grace Hopper');
  await submit(page);
  await marks('password');
});
