import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../../support/browsers/chromium.ts';
import { sharePages } from '../../support/browsers/pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { redirectUri } from '../../support/browsers/relying-party.ts';

const { issuer, web } = sharePages();
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Signs in, and waits for the request to the application, which does not exist. */
async function signIn(page: Page, identifier: string | null): Promise<void> {
  await page.fill('#identifier', identifier ?? '');
  await page.fill('#password', password);
  const submitted = page.click('button[name=answer][value=yes]');
  await Promise.all([page.waitForRequest((request) => request.url().startsWith(redirectUri)), submitted]);
}

test.each([true, false])(
  'someone else signs in after the page that asks who goes on (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const { prisma } = issuer.database;
    const [ada, grace] = [await addUser(prisma), await addUser(prisma)];
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 800 } });
    let page = await context.newPage();
    await page.goto((await web.start()).url.href);
    await signIn(page, ada.username);
    page = await context.newPage();
    await page.goto((await web.start({ prompt: 'select_account' })).url.href);
    expect(await page.textContent('h1')).toBe('Choose an account');
    expect(await page.textContent('button[value=continue]')).toBe(`Continue as ${ada.email}`);
    if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([]);
    await page.click('button[value=other]');
    await page.waitForSelector('#identifier');
    await signIn(page, grace.username);
    const sessions = await prisma.oidcRecord.findMany({ where: { model: 'Session' }, select: { userId: true } });
    expect(sessions.map(({ userId }) => userId)).toContain(grace.id);
    expect(sessions.map(({ userId }) => userId)).not.toContain(ada.id);
  },
);
