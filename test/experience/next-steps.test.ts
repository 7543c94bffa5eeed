import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../support/browsers/chromium.ts';
import { codeFor, openPage } from '../support/browsers/flow-pages.ts';
import { linkFor } from '../support/browsers/links.ts';
import { setPolicy, startPages } from '../support/browsers/pages.ts';
import type { RelyingParty } from '../support/browsers/relying-party.ts';
import { openAlone } from '../support/browsers/standalone-pages.ts';
import { addUser, password, type TestIssuer } from '../support/issuer.ts';

/** Pages on which nothing can be done any more lead to where it can. */
let issuer: TestIssuer;
let web: RelyingParty;
let browser: Browser;
let page: Page;
let email: string;
beforeAll(async () => {
  [{ issuer, web }, browser] = await Promise.all([startPages(), launchChromium()]);
});
beforeEach(async () => {
  await setPolicy(issuer, { signUp: { isOpen: true } });
  email = (await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() })).email ?? '';
  await page?.close();
  page = await browser.newPage({ viewport: { width: 390, height: 844 } });
});
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

const application = 'https://app.example/';
/** The heading of the page, and where its links lead. */
async function shown() {
  expect(await accessibilityProblems(page)).toEqual([]);
  const links = await page.locator('a').evaluateAll((all) => all.map((one) => [one.textContent, one.className]));
  const addresses = await page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  return { heading: await page.textContent('h1'), links, addresses };
}
const heading = 'This link cannot be used';
const open = (path: string) => page.goto(new URL(path, issuer.publicUrl).href);

test.each([
  ['/reset-password', 'Reset your password', () => email],
  ['/sign-up', 'Create your account', () => `new-${email}`],
] as const)(
  'an expired link of %s leads there for a new one, and quietly to the applications',
  async (path, label, to) => {
    await (await openAlone(issuer, path)).answer({ identifier: to() });
    const link = await linkFor(issuer, to());
    issuer.advance(3600);
    await page.goto(link);
    const { links, ...rest } = await shown();
    expect(rest).toEqual({ heading, addresses: [path, application] });
    expect(links).toEqual([
      [label, 'button'],
      [expect.any(String), 'button quiet'],
    ]);
  },
);

test('an expired link of a sign-in leads to the application that requested it', async () => {
  await (await openPage(issuer, web)).answer({ way: 'email-code', identifier: email });
  const link = await linkFor(issuer, email);
  issuer.advance(3600);
  await page.goto(link);
  expect(await shown()).toMatchObject({ heading, addresses: [application] });
});

test('a link that no message contained leads to the account, and names no application', async () => {
  await open('/link/unknown');
  expect(await shown()).toEqual({
    heading,
    links: [['Open your account', 'button']],
    addresses: ['/account'],
  });
});

test('a link to take a change back that cannot be used leads to the security page and to a new password', async () => {
  await open('/link/undo_01h455vb4pex5vsknk084sn02q.x');
  expect(await shown()).toMatchObject({ heading, addresses: ['/account/security', '/reset-password'] });
});

test('an address that has an account already leads from the sign-up to a sign-in', async () => {
  await open('/sign-up');
  await page.fill('#identifier', email);
  await page.click('button[name=answer]');
  await page.fill('#code', await codeFor(issuer, email));
  await page.getByRole('heading', { name: 'You cannot continue' }).waitFor();
  expect((await shown()).addresses).toEqual([application]);
});

test('a closed sign-up leads to a sign-in: to the application, or without one to the account', async () => {
  await setPolicy(issuer, { signUp: { isOpen: false } });
  await open('/sign-up');
  expect((await shown()).addresses).toEqual([application]);
  await issuer.database.prisma.application.updateMany({ data: { suspendedAt: new Date() } });
  await open('/sign-up');
  expect((await shown()).addresses).toEqual(['/account']);
  await issuer.database.prisma.application.updateMany({ data: { suspendedAt: null } });
});

test('a refused sign-in begins again with the main button of its page', async () => {
  await issuer.database.prisma.user.updateMany({ where: { email }, data: { suspendedAt: new Date() } });
  await page.goto((await web.start()).url.href);
  await page.fill('#identifier', email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.click('button[name=answer]');
  await page.getByRole('heading', { name: 'You cannot continue' }).waitFor();
  await shown();
  const button = page.getByRole('button', { name: 'Sign in' });
  expect(await button.getAttribute('class')).toBeNull();
  await button.click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
