import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

const address = (): string => `${console_.app.config.publicUrl}/console/`;

/** A page whose scripts, styles and typeface do not arrive. */
async function openFirstBytes(options: BrowserContextOptions, chosen?: string): Promise<Page> {
  const page = await (await console_.context(options)).newPage();
  if (chosen !== undefined) {
    await page.goto(`${address()}icon.svg`);
    await page.evaluate((scheme) => localStorage.setItem('mantine-color-scheme-value', scheme), chosen);
  }
  await page.route('**/console/assets/**', () => undefined);
  await page.goto(address(), { waitUntil: 'commit' });
  await page.locator('.first-view').waitFor();
  return page;
}

const background = (page: Page, selector: string): Promise<string> =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

describe('the first view', () => {
  it.each([
    ['light', 'light', 'rgb(247, 247, 249)'],
    ['dark', 'dark', 'rgb(16, 18, 24)'],
    ['dark', 'light', 'rgb(247, 247, 249)'],
    ['light', 'dark', 'rgb(16, 18, 24)'],
  ] as const)(
    'is there before any other file, on a %s system in the chosen colors: %s',
    async (system, chosen, color) => {
      const page = await openFirstBytes({ colorScheme: system }, chosen);
      expect(await background(page, 'body')).toBe(color);
      expect(await page.locator('.frame-header').boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 46 });
      expect(await page.locator('.frame-navigation').boundingBox()).toEqual({ x: 0, y: 46, width: 216, height: 754 });
      expect(await page.locator('.first-page > i').first().isVisible()).toBe(true);
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
    },
  );

  it('follows the system if nothing was chosen', async () => {
    const page = await openFirstBytes({ colorScheme: 'dark' });
    expect(await background(page, 'body')).toBe('rgb(16, 18, 24)');
  });

  it('has no navigation on a phone', async () => {
    const page = await openFirstBytes({ viewport: { width: 390, height: 844 } });
    expect(await page.locator('.frame-navigation').isVisible()).toBe(false);
    expect(await page.locator('.frame-header').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it('is where the frame is, which replaces it', async () => {
    const page = await console_.open('/preferences');
    expect(await page.locator('.first-view').isVisible()).toBe(false);
    expect(await page.locator('header.frame-header').boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 46 });
    expect(await page.locator('nav.frame-navigation').boundingBox()).toEqual({ x: 0, y: 46, width: 216, height: 754 });
    expect(console_.complaints).toEqual([]);
  });

  it('takes at most 3 kB, compressed', () => {
    expect(gzipSync(readFileSync('dist/console/index.html')).length).toBeLessThan(3000);
  });
});

describe('the icon', () => {
  it('is there for pages without one of their own, such as those of the sign-in', async () => {
    const response = await fetch(new URL('/favicon.ico', address()));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
  });
});

describe('the policy of the page', () => {
  it('allows the script that chooses the colors by its digest, and no other one in the page', async () => {
    const policy = (await fetch(address())).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/(^|; )script-src 'self' 'sha256-[\w+/]{43}='(;|$)/);
    expect(policy).toMatch(/(^|; )font-src 'self'(;|$)/);
  });
});

describe('the typeface', () => {
  it('is one file from the platform, which browsers keep for good, and letters of other languages are another', async () => {
    const page = await console_.open('/preferences');
    await page.evaluate(() => document.fonts.ready);
    const fonts = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.woff2') ? [name] : [])),
    );
    expect(fonts).toEqual([expect.stringMatching(/\/console\/assets\/inter-latin-wght-normal-[\w-]+\.woff2$/)]);
    const [font = ''] = fonts;
    const { headers, status } = await fetch(font);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(Number(headers.get('content-length'))).toBeLessThan(60_000);
    const shown = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily);
    expect(shown).toMatch(/^"Inter Variable"/);
    expect(await page.evaluate(() => document.fonts.check('600 22px "Inter Variable"', 'Łódź'))).toBe(false);
    await page.evaluate(() => document.fonts.load('600 22px "Inter Variable"', 'Łódź'));
    expect(console_.complaints).toEqual([]);
  });

  it('moves nothing when it arrives', async () => {
    const page = await (await console_.context()).newPage();
    const held = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await held.promise;
      await route.continue();
    });
    await console_.signIn(page, '/preferences');
    const bottoms = () =>
      page
        .locator('h1, h2, label, .nav-link, main p, main a, main section')
        .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().bottom));
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    const before = await bottoms();
    held.resolve();
    await page.evaluate(() => document.fonts.ready);
    const moved = (await bottoms()).map((bottom, index) => Math.abs(bottom - (before[index] ?? 0)));
    expect(Math.max(...moved)).toBeLessThan(1.5);
    expect(before.length).toBeGreaterThan(15);
  });
});
