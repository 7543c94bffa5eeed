import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems, launchChromium } from '../support/chromium.ts';
import { startIssuer, type TestIssuer } from '../support/issuer.ts';
import { startPage } from '../../src/experience/start/page.ts';

let issuer: TestIssuer;
let browser: Browser;
beforeAll(async () => {
  issuer = await startIssuer();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

const get = (accept: string, method = 'GET') => fetch(`${issuer.url}/`, { method, headers: { accept } });

describe('the start page', () => {
  it.each([
    ['light', 900],
    ['dark', 900],
    ['light', 320],
    ['dark', 320],
  ] as const)('is accessible and needs no horizontal scrolling: %s, %i pixels', async (colorScheme, width) => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
    await page.goto(`${issuer.url}/`);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.close();
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
    expect((await get('text/html', 'HEAD')).status).toBe(200);
    expect((await get('text/html', 'POST')).status).toBe(404);
    expect(statuses[2]?.headers.get('content-type')).toBe('application/problem+json');
  });
});

it('the start page of production shows no version, no inbox and no commands', () => {
  const urls = { publicUrl: 'https://id.example.com', issuer: 'https://id.example.com/oidc' };
  const start = { ...urls, managementResource: 'https://id.example.com/api', status: 'ready' };
  const development = startPage({ ...start, development: { version: '1.2.3' } });
  const production = startPage({ ...start, development: null });
  for (const hidden of ['1.2.3', '/inbox', '/graphql', 'CLIENT_SECRET', 'curl']) {
    expect([hidden, development.includes(hidden), production.includes(hidden)]).toEqual([hidden, true, false]);
  }
});
