import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems, launchChromium } from '../support/browsers/chromium.ts';
import { everything, type Rest, startRest } from './api.ts';

let browser: Browser;
let rest: Rest;
let page: Page;
let policy: string | undefined;
const problems: string[] = [];
const elsewhere: string[] = [];
beforeAll(async () => {
  [browser, rest] = await Promise.all([launchChromium(), startRest()]);
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && !request.url().startsWith(rest.url)) elsewhere.push(request.url());
  });
  const answer = await page.goto(`${rest.url}/docs`);
  policy = answer?.headers()['content-security-policy'];
});
afterAll(async () => {
  await browser.close();
  await rest[Symbol.asyncDispose]();
});

const operation = (id: string) => page.locator(`#${id}`);
/** The response to the operation that was sent last. */
const answerOf = (id: string) => operation(id).locator('.answer');
const send = (id: string) => operation(id).getByRole('button', { name: 'Send' }).click();

describe('the API reference page', () => {
  it('shows every operation of the OpenAPI document, from this server only, without inline scripts or styles', async () => {
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self';/,
    );
    const { paths } = (await rest.send('GET /openapi.json')).json as { paths: Record<string, Record<string, object>> };
    const changes = Object.entries(paths).filter(([path]) => !path.startsWith('/dry-run/'));
    const ids = changes.flatMap(([, methods]) =>
      Object.values(methods).map((one) => (one as { operationId: string }).operationId),
    );
    const shown = await page.locator('.operation').evaluateAll((found) => found.map(({ id }) => id));
    expect(shown.toSorted()).toEqual(ids.toSorted());
    const links = await page
      .locator('a[href^="#"]')
      .evaluateAll((found) => found.map((one) => one.getAttribute('href')));
    const dead = await page.evaluate(
      (targets) => targets.filter((target) => !document.getElementById(target?.slice(1) ?? '')),
      [...new Set(links)],
    );
    expect(dead).toEqual([]);
    expect([problems, elsewhere]).toEqual([[], []]);
  });

  it('filters operations, and opens the one in the address', async () => {
    await page.getByLabel('Find an operation').fill('BULK suspend');
    await page.getByText('1 found').waitFor();
    expect(await page.locator('.operation:visible').evaluateAll((found) => found.map(({ id }) => id))).toEqual([
      'setUsersSuspended',
    ]);
    await page.getByLabel('Find an operation').fill('');
    await page.goto(`${rest.url}/docs#createUser`);
    await operation('createUser').getByText('Idempotency-Key', { exact: true }).waitFor();
  });

  it('opens the operation in the address even if the filter hides it', async () => {
    await page.getByLabel('Find an operation').fill('suspend');
    await page.getByRole('link', { name: 'webhooks' }).waitFor({ state: 'hidden' });
    await page.goto(`${rest.url}/docs#createWebhook`);
    await operation('createWebhook').getByText('Idempotency-Key', { exact: true }).waitFor();
    expect(await page.getByLabel('Find an operation').inputValue()).toBe('');
  });

  it('can call the API by keyboard alone, keeps the URL unchanged, and does not store the token', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    const tabTo = async (text: string | RegExp) => {
      for (let steps = 0; steps < 60; steps++) {
        await page.keyboard.press('Tab');
        if ((await focused()).match(text)) return;
      }
      throw new Error(`the focus did not reach ${text}`);
    };
    await page.goto('about:blank');
    await page.goto(`${rest.url}/docs#%E0%A4%A`);
    await tabTo('Skip to the operations');
    await page.getByLabel('Access token').focus();
    await page.keyboard.insertText(everything);
    await page.getByRole('link', { name: 'signing-keys' }).focus();
    await page.keyboard.press('Enter');
    await tabTo(/Create a new signing key/);
    await page.keyboard.press('Enter');
    await tabTo(/^Send$/);
    await page.keyboard.press('Enter');
    await answerOf('rotateSigningKeys').getByText('201 Created').waitFor();
    await tabTo('"signingKeyIds"');
    await tabTo('Response headers');
    await page.keyboard.press('Enter');
    await answerOf('rotateSigningKeys').getByText('content-type: application/json').waitFor();
    expect(await rest.kernel.database.prisma.signingKey.count()).toBe(2);
    expect(problems).toEqual([]);
    await page.reload();
    expect(await page.getByLabel('Access token').inputValue()).toBe('');
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      '',
    ]);
  });

  it('sends the values of its fields, and shows the response', async () => {
    await page.goto(`${rest.url}/docs#createUser`);
    const create = operation('createUser');
    await send('createUser');
    await answerOf('createUser').getByText('401 Unauthorized').waitFor();
    await page.getByLabel('Access token').fill(everything);
    await create.getByRole('button', { name: 'Dry run' }).click();
    await answerOf('createUser').getByText('200 OK').waitFor();
    await answerOf('createUser').getByText('"type": "User.Created"').waitFor();
    await page.goto(`${rest.url}/docs#listUsers`);
    await operation('listUsers').getByLabel('search').fill('a & b');
    await operation('listUsers').getByLabel('orderBy').selectOption('-createdAt');
    await send('listUsers');
    await answerOf('listUsers').getByText('GET /api/users?orderBy=-createdAt&search=a+%26+b').waitFor();
    await page.goto(`${rest.url}/docs#getUser`);
    await operation('getUser').getByLabel('userId').fill('a/b?c');
    await send('getUser');
    await answerOf('getUser').getByText('GET /api/users/a%2Fb%3Fc').waitFor();
    await answerOf('getUser').getByRole('status').getByText(/^404 /).waitFor();
    await page.getByLabel('Access token').fill('€');
    await send('getUser');
    await answerOf('getUser').getByRole('status').getByText('No response: ').waitFor();
    expect(await rest.kernel.database.prisma.user.count()).toBe(0);
  });
});

describe('the API reference page', () => {
  // One operation of each kind with its response: the same code renders the others, and axe takes time per element.
  const kinds = ['listUsers', 'createUser', 'rotateSigningKeys', 'importUsers', 'explainTokenExchange'];

  it.each(['light', 'dark'] as const)(
    'axe finds no violation in a %s color scheme, collapsed, expanded, and with a response',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${rest.url}/docs`);
      await page.evaluate((kept) => {
        for (const one of document.querySelectorAll('.operation')) if (!kept.includes(one.id)) one.remove();
        for (const one of document.querySelectorAll('section > details[id^="schema-"]')) {
          if (one.id !== 'schema-User' && one.id !== 'schema-Webhook') one.remove();
        }
      }, kinds);
      expect(await page.locator('.operation').count()).toBe(kinds.length);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByLabel('Access token').fill(everything);
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('details')) one.open = true;
      });
      await send('listUsers');
      await answerOf('listUsers').getByText('200 OK').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    },
    60_000,
  );

  it('the page fits a narrow screen', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
