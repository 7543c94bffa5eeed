import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../../support/browsers/chromium.ts';
import { accountPaths, signedInAt } from '../../support/browsers/signed-in-account.ts';
import { startIssuer, type TestIssuer } from '../../support/issuer.ts';

/** Each account page as axe sees it. */
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

describe.each([
  ['in light', { colorScheme: 'light' }],
  ['in dark', { colorScheme: 'dark' }],
  ['from right to left in light', { colorScheme: 'light', extraHTTPHeaders: { 'accept-language': 'ar-XB' } }],
  ['from right to left in dark', { colorScheme: 'dark', extraHTTPHeaders: { 'accept-language': 'ar-XB' } }],
  ['in forced colors', { forcedColors: 'active' }],
] as const)('the pages %s', (_name, options) => {
  test.each([true, false])('are accessible, with their script: %s', async (hasScript) => {
    const page = await signedIn(options);
    if (!hasScript) await page.route('**/script.js*', (route) => route.abort());
    for (const path of accountPaths) {
      await open(page, path);
      expect([path, await accessibilityProblems(page)]).toEqual([path, []]);
    }
    await open(page, '/profile');
    await page.fill('#birthdate', 'yesterday');
    await page.locator('form:has(#birthdate) button').click();
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('birthdate');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().close();
  });
});
