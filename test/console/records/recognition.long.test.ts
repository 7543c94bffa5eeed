import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit } from '../../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { makeRecords, type Records } from '../../support/records.ts';

let console_: TestConsole;
let records: Records;
let page: Page;
const people = [
  { name: 'Joan Clarke', email: 'joan@bletchley.example' },
  { name: 'Joan Clarke', username: 'joan42' },
  { name: 'Evil \u202Egnp.exe', email: 'evil@example.com' },
];
const ids: string[] = [];

beforeAll(async () => {
  console_ = await startConsole();
  const { database, clock } = console_.app.services;
  records = await makeRecords({ database, now: clock.now });
  for (const input of people) {
    const document = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    const { createUser } = await console_.call<{ createUser: { user: { id: string } } }>(document, { input });
    ids.push(createUser.user.id);
  }
  page = await console_.open('/users?q=Joan');
});
afterAll(() => console_[Symbol.asyncDispose]());

describe('people of the same name', () => {
  it('have their initials and their address in the list', async () => {
    const rows = page.locator('tbody tr .identity');
    await expect
      .poll(async () => (await rows.allTextContents()).sort())
      .toEqual(['JCJoan Clarkejoan42', 'JCJoan Clarkejoan@bletchley.example']);
  });

  it('have their address in the name of their checkbox', async () => {
    for (const address of ['joan42', 'joan@bletchley.example'])
      await page.getByRole('checkbox', { name: `Select Joan Clarke · ${address}`, exact: true }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(3);
  });

  it('have their address in the palette', async () => {
    await page.keyboard.press('Control+k');
    await page
      .getByRole('textbox', { name: 'A page, an action, a name, an address, a reference or an id' })
      .fill('Joan');
    await page.getByRole('option', { name: 'Joan Clarke joan42' }).waitFor();
    expect(await page.getByRole('option', { name: 'Joan Clarke joan@bletchley.example' }).count()).toBe(1);
    await page.keyboard.press('Escape');
  });

  it('have their address in a form, also once one is chosen', async () => {
    await page.getByRole('combobox', { name: 'Role' }).waitFor();
    await visit(page, `/roles/:role?do=assignUserRoles`, records);
    const field = page.getByRole('dialog').getByRole('combobox', { name: 'User' });
    await field.click();
    await field.fill('Joan');
    await page.getByRole('option', { name: 'Joan Clarke joan42' }).click();
    await expect.poll(() => field.inputValue()).toBe('Joan Clarke · joan42');
    await page.keyboard.press('Escape');
  });

  it('have their address among the members of an organization, and in the explanation of an exchange', async () => {
    await console_.call(
      'mutation ($input: AddOrganizationMembersInput!) { addOrganizationMembers(input: $input) { isReplay } }',
      { input: { organizationId: records.organization, userIds: ids.slice(0, 2) } },
    );
    await visit(page, '/organizations/:organization', records);
    for (const address of ['joan42', 'joan@bletchley.example']) {
      await page.getByRole('link', { name: `Joan Clarke ${address}` }).waitFor();
    }
    const { service, resource } = records as unknown as Record<string, string>;
    await visit(page, `/explain?app=${service}&user=${ids[1]}&resource=${resource}`, records);
    await page.getByRole('link', { name: 'Joan Clarke joan42' }).waitFor();
    expect(await page.getByRole('link', { name: 'bletchley' }).count()).toBe(0);
  });
});

describe('a user whose access a change concerns', () => {
  it('has an address in the comparison, too', async () => {
    const input = encodeURIComponent(JSON.stringify({ userId: ids[1], isSuspended: true }));
    await visit(page, `/users/${ids[1]}?do=setUserSuspended&with=${input}`, records);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Access', { exact: true }).click();
    const person = dialog.getByRole('link', { name: 'Joan Clarke joan42' });
    await expect.poll(() => person.count()).toBe(1);
    await page.keyboard.press('Escape');
  });
});

describe('the applications of an organization', () => {
  it('are a table with their ids and roles, and without an export, which the platform does not have', async () => {
    await visit(page, '/organizations/:organization/applications', records);
    const table = page.getByRole('table', { name: 'Applications' });
    await table.getByRole('link', { name: records.service }).waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Select all on this page',
      'Name',
      'Roles',
      'Joined ↓',
    ]);
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
    await table.getByRole('checkbox').last().click();
    await page.getByRole('button', { name: 'Change roles…' }).waitFor();
    await visit(page, '/organizations/:organization', records);
  });
});

describe('the organizations of a user and of an application', () => {
  it.each([
    ['/users/:user/organizations', 'removeOrganizationMember'],
    ['/applications/:service/organizations', 'removeOrganizationApplication'],
  ])('are a table at %s: with their ids, the roles there, since when, and what changes them', async (path, removal) => {
    await visit(page, path, records);
    const table = page.getByRole('table', { name: 'Organizations' });
    await table.getByRole('link', { name: records.organization }).waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Select all on this page',
      'Organization',
      'Roles',
      'Joined ↓',
    ]);
    expect(await table.locator('td[data-label=Roles]').textContent()).toBe(`Member ${records.n}`);
    await table.locator('tbody').getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Change roles…' }).waitFor();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('do')).toBe(removal);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('In no organization').waitFor();
    await page.getByRole('button', { name: 'Add to organizations' }).waitFor();
  });
});

describe('adding members', () => {
  it('gives them roles in the same change', async () => {
    await visit(page, '/organizations/:organization', records);
    await page.getByRole('button', { name: 'Add members' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Users' }).click();
    await dialog.getByRole('combobox', { name: 'Users' }).fill('evil@');
    await page.getByRole('option', { name: 'evil@example.com' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('combobox', { name: 'Organization roles' }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.keyboard.press('Tab');
    await dialog.getByText('Organization.MemberRoles.Updated').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: /^Add / }).click();
    await dialog.waitFor({ state: 'hidden' });
    const row = page.locator('tbody tr').filter({ hasText: 'evil@example.com' });
    await row.waitFor();
    expect(await row.locator('td[data-label=Roles]').textContent()).not.toBe('–');
  });
});

describe('a name without a space', () => {
  const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);

  it.each([
    ['a wide screen', { width: 1440, height: 900 }],
    ['a phone', { width: 360, height: 740 }],
  ])('needs no scrolling to the side on %s, in its list and on its page', async (_case, viewport) => {
    const { createOrganization } = await console_.call<{ createOrganization: { organization: { id: string } } }>(
      'mutation ($input: CreateOrganizationInput!) { createOrganization(input: $input) { organization { id } } }',
      { input: { name, description: name } },
    );
    const { id } = createOrganization.organization;
    const sized = await console_.open('/', { viewport });
    for (const path of ['/organizations', `/organizations/${id}`, `/organizations/${id}/settings`]) {
      await visit(sized, path, records);
      await sized.getByText(name).first().waitFor();
      const width = await sized.evaluate(() => document.documentElement.scrollWidth);
      expect([path, width]).toEqual([path, viewport.width]);
    }
  });
});

describe('a name that turns its direction', () => {
  it('is shown as it is written, on the page, in the title of the tab and in the palette', async () => {
    await visit(page, `/users/${ids[2]}`, records);
    await page.getByRole('heading', { name: 'Evil gnp.exe', exact: true }).waitFor();
    expect(await page.title()).toContain('Evil gnp.exe');
    expect(await page.locator('body').innerText()).not.toContain('\u202E');
    expect(console_.complaints).toEqual([]);
  });
});
