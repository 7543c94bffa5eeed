import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../../support/browsers/chromium.ts';
import { sharePages } from '../../support/browsers/pages.ts';

const { issuer, web } = sharePages();
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const directionsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { direction, textAlign } = getComputedStyle(element);
    return [direction, textAlign];
  });

test('Arabic pages run from right to left, with addresses, passwords and codes from left to right', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
  await page.goto((await web.start({ ui_locales: 'ar' })).url.href);
  expect(await directionsOf(page, 'h1')).toEqual(['rtl', 'start']);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.fill('#identifier', 'reader@example.com');
  await page.click('button[name=answer]');
  await page.waitForSelector('label[for=password]');
  expect(await directionsOf(page, '#password')).toEqual(['ltr', 'right']);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.click('button[name=way][value=email-code]');
  await page.waitForSelector('#code');
  expect(await directionsOf(page, '#code')).toEqual(['ltr', 'right']);
  expect(await page.textContent('.lead')).toContain('\u2068reader@example.com\u2069');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(issuer.faults).toEqual([]);
});
