import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../support/browsers/chromium.ts';
import { addUser, password, type TestIssuer } from '../support/issuer.ts';
import { setPolicy, startPages } from '../support/browsers/pages.ts';
import type { RelyingParty } from '../support/browsers/relying-party.ts';

/** The authenticator app that is on the device that shows its QR code. */
let issuer: TestIssuer;
let web: RelyingParty;
let browser: Browser;
beforeAll(async () => {
  [{ issuer, web }, browser] = await Promise.all([startPages(), launchChromium()]);
  await setPolicy(issuer, { second: { required: 'always', ways: ['totp'] } });
});
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

/** The step in which a person sets up an app. */
async function openSetUp(hasTouch: boolean): Promise<Page> {
  const user = await addUser(issuer.database.prisma);
  const context = await browser.newContext({ hasTouch, isMobile: hasTouch, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto((await web.start()).url.href);
  await page.fill('#identifier', user.username ?? '');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.click('button[name=answer]');
  await page.getByRole('heading', { name: 'Set up an authenticator app' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  return page;
}
const openApp = (page: Page) => page.getByRole('link', { name: 'Open the app on this device' });

test('a touch screen has the link to the app before the QR code, seen and by keyboard, and only there', async () => {
  const page = await openSetUp(true);
  const [link, code] = [await openApp(page).boundingBox(), await page.locator('.qr-code').boundingBox()];
  expect((link?.y ?? Infinity) + (link?.height ?? 0)).toBeLessThanOrEqual(code?.y ?? 0);
  expect(await openApp(page).getAttribute('href')).toMatch(/^otpauth:/);
  await page.keyboard.press('Tab');
  expect(await openApp(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByText('Can’t scan the code?').click();
  expect(await openApp(page).count()).toBe(1);
  await page.context().close();
});

test('a screen without touch has the QR code first, and the link to the app with the key', async () => {
  const page = await openSetUp(false);
  expect(await openApp(page).count()).toBe(0);
  await page.getByText('Can’t scan the code?').click();
  expect(await openApp(page).count()).toBe(1);
  await page.context().close();
});
