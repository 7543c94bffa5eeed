import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAuthenticator, copyPasskeys, noAutofill } from '../../support/browsers/authenticator.ts';
import { accessibilityProblems, launchChromium } from '../../support/browsers/chromium.ts';
import { codeFor } from '../../support/browsers/flow-pages.ts';
import { addApplication, addUser, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { newLink } from '../../support/browsers/links.ts';
import { setPolicy } from '../../support/browsers/pages.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';
import { totpCode } from '../../support/totp.ts';

/** The pages without a mouse, in forced colors. */
let issuer: TestIssuer;
let web: RelyingParty;
let partner: RelyingParty;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer(), launchChromium()]);
  const application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  web = await relyingParty(issuer.issuer, application);
  const other = { redirectUris: [redirectUri], isThirdParty: true, name: 'Partner' };
  partner = await relyingParty(issuer.issuer, await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', other));
  const signUp = { isOpen: true, requires: ['password', 'name'], terms: 'https://example.com/terms' };
  await setPolicy(issuer, { signUp, second: { required: 'always' } });
});
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

/** The element with the focus: its name as a screen reader reads it, and whether an outline shows it. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const style = element && getComputedStyle(element);
    const label = element?.labels?.[0]?.textContent ?? element?.ariaLabel ?? element?.textContent;
    const isShown = style?.outlineStyle !== 'none' && parseFloat(style?.outlineWidth ?? '0') >= 2;
    return { name: label?.trim() ?? '', isShown };
  });

/** Presses Tab until this has the focus. Everything on the way shows that it has it. */
async function tabTo(name: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 25; presses++) {
    await page.keyboard.press('Tab');
    const at = await focused();
    if (at.name) expect(at).toEqual({ name: at.name, isShown: true });
    if (at.name.startsWith(name)) return;
    passed.push(at.name);
  }
  throw new Error(`Tab reaches ${passed.join(', ')}, not ${name}`);
}
async function at(heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
}
const press = async (name: string, key = 'Enter') => {
  await tabTo(name);
  await page.keyboard.press(key);
};
/** Whether the browser brings a code to the application. */
async function arrivesBy(act: () => Promise<void>): Promise<boolean> {
  const [request] = await Promise.all([page.waitForRequest((one) => one.url().startsWith(redirectUri)), act()]);
  return new URL(request.url()).searchParams.has('code');
}

test('a person signs up, with a mistake, and sets up a second factor by keyboard alone, in forced colors', async () => {
  page = await browser.newPage({ forcedColors: 'active' });
  const email = 'keyboard@example.com';
  await page.goto((await web.start()).url.href);
  await at('Sign in');
  await press('Sign up');
  await at('Create your account');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await at('Check your email');
  await page.keyboard.type('000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  expect(await page.textContent('[role=alert]')).toContain('The code is incorrect.');
  await expect.poll(async () => (await focused()).name).toContain('Six-digit code');
  await page.keyboard.type(await codeFor(issuer, email));
  await at('Almost done');
  await page.keyboard.type('Grace Hopper');
  await tabTo('New password');
  await page.keyboard.type('seven wooden ships at sea');
  await press('Show password', 'Space');
  expect(await page.getAttribute('#password', 'type')).toBe('text');
  await press('I accept the terms', 'Space');
  await press('Create an account');
  await at('Set up an authenticator app');
  await press('Can’t scan the code?');
  expect(await page.locator('.qr-code').evaluate((code) => getComputedStyle(code).forcedColorAdjust)).toBe('none');
  const key = (await page.textContent('code.key')) ?? '';
  await tabTo('Code from the app');
  await page.keyboard.type(totpCode(key, issuer.clock.now()));
  await at('Save your backup codes');
  expect(await arrivesBy(() => press('I have saved them'))).toBe(true);
  expect(issuer.faults).toEqual([]);
});

test('a link, a passkey, consent and the sign-out work by keyboard alone, in dark forced colors', async () => {
  const { id } = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
  const context = await browser.newContext({ forcedColors: 'active', colorScheme: 'dark' });
  page = await context.newPage();
  const authenticator = await addAuthenticator(page);
  await page.goto((await partner.start()).url.href);
  await at('Sign in');
  await page.goto(await newLink(issuer, { userId: id }));
  await at('Sign in with this link');
  await press('Continue as');
  await at('Set up an authenticator app');
  await press('Set up a passkey instead');
  await at('Set up a passkey');
  await press('Create a passkey');
  await at('Save your backup codes');
  await press('I have saved them');
  await at('Allow Partner to use your account?');
  expect(await arrivesBy(() => press('Allow'))).toBe(true);
  page = await context.newPage();
  await page.goto(`${issuer.issuer}/session/end`);
  await at('Do you want to sign out?');
  await page.keyboard.press('Enter');
  await at('You are signed out');
  await page.addInitScript(noAutofill);
  await copyPasskeys(authenticator, await addAuthenticator(page));
  await page.goto((await web.start()).url.href);
  await at('Sign in');
  expect(await arrivesBy(() => press('Sign in with a passkey'))).toBe(true);
  expect(issuer.faults).toEqual([]);
});
