import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../../support/browsers/chromium.ts';
import { codeFor } from '../../support/browsers/flow-pages.ts';
import { addApplication, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { setPolicy } from '../../support/browsers/pages.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

/** The field of a code, and what is beside it. */
let issuer: TestIssuer;
let web: RelyingParty;
let browser: Browser;
let people = 0;
let email: string;
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer(), launchChromium()]);
  const application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  web = await relyingParty(issuer.issuer, application);
  await setPolicy(issuer, { signUp: { isOpen: true }, first: ['email-code'] });
});
beforeEach(() => {
  email = `code${++people}@example.com`;
});
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

async function open(options: Parameters<Browser['newPage']>[0] = {}, address = email): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto((await web.start()).url.href);
  await page.fill('#identifier', address);
  await page.click('button[name=answer]');
  await page.waitForSelector('#code');
  return page;
}

test.each([
  ['with a space', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ['with a dash', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}\n`],
  ['in Arabic digits', (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))],
])('a code that is pasted %s is sent when it is complete', async (_how, written) => {
  const page = await open();
  const code = await codeFor(issuer, email);
  await page.focus('#code');
  await page.keyboard.insertText(written(code));
  await expect.poll(() => page.textContent('h1')).toBe('Almost done');
});

test('a script is not needed: the code is sent by the button, and another one is refused with the time', async () => {
  const page = await open({ javaScriptEnabled: false });
  await page.click('button[value=email-code]');
  expect(await page.textContent('[role=alert]')).toContain('A code was sent a moment ago.');
  const code = await codeFor(issuer, email);
  await page.fill('#code', `${code.slice(0, 3)} ${code.slice(3)}`);
  await page.click('button[name=answer]');
  expect(await page.textContent('h1')).toBe('Almost done');
});

test('the button for another code counts down until it can be pressed', async () => {
  const page = await open();
  const button = page.locator('button[value=email-code]');
  await expect.poll(() => button.textContent()).toMatch(/^Send another code in 0:(30|2\d)$/);
  expect(await button.isDisabled()).toBe(true);
  issuer.advance(31);
  await page.goto(page.url());
  expect(await button.textContent()).toBe('Send another code');
  await button.click();
  await expect.poll(() => button.textContent()).toMatch(/^Send another code in 0:/);
});

test('a well-known mail service is one press away, in a new tab', async () => {
  const page = await open({}, 'somebody.unknown@gmail.com');
  const link = page.getByRole('link', { name: 'Open Gmail' });
  expect(await link.getAttribute('href')).toBe('https://mail.google.com/mail/');
  expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
  expect(await (await open()).getByRole('link', { name: /^Open/ }).count()).toBe(0);
});

test.each([
  [1280, 100],
  [320, 100],
  [320, 200],
])('six digits fit on %i pixels with text of %i percent, and nothing moves', async (width, size) => {
  const page = await open({ viewport: { width, height: 800 } });
  await page.evaluate((percent) => document.documentElement.style.setProperty('font-size', `${percent}%`), size);
  expect(await accessibilityProblems(page)).toEqual([]);
  const field = page.locator('#code');
  await field.evaluate((input: HTMLInputElement) => {
    delete input.dataset['sends'];
    input.value = '888888';
    input.setSelectionRange(6, 6);
  });
  const { scrolled, drawn, frame } = await field.evaluate((input: HTMLInputElement) => ({
    scrolled: input.scrollLeft,
    drawn: input.scrollWidth <= input.clientWidth,
    frame: input.parentElement?.getBoundingClientRect().width ?? 0,
  }));
  expect([scrolled, drawn]).toEqual([0, true]);
  expect(frame).toBeLessThanOrEqual(width);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
