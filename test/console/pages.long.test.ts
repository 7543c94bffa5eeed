import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exposedOperations, bulkOperations } from '../../src/operations/index.ts';
import { accessibilityProblems } from '../support/browsers/chromium.ts';
import { consolePages, visit } from '../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { addExchangeOf } from '../support/exchanges/exchange-rows.ts';
import { makeRecords, type Records } from '../support/records.ts';

let console_: TestConsole;
let records: Records & { exchange: string };
beforeAll(async () => {
  console_ = await startConsole();
  const { database, clock } = console_.app.services;
  const made = await makeRecords({ database, now: clock.now });
  records = { ...made, exchange: await addExchangeOf(database, made, clock.now()) };
});
afterAll(() => console_[Symbol.asyncDispose]());

/** The texts of a page whose letters are smaller than 12 pixels. */
const smallLetters = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasText = ({ childNodes }: Element): boolean =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isSmall = (element: Element): boolean =>
      (hasText(element) || element.matches('input, textarea')) &&
      element.checkVisibility() &&
      Number.parseFloat(getComputedStyle(element).fontSize) < 12;
    return [...document.querySelectorAll('body *:not(script, style)')]
      .filter(isSmall)
      .map((element) => `${getComputedStyle(element).fontSize} ${element.outerHTML.slice(0, 120)}`);
  });

it('is visited at every address of the console', () => {
  const routes = readFileSync('src/console/addresses.ts', 'utf8').matchAll(/^(?: {2}\[| {4})'(\/\S*)',/gm);
  const addresses = consolePages.map((path) => path.replace(/:\w+/, '$id'));
  // It leads to another one: see below.
  addresses.push('/go/$id');
  expect(new Set(addresses)).toEqual(new Set(Array.from(routes, ([, path]) => path)));
});

describe('the page', () => {
  let wide: Page;
  let narrow: Page;
  beforeAll(async () => {
    wide = await console_.open('/');
    const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', locale: 'de' } as const;
    narrow = await console_.open('/', options);
  });

  // One visit for all of it: a visit takes longer than what is read from the page.
  it.each(consolePages)(
    '%s is accessible, complains of nothing, has a title, and no letter below 12 pixels',
    async (path) => {
      await visit(wide, path, records);
      expect.soft(await accessibilityProblems(wide)).toEqual([]);
      expect.soft(await smallLetters(wide)).toEqual([]);
      expect.soft(console_.complaints).toEqual([]);
      const title = await wide.title();
      const names = await wide.locator('h1, nav.tabs a[aria-current]').allTextContents();
      expect(title).toMatch(/^.+ · Mandate$/);
      // The overview greets the person.
      if (path !== '/') expect(names.some((name) => title.includes(name.trim().split(/ \d/)[0] ?? '?'))).toBe(true);
    },
  );

  it.each(consolePages)('%s needs no horizontal scrolling at 360 pixels, in German', async (path) => {
    await visit(narrow, path, records);
    expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it('has the checkboxes of rows in the middle of them', async () => {
    await visit(wide, '/users', records);
    const row = wide.locator('tbody tr').first();
    const [outer, box] = [await row.boundingBox(), await row.getByRole('checkbox').boundingBox()];
    const middle = (rectangle: typeof box): number => (rectangle?.y ?? 0) + (rectangle?.height ?? 0) / 2;
    expect(Math.abs(middle(outer) - middle(box))).toBeLessThanOrEqual(1);
  });

  it('is in the language and the colors of the browser', async () => {
    expect(await narrow.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(await narrow.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark');
    expect(await accessibilityProblems(narrow)).toEqual([]);
  });
});

describe('/go/ and an id', () => {
  it('leads to the page of the record, or of what it belongs to', async () => {
    const page = await console_.open(`/go/${records.user}`);
    await page.waitForURL(`**/console/users/${records.user}`);
    await page.goto(`${console_.app.config.publicUrl}/console/go/${records.scope}`);
    await page.waitForURL(`**/console/resources/${records.resource}`);
    const unknown = records.user.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await page.goto(`${console_.app.config.publicUrl}/console/go/${unknown}`);
    await page.getByText('There is no such record', { exact: false }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('the preferences', () => {
  it('keep language, colors, height of rows and keys in this browser', async () => {
    const page = await (await console_.context()).newPage();
    await console_.signIn(page, '/preferences');
    await page.getByRole('combobox', { name: 'Height of rows' }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    await page.getByRole('combobox', { name: 'Colors' }).click();
    await page.getByRole('option', { name: 'Dark' }).click();
    await page.getByRole('switch', { name: 'Single-key shortcuts are on' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    expect(await page.getAttribute('html', 'data-density')).toBe('dense');
    expect(await page.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark');
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Persönliche Einstellungen' }).waitFor();
  });
});

describe('the list of operations', () => {
  const names = [...exposedOperations, ...bulkOperations].map(({ name }) => name);
  let page: Page;
  beforeAll(async () => {
    page = await console_.open('/operations');
    await page.locator('[data-operation]').first().waitFor();
  });

  it('has every operation of the Management API', async () => {
    const listed = await page
      .locator('[data-operation]')
      .evaluateAll((buttons) => buttons.map((button) => button.dataset['operation']));
    expect(new Set(listed)).toEqual(new Set(names));
  });

  it.each(names)('opens and closes the dialog of %s', async (name) => {
    await page.evaluate((operation) => {
      document.querySelector<HTMLElement>(`[data-operation="${operation}"]`)?.click();
    }, name);
    const dialog = page.getByRole('dialog');
    await dialog.locator('.dialog-foot').waitFor();
    expect(await dialog.count()).toBe(1);
    expect(await smallLetters(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});
