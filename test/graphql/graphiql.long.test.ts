import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/browsers/chromium.ts';
import { type Api, everything, startApi } from './api.ts';

let browser: Browser;
let api: Api;
beforeAll(async () => {
  browser = await launchChromium();
  api = await startApi();
});
afterAll(async () => {
  await browser.close();
  await api[Symbol.asyncDispose]();
});

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('GraphiQL', () => {
  it('works in a browser that can reach this server only, and its content security policy allows no other script', async () => {
    const page = await browser.newPage();
    const problems: string[] = [];
    const elsewhere: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(api.url)) elsewhere.push(request.url());
    });
    const answer = await page.goto(api.url);
    expect(answer?.headers()['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'sha256-[\w+/]{43}=';/,
    );
    await page.getByText('"Authorization": ""').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.insertText(`Bearer ${everything}`);
    await page.getByRole('button', { name: /execute/i }).click();
    await page.getByText('"USERS_WRITE"').waitFor();
    expect(problems).toEqual([]);
    expect(elsewhere).toEqual([]);
    await page.addScriptTag({ content: 'document.title = "another script"' }).catch(() => undefined);
    expect(await page.title()).toBe('Mandate: GraphiQL');
    await page.close();
  });

  it('is not available in production', async () => {
    await using production = await startApi(() => ({ production: true }));
    const answer = await production.send(asBrowser);
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('<script');
  });

  it('does not replace queries by GET', async () => {
    const authorized = { headers: { ...asBrowser.headers, authorization: `Bearer ${everything}` } };
    expect((await api.send(authorized, '?query={viewer{kind}}')).data).toEqual({ viewer: { kind: 'USER' } });
  });
});
