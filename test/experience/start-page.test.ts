import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { accessibilityProblems, launchChromium } from '../support/chromium.ts';
import { startIssuer, type TestIssuer } from '../support/issuer.ts';
import { openShell } from '../support/shell.ts';

const application = { CLIENT_ID: ids.next('application'), CLIENT_SECRET: ids.secret() };
let issuer: TestIssuer;
let production: TestIssuer;
let browser: Browser;
beforeAll(async () => {
  issuer = await startIssuer({
    environment: {
      BOOTSTRAP_CLIENT_ID: application.CLIENT_ID,
      BOOTSTRAP_CLIENT_SECRET: application.CLIENT_SECRET,
    },
  });
  production = await startIssuer({ beside: issuer, environment: { NODE_ENV: 'production' } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await production[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const get = (accept: string, { method = 'GET', language = 'en', from = issuer } = {}) =>
  fetch(`${from.url}/`, { method, headers: { accept, 'accept-language': language } });

describe('the start page', () => {
  it.each([
    ['light', 900, 'en'],
    ['dark', 900, 'de'],
    ['light', 320, 'de'],
    ['dark', 320, 'en'],
    ['light', 320, 'ar-XB'],
  ] as const)(
    'is accessible and needs no horizontal scrolling: %s, %i pixels, %s',
    async (colorScheme, width, locale) => {
      for (const { url } of [issuer, production]) {
        const page = await browser.newPage({ colorScheme, locale, viewport: { width, height: 800 } });
        await page.goto(`${url}/`);
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.close();
      }
    },
  );

  it('selects a whole command with one click', async () => {
    const page = await browser.newPage();
    await page.goto(`${issuer.url}/`);
    for (const command of await page.locator('.command').all()) {
      await command.click();
      expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(await command.innerText());
    }
    await page.close();
  });

  it('has commands that continue one another, up to a new user and the header for GraphiQL', async () => {
    const page = await browser.newPage();
    await page.goto(`${issuer.url}/`);
    const [credentials, token, user, header] = await page.locator('.command').allInnerTexts();
    await page.close();
    expect(credentials).toBe('CLIENT_ID=… CLIENT_SECRET=…');
    using shell = openShell(application);
    expect((await shell.run(token ?? '')).statuses).toEqual([200]);
    expect((await shell.run(user ?? '')).statuses).toEqual([201]);
    const headers = JSON.parse((await shell.run(header ?? '')).output) as Record<string, string>;
    const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    const body = JSON.stringify({ query: '{ users(search: "ada") { nodes { email } } }' });
    expect(await (await fetch(`${issuer.url}/graphql`, { ...sent, body })).json()).toEqual({
      data: { users: { nodes: [{ email: 'ada@example.com' }] } },
    });
  });

  it('shows the version, and the state as /readyz does', async () => {
    const page = await (await get('text/html')).text();
    expect(page).toContain(`Ready. Version ${packageJson.version}.`);
  });

  it('has the language of the browser', async () => {
    const answer = await get('text/html', { language: 'de' });
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Language');
    expect(await answer.text()).toContain(`<p class="lead">Bereit. Version ${packageJson.version}.</p>`);
  });

  it('links to addresses that exist', async () => {
    const page = await (await get('text/html')).text();
    const links = [...page.matchAll(/href="(http[^"]*)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(3);
    for (const link of new Set(links)) {
      const { pathname } = new URL(link);
      const { status } = await fetch(issuer.url + pathname, { headers: { accept: 'text/html' } });
      expect([pathname, status]).toEqual([pathname, 200]);
    }
  });

  it('is for browsers: programs, and other methods, get 404 as from any address without content', async () => {
    const statuses = [await get('text/html'), await get('*/*'), await get('application/json')];
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 404]);
    expect((await get('text/html', { method: 'HEAD' })).status).toBe(200);
    expect((await get('text/html', { method: 'POST' })).status).toBe(404);
    expect(statuses[2]?.headers.get('content-type')).toBe('application/problem+json');
  });

  it('of production shows the issuer, and neither version, state, links nor commands', async () => {
    const answer = await get('text/html', { from: production });
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain(`<code dir="ltr">${production.issuer}</code>`);
    for (const hidden of [packageJson.version, 'Ready', '/inbox', '/graphql', '/api', '<a ', 'curl']) {
      expect([hidden, page.includes(hidden)]).toEqual([hidden, false]);
    }
  });
});
