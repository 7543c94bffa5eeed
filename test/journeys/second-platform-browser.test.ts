import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../support/browsers/chromium.ts';
import { relyingParty } from '../support/browsers/relying-party.ts';
import { addApplication, addUser, password } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { startTwoPlatforms } from '../support/two-platforms.ts';

/** The way through both platforms in a real browser, with its cookies and its script. */
const platforms = perFile(startTwoPlatforms);
const application = createServer((_, response) => response.end('Welcome'));
let browser: Browser;
beforeAll(async () => {
  await once(application.listen(0, '127.0.0.1'), 'listening');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  application.close();
});

/** Opens the sign-in page here. Returns what redeems the code at the end. */
async function open(page: Page, parameters: Record<string, string> = {}) {
  const redirectUri = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
  const { issuer } = platforms.here;
  const added = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const web = await relyingParty(issuer.issuer, added);
  const journey = await web.start({ redirect_uri: redirectUri, ...parameters });
  await page.goto(journey.url.href);
  return async () => {
    await page.waitForURL(/\/callback\?/);
    return (await web.redeem(journey, new URL(page.url()))).claims();
  };
}

/** Signs in at the page there. */
async function signIn(page: Page, username: string | null): Promise<void> {
  await page.waitForURL(`${platforms.there.url}/**`);
  await page.fill('[name=identifier]', username ?? '');
  await page.fill('[name=password]', password);
  await page.press('[name=password]', 'Enter');
}

test.each([true, false])(
  'a button leads there and back, and one step of the page goes on (script: %s)',
  async (hasScript) => {
    const { identityProviderId } = await platforms.connect({ addressTrust: 'CLAIM' });
    const person = await addUser(platforms.there.issuer.database.prisma, { emailVerifiedAt: new Date() });
    const context = await browser.newContext({ javaScriptEnabled: hasScript });
    const page = await context.newPage();
    const redeem = await open(page);
    if (hasScript) expect(await accessibilityProblems(page)).toEqual([]);
    await page.click(`[value="identity:${identityProviderId}"]`);
    await signIn(page, person.username);
    // With the script, the button that confirms presses itself.
    if (!hasScript) {
      await page.waitForURL(`${platforms.here.url}/**`);
      expect(await page.textContent('body')).toContain(person.email);
      await page.click('button[name=answer]');
    }
    const claims = await redeem();
    const where = { subject: person.id, identityProviderId };
    const identity = await platforms.here.issuer.database.prisma.userIdentity.findFirstOrThrow({ where });
    expect(claims?.sub).toBe(identity.userId);

    // Signed in at both, the person comes back to the application without a page that asks.
    const again = await open(page);
    expect((await again())?.sub).toBe(identity.userId);
    await context.close();
  },
);
