import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAuthenticator } from '../../support/browsers/authenticator.ts';
import { launchChromium } from '../../support/browsers/chromium.ts';
import { accountPaths, signedInAt } from '../../support/browsers/signed-in-account.ts';
import { startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { drawPicture } from '../../support/browsers/pictures.ts';

/** The account pages in a real browser. */
let issuer: TestIssuer;
let browser: Browser;
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

const signedIn = (options?: Parameters<typeof signedInAt>[2]) => signedInAt(issuer, browser, options);
const open = (page: Page, path: string) => page.goto(`${issuer.publicUrl}/account${path}`);

test.each([
  ['at 320 pixels', 320, '100%'],
  ['at 320 pixels with text of twice the size', 320, '200%'],
  ['at 1280 pixels with text of twice the size', 1280, '200%'],
])('no page %s is wider than the window', async (_name, width, size) => {
  const page = await signedIn({ viewport: { width, height: 800 } });
  for (const path of accountPaths) {
    await open(page, path);
    await page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size);
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
  }
  await page.context().close();
});

test('a person skips to the content by keyboard alone, and saves the profile, whose notice has the focus', async () => {
  const page = await signedIn();
  await open(page, '/profile');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.id === 'name')) break;
  }
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Ada King');
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Your profile has been saved.');
  expect(await page.locator('#name').inputValue()).toBe('Ada King');
  await page.context().close();
});

test('a person adds a passkey, sees it, and signs in again with it where a change requires that', async () => {
  const page = await signedIn();
  await addAuthenticator(page);
  await open(page, '');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('heading', { name: 'Save your backup codes' }).waitFor();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('status').waitFor();
  expect(await page.getByText('10 codes are left.').isVisible()).toBe(true);
  await page.getByRole('link', { name: 'Change', exact: true }).first().click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
  await page.context().close();
});

test('a picture is scaled before it is sent, is shown, and is removed', async () => {
  const page = await signedIn();
  const image = await drawPicture(page, 'png', { width: 2000, height: 1000 });
  await open(page, '/profile/picture');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: image });
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('#image')?.files?.[0]?.type === 'image/webp',
  );
  await page.getByRole('button', { name: 'Save picture' }).click();
  await page.getByRole('status').waitFor();
  const size = await page.locator('img.picture').evaluate((element: HTMLImageElement) => element.naturalWidth);
  expect(size).toBe(512);
  await page.getByRole('link', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByText('No picture').waitFor();
  await page.context().close();
});

test.each([
  ['a page instead of a picture', Buffer.from('<html><script>alert(1)</script>')],
  ['a file that is too large', Buffer.alloc(2_000_000, 1)],
  ['a file that is much too large', Buffer.alloc(9_000_000, 1)],
])('without a script, %s is refused in words, and nothing has changed', async (_name, buffer) => {
  const page = await signedIn({ javaScriptEnabled: false });
  await open(page, '/profile/picture');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Save picture' }).click();
  await page.getByText('This is not a PNG, JPEG or WebP of at most 256 KB.').first().waitFor();
  expect(issuer.faults).toEqual([]);
  await page.context().close();
});
