import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { everything, type Rest, startRest } from './api.ts';

let browser: Browser;
let rest: Rest;
// One page for both tests: it shows everything the API has, which takes a browser some seconds.
let page: Page;
let policy: string | undefined;
const problems: string[] = [];
const elsewhere: string[] = [];
beforeAll(async () => {
  browser = await launchChromium();
  rest = await startRest();
  page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(rest.url)) elsewhere.push(request.url());
  });
  // As the document of a platform at this address.
  await page.route(`${rest.url}/openapi.json`, async (route) => {
    const document = (await (await route.fetch()).json()) as { servers: { url: string }[] };
    document.servers = [{ url: rest.url }];
    await route.fulfill({ json: document });
  });
  const answer = await page.goto(`${rest.url}/docs`);
  policy = answer?.headers()['content-security-policy'];
  await page.getByRole('heading', { name: /Mandate: Management API/ }).waitFor();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await rest[Symbol.asyncDispose]();
});

describe('the page that shows the API', () => {
  it('works in a browser with nothing but this server, under a policy without inline scripts or styles', async () => {
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    await page.locator('#operations-users-createUser').getByRole('button').first().click();
    await page.getByText('Idempotency-Key', { exact: true }).first().waitFor();
    await page.getByText('correct horse battery staple').first().waitFor();
    expect(await page.locator('.opblock').count()).toBeGreaterThan(80);
    expect(await page.getByText('Warning').count()).toBe(0);
    expect(problems).toEqual([]);
    expect(elsewhere).toEqual([]);
  }, 60_000);

  it('can call the API with a token', async () => {
    await page.getByRole('button', { name: 'Authorize' }).click();
    const bearer = page.locator('.auth-container').filter({ hasText: 'bearer' });
    await bearer.getByRole('textbox').fill(everything);
    await bearer.getByRole('button', { name: /Apply/ }).click();
    await bearer.getByRole('button', { name: 'Close' }).click();
    const block = page.locator(
      '#operations-signing_keys-rotateSigningKeys, #operations-signing-keys-rotateSigningKeys',
    );
    await block.getByRole('button').first().click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    await block.getByRole('button', { name: 'Execute' }).click();
    await block.locator('.live-responses-table').getByText('201').waitFor();
    expect(await rest.kernel.database.prisma.signingKey.count()).toBe(2);
  }, 60_000);
});
