import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../../support/browsers/chromium.ts';
import { addApplication, addUser, password, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { setPolicy } from '../../support/browsers/pages.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';
import { totpCode } from '../../support/totp.ts';

/** A button shows that it was pressed, and sends its form once. */
let issuer: TestIssuer;
let web: RelyingParty;
let browser: Browser;
let page: Page;
let posted: Request[];
let pressed: string[];
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer(), launchChromium()]);
  const data = { redirectUris: [redirectUri], isThirdParty: true };
  web = await relyingParty(issuer.issuer, await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', data));
});
beforeEach(async () => {
  await setPolicy(issuer, {});
  page = await browser.newPage();
  posted = [];
  pressed = [];
  await page.addInitScript(reportPressed);
  page.on('console', (message) => {
    const [, label] = /^pressed: (.*)/.exec(message.text()) ?? [];
    if (label !== undefined) pressed.push(label);
  });
  page.on('request', (request) => void (request.method() === 'POST' && posted.push(request)));
  await page.goto((await web.start()).url.href);
});
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

/** In a page: reports each button that shows that it was pressed. A page that is being left cannot be queried. */
const reportPressed = (): void =>
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof Element && target.ariaBusy === 'true') console.log(`pressed: ${target.textContent}`);
  }).observe(document, { subtree: true, attributeFilter: ['aria-busy'] });

/** Holds the answers to forms for a while, in which a person presses again. */
async function slowAnswers(): Promise<void> {
  await page.route(
    '**/sign-in/*',
    (route) => new Promise((resolve) => setTimeout(() => resolve(route.continue()), 700)),
  );
}
const fieldsOf = (request: Request | undefined) => Object.fromEntries(new URLSearchParams(request?.postData() ?? ''));

async function signIn(): Promise<void> {
  const user = await addUser(issuer.database.prisma);
  await page.fill('#identifier', user.username ?? '');
  await page.fill('#password', password);
}

test.each([
  ['two clicks', () => page.dblclick('button[name=answer]')],
  [
    'Enter twice, and another button',
    async () => {
      const { x = 0, y = 0 } = (await page.locator('button[value=cancel]').boundingBox()) ?? {};
      await page.focus('#password');
      for (let times = 0; times < 2; times++) await page.keyboard.press('Enter');
      await page.mouse.click(x + 5, y + 5);
    },
  ],
])('the form is sent once, with the value of its button, which shows that it was pressed: %s', async (_how, act) => {
  await signIn();
  const label = await page.textContent('button[name=answer]');
  await slowAnswers();
  await act();
  await page.getByRole('heading', { name: /^Allow/ }).waitFor();
  expect(posted.map(fieldsOf)).toMatchObject([{ answer: 'yes', password }]);
  expect(pressed).toEqual([label]);
});

test('the consent of a person is sent once as well', async () => {
  await signIn();
  await page.click('button[name=answer]');
  await page.getByRole('heading', { name: /^Allow/ }).waitFor();
  [posted, pressed] = [[], []];
  await slowAnswers();
  const arrived = page.waitForRequest((request) => request.url().startsWith(redirectUri));
  await page.getByRole('button', { name: 'Allow', exact: true }).dblclick();
  expect(new URL((await arrived).url()).searchParams.has('code')).toBe(true);
  expect([posted.map(fieldsOf), pressed]).toEqual([[{ answer: 'yes' }], ['Allow']]);
});

const busy = () => page.locator('button[aria-busy=true]').count();

test('a page to which the person goes back can be answered again', async () => {
  await signIn();
  await page.click('button[name=answer]');
  await page.getByRole('heading', { name: /^Allow/ }).waitFor();
  await page.evaluate(() => {
    document.querySelector('button')?.setAttribute('aria-busy', 'true');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  expect(await busy()).toBe(0);
});

test('the download of backup codes leaves the page, and its other buttons, usable', async () => {
  await setPolicy(issuer, { second: { required: 'always' } });
  await signIn();
  await page.click('button[name=answer]');
  await page.click('summary');
  await page.fill('#code', totpCode((await page.textContent('code.key')) ?? '', issuer.clock.now()));
  await page.getByRole('heading', { name: 'Save your backup codes' }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('button[value=download]')]);
  expect(download.suggestedFilename()).toBe('backup-codes.txt');
  await expect.poll(busy).toBe(0);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('heading', { name: /^Allow/ }).waitFor();
});

test.each(['no-preference', 'reduce'] as const)('the sign of a pressed button respects motion: %s', async (motion) => {
  await page.emulateMedia({ reducedMotion: motion });
  const animation = await page.evaluate(() => {
    const button = document.querySelector('button[name=answer]');
    button?.setAttribute('aria-busy', 'true');
    return button && getComputedStyle(button, '::after').animationName;
  });
  expect(animation).toBe(motion === 'reduce' ? 'none' : 'turn');
});
