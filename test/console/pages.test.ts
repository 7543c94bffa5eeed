import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exposedOperations, bulkOperations } from '../../src/operations/index.ts';
import { accessibilityProblems } from '../support/chromium.ts';
import { startConsole, type TestConsole } from '../support/console.ts';
import { makeRecords, type Records } from '../support/records.ts';

let console_: TestConsole;
let records: Records;
beforeAll(async () => {
  console_ = await startConsole();
  records = await makeRecords({ database: console_.app.services.database, now: console_.app.services.clock.now });
});
afterAll(() => console_[Symbol.asyncDispose]());

const lists = [
  '/',
  '/users',
  '/organizations',
  '/invitations',
  '/sign-in',
  '/applications',
  '/resources',
  '/roles',
  '/organization-roles',
  '/organization-scopes',
  '/explain',
  '/events',
  '/live',
  '/webhooks',
  '/deliveries',
  '/experience',
  '/jobs',
  '/connectors',
  '/messages',
  '/keys',
  '/operations',
];

/** Pages of records: the name of the record is in the place of its id. */
const ofRecords = [
  '/users/user',
  '/users/user/access',
  '/users/user/security',
  '/users/user/events',
  '/applications/service',
  '/applications/service/settings',
  '/applications/service/credentials',
  '/applications/service/roles',
  '/applications/service/events',
  '/organizations/organization',
  '/roles/role',
  '/resources/resource',
  '/webhooks/webhook',
  '/organization-roles/organizationRole',
  '/organization-scopes/organizationScope',
  '/deliveries/delivery',
  '/jobs/job',
];

/** Goes to a page without loading the console again. */
async function visit(page: Page, path: string): Promise<void> {
  const [, list, name, tab] = path.split('/');
  const id = name ? records[name as 'user'] : '';
  const address = `/console/${[list, id, tab].filter(Boolean).join('/')}`;
  await page.evaluate((target) => history.pushState({}, '', target), address);
  const shown = page.locator(`main[data-path="${address.slice('/console'.length)}"]`);
  await shown.locator(':scope:not(:has([aria-busy=true])) h1').waitFor();
}

describe('the page', () => {
  let wide: Page;
  let narrow: Page;
  beforeAll(async () => {
    wide = await console_.open('/');
    const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', locale: 'de' } as const;
    narrow = await console_.open('/', options);
  });

  it.each([...lists, ...ofRecords])('%s is accessible, and complains of nothing', async (path) => {
    await visit(wide, path);
    expect(await accessibilityProblems(wide)).toEqual([]);
    expect(console_.complaints).toEqual([]);
  });

  it.each([...lists, ...ofRecords])('%s needs no horizontal scrolling at 360 pixels, in German', async (path) => {
    await visit(narrow, path);
    expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it('is in the language and the colours of the browser', async () => {
    expect(await narrow.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(await narrow.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark');
    expect(await accessibilityProblems(narrow)).toEqual([]);
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
    await dialog.locator('form').waitFor();
    expect(await dialog.count()).toBe(1);
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});
