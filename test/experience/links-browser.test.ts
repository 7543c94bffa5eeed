import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../support/browsers/chromium.ts';
import { addApplication, addUser, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { newLink } from '../support/browsers/links.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';

/** Links in a browser. */
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

/** axe is a script. */
async function check(page: Page, heading: string, runsScripts = true): Promise<void> {
  expect(await page.textContent('h1')).toBe(heading);
  if (runsScripts) expect(await accessibilityProblems(page)).toEqual([]);
}
const home = new URL(redirectUri).origin;
/** A browser in which the application exists. */
async function newBrowser(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  await context.route(`${home}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'The application' }));
  return context.newPage();
}
/** Presses the button. The application gets a code. */
async function openUntilApplication(page: Page): Promise<URL> {
  const arrived = page.waitForRequest((request) => request.url().startsWith(redirectUri));
  await open(page);
  return new URL((await arrived).url());
}
const open = (page: Page) => page.getByRole('button', { name: /^Continue as/ }).click();

test.each([
  ['light', true],
  ['dark', false],
] as const)(
  'a link signs in by forms only, where it is opened (%s, JavaScript: %s)',
  async (colorScheme, javaScriptEnabled) => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const link = await newLink(issuer, { userId: user.id });
    const page = await newBrowser({ colorScheme, javaScriptEnabled, viewport: { width: 320, height: 800 } });
    await page.goto(link);
    await check(page, 'Sign in with this link', javaScriptEnabled);
    await open(page);
    await page.waitForURL(`${home}/`);
    const journey = await web.start();
    await page.goto(journey.url.href);
    await check(page, 'Sign in with this link', javaScriptEnabled);
    await page.getByRole('button', { name: 'Continue without this link' }).waitFor();
    expect((await web.redeem(journey, await openUntilApplication(page))).claims()?.sub).toBe(user.id);
    const again = await page.context().newPage();
    await again.goto(link);
    await check(again, 'This link cannot be used', javaScriptEnabled);
    expect(await again.getByRole('link').getAttribute('href')).toBe(`${home}/`);
    await page.context().close();
  },
);

test('a link continues the sign-in that is open in another tab', async () => {
  const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
  const first = await newBrowser();
  const journey = await web.start();
  await first.goto(journey.url.href);
  const second = await first.context().newPage();
  await second.goto(await newLink(issuer, { userId: user.id }));
  expect((await web.redeem(journey, await openUntilApplication(second))).claims()?.sub).toBe(user.id);
  expect(issuer.faults).toEqual([]);
  await first.context().close();
});

test('the page of several applications is accessible', async () => {
  await addApplication(issuer.database.prisma, 'SINGLE_PAGE', { redirectUris: ['https://another.example/'] });
  const user = await addUser(issuer.database.prisma);
  const page = await newBrowser();
  await page.goto(await newLink(issuer, { userId: user.id }));
  await open(page);
  await check(page, 'Almost there');
  expect(await page.getByRole('link').allTextContents()).toHaveLength(2);
  await page.context().close();
});
