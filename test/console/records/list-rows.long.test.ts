import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit } from '../../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { makeRecords, type Records } from '../../support/records.ts';

let console_: TestConsole;
let records: Records;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole();
  const { database, clock } = console_.app.services;
  records = await makeRecords({ database, now: clock.now });
  const items = ['Joan', 'Ada'].map((name) => ({ username: name.toLowerCase(), name: `Person ${name}` }));
  await console_.call('mutation ($input: CreateUsersInput!) { createUsers(input: $input) { succeeded } }', {
    input: { items, mode: 'ALL' },
  });
  page = await console_.open('/users');
});
afterAll(() => console_[Symbol.asyncDispose]());

const lists = [
  '/users',
  '/organizations',
  '/invitations',
  '/sign-in/attempts',
  '/applications',
  '/resources',
  '/roles',
  '/organization-roles',
  '/organization-scopes',
  '/events',
  '/webhooks',
  '/deliveries',
  '/jobs',
  '/connectors',
  '/messages',
];

describe('the width of a list', () => {
  it('is that of its columns: with long names and many roles, none is off the table', async () => {
    const roles = Array.from({ length: 4 }, (_, index) => `Reviewer of the reports of department ${index}`);
    const roleIds: string[] = [];
    for (const name of roles) {
      const document = 'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }';
      const { createRole } = await console_.call<{ createRole: { role: { id: string } } }>(document, {
        input: { name },
      });
      roleIds.push(createRole.role.id);
    }
    const name = 'Maximiliana Wilhelmine Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst';
    const email = `${'maximiliana.'.repeat(5)}m@a-long-part-of-the-address.of-a-corporation.example`;
    await console_.call('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', {
      input: { name, email, roleIds },
    });
    const wide = await console_.open('/users', { viewport: { width: 1440, height: 900 } });
    await wide.getByRole('link', { name }).waitFor();
    for (const path of lists) {
      await visit(wide, path, records);
      const frame = wide.locator('.table-frame');
      expect([path, await frame.evaluate((element) => element.scrollWidth - element.clientWidth)]).toEqual([path, 0]);
    }
  });
});

/** Whether no part of it is beyond an edge of the window. */
const isInSight = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

describe('what someone creates in the console', () => {
  const number = () => page.locator('h1 .count').textContent();

  it('is in the list and in its number at once, and what others create is announced', async () => {
    await visit(page, '/preferences', records);
    await visit(page, '/users', records);
    await expect.poll(number).not.toBe('');
    const before = Number(await number());
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Username', exact: true }).fill('my_own');
    await dialog.getByRole('button', { name: /^Create/ }).click();
    await page.locator('tbody tr').first().getByText('my_own').first().waitFor();
    expect(await page.getByText('1 new: show').count()).toBe(0);
    await expect.poll(number).toBe(String(before + 1));
    await visit(page, '/users', records);
    await console_.call('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', {
      input: { username: 'of_another' },
    });
    await page.getByRole('button', { name: '1 new: show' }).click();
    await page.locator('tbody tr').first().getByText('of_another').first().waitFor();
    await expect.poll(number).toBe(String(before + 2));
  });
});

describe('the selection of a list', () => {
  it.each([
    ['wide', { width: 1440, height: 900 }],
    ['narrow', { width: 390, height: 844 }],
  ])('offers its changes with their number in sight, on a %s screen, wherever one scrolls', async (_case, viewport) => {
    const many = await console_.open('/users?q=Person', { viewport });
    const boxes = many.locator('tbody').getByRole('checkbox');
    for (const index of [0, 1]) await boxes.nth(index).click();
    const bar = many.getByRole('group', { name: '2 selected' });
    const suspend = bar.getByRole('button', { name: 'Suspend 2…' });
    expect(await isInSight(suspend)).toBe(true);
    await many.evaluate(() => {
      document.querySelector('main')?.style.setProperty('padding-block-end', '3000px');
      scrollTo(0, 150);
    });
    await expect.poll(() => isInSight(suspend)).toBe(true);
    await bar.getByRole('button', { name: 'Select none' }).click();
    await bar.waitFor({ state: 'hidden' });
  });
});

describe('the cells of a list', () => {
  it('have the types of events at once, whatever else is still read', async () => {
    const early = await console_.open('/preferences');
    await early.route('**/graphql', (route) =>
      route.request().postData()?.includes('query EventTypes') ? undefined : route.continue(),
    );
    await early.evaluate(() => history.pushState({}, '', '/console/deliveries'));
    await expect.poll(() => early.locator('tbody td.name').first().textContent()).toMatch(/^[A-Z][a-z]/);
  });

  it('have the words of the filters, and durations in words', async () => {
    await visit(page, '/applications', records);
    const types = page.getByRole('combobox', { name: 'Filter: Type' }).getByRole('option');
    const words = (await types.allTextContents()).slice(1).map((text) => text.replace('Type: ', ''));
    const cells = await page.locator('tbody td[data-label=Type]').allTextContents();
    expect(words).toEqual(expect.arrayContaining([...new Set(cells)]));
    expect(words).toContain('Web with a server');
    await visit(page, '/resources', records);
    await page.getByRole('cell', { name: '1 hour', exact: true }).first().waitFor();
  });
});
