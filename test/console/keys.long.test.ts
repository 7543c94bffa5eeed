import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../support/browsers/chromium.ts';
import { dialog } from '../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole({ ENVIRONMENT_NAME: 'Staging' });
});
afterAll(() => console_[Symbol.asyncDispose]());

async function newUser(name: string): Promise<string> {
  const { createUser } = await console_.call<{ createUser: { user: { id: string } } }>(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
    { input: { name } },
  );
  return createUser.user.id;
}
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id || 'nothing');

describe('keys', () => {
  it('are listed for the page that is open, and those of its record open its changes', async () => {
    const page = await console_.open(`/users/${await newUser('Ada Lovelace')}`);
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    await page.keyboard.press('?');
    await dialog(page).getByText('Copy this page as').waitFor();
    const titles = await dialog(page).locator('dd').allTextContents();
    expect(titles).toEqual(expect.arrayContaining(['Edit', 'Suspend', 'Assign roles', 'Copy this page as']));
    expect(titles).not.toContain('Next row');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: 'Suspend Ada Lovelace' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: 'Assign roles to Ada Lovelace' }).waitFor();
  });

  it('copy what the page asks, without a token, and hide the navigation', async () => {
    const id = await newUser('Grace Hopper');
    const page = await console_.open(`/users/${id}`);
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await page.keyboard.press('c');
    await dialog(page).getByText('curl', { exact: true }).click();
    const code = (await dialog(page).locator('pre').textContent()) ?? '';
    expect(code).toContain('query User($id: ID!, $withLocks: Boolean!)');
    expect(code).toContain(`"id":"${id}"`);
    expect(code).toContain('Bearer $TOKEN');
    expect(code).not.toContain('__typename');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    const menu = page.locator('.nav-link', { hasText: 'Users' });
    await page.keyboard.press('[');
    await menu.waitFor({ state: 'hidden' });
    await page.keyboard.press('[');
    await menu.waitFor();
  });
});

describe('a dialog', () => {
  it('has the focus once it opens, keeps it, confirms, and gives it back', async () => {
    const id = await newUser('Katherine Johnson');
    const page = await console_.open(`/users/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).focus();
    await page.keyboard.press('Enter');
    const hasFocus = () => dialog(page).evaluate((element) => element.contains(document.activeElement));
    await expect.poll(hasFocus).toBe(true);
    for (let count = 0; count < 30; count++) {
      await page.keyboard.press('Tab');
      expect(await hasFocus()).toBe(true);
    }
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('K. Johnson');
    await dialog(page).getByText('User.Data.Updated').waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('Edit');
  });

  it('confirms nothing by Enter before the dry run is done', async () => {
    const page = await console_.open(`/users/${await newUser('Mary Jackson')}`);
    const mayTry = Promise.withResolvers<void>();
    const dryRuns: boolean[] = [];
    await page.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON() as { query: string; variables: { dryRun: boolean } };
      if (query.startsWith('mutation')) dryRuns.push(variables.dryRun);
      await mayTry.promise;
      await route.continue();
    });
    await page.keyboard.press('s');
    await expect.poll(() => focused(page)).toMatch(/^Suspend /);
    await page.keyboard.press('Enter');
    mayTry.resolve();
    await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
    expect(dryRuns).toEqual([true]);
  });
});

describe('the keys of a list', () => {
  it('peek at the row of the cursor, follow it, and open its changes', async () => {
    for (const name of ['Erin', 'Dave']) await newUser(name);
    const page = await console_.open('/users?order=-CREATED_AT');
    await page.getByRole('link', { name: 'Dave' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    const peek = page.getByRole('complementary', { name: 'beside the list' });
    await peek.getByRole('heading', { name: 'Dave' }).waitFor();
    await peek.getByText('User.Created').waitFor();
    expect(new URL(page.url()).searchParams.get('peek')).toMatch(/^user_/);
    await page.keyboard.press('j');
    await peek.getByRole('heading', { name: 'Erin' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'hidden' });
    await page.keyboard.press('s');
    await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
    expect(await dialog(page).getByText('Erin').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: /^Assign roles to / }).waitFor();
  });

  it('lead to the changes of the row of the cursor, or of the selected ones', async () => {
    const page = await console_.open('/users?order=-CREATED_AT');
    await page.getByRole('link', { name: 'Dave' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('.');
    await page.getByText('1 selected').waitFor();
    await expect.poll(() => focused(page)).toBe('Assign roles…');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^Assign roles to / }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    for (const key of ['j', 'x', '.']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await expect.poll(() => focused(page)).toBe('Assign roles to 2…');
    await page.keyboard.press('?');
    await dialog(page).getByText('Actions of the selected rows').waitFor();
  });
});

describe('the focus', () => {
  it('returns to where it was, also from a dialog that was opened in the palette', async () => {
    const page = await console_.open('/roles');
    await page.locator('tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'Views' }).focus();
    await page.keyboard.press('Control+k');
    await page
      .getByRole('textbox', { name: 'A page, an action, a name, an address, a reference or an id' })
      .fill('create role');
    await page.getByRole('option', { name: 'Create role…' }).click();
    const resource = page.getByRole('combobox', { name: 'API resource' });
    await expect.poll(() => resource.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toContain('Views');
  });

  it('is on the first choice of a change that begins with one', async () => {
    const roles = await console_.open('/roles?do=createRole');
    const resource = roles.getByRole('combobox', { name: 'API resource' });
    await expect.poll(() => resource.evaluate((input) => input === document.activeElement)).toBe(true);
    const organizationRoles = await console_.open('/organization-roles?do=createOrganizationRole');
    const isOnChoice = () => organizationRoles.evaluate(() => document.activeElement?.closest('.choices') != null);
    await expect.poll(isOnChoice).toBe(true);
  });

  it('goes to the next row after a deletion', async () => {
    for (const name of ['Carol', 'Bob', 'Alice']) await newUser(name);
    const page = await console_.open('/users?order=-CREATED_AT');
    await page.getByRole('checkbox', { name: 'Bob' }).click();
    await page.getByRole('button', { name: 'Delete 1…' }).click();
    await dialog(page).getByText('User.Deleted').waitFor({ state: 'attached' });
    await dialog(page)
      .getByRole('button', { name: /^Delete / })
      .click();
    await dialog(page).waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? ''))
      .toContain('Carol');
    expect(console_.complaints).toEqual([]);
  });

  it('goes there, too, when the list receives the deletion after the dialog has closed', async () => {
    for (const name of ['Trent', 'Sybil', 'Peggy']) await newUser(name);
    const page = await console_.open('/users');
    const held: (() => void)[] = [];
    let isHolding = false;
    await page.routeWebSocket(/\/graphql$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (isHolding) held.push(() => socket.send(message));
        else socket.send(message);
      });
    });
    await page.goto(new URL('/console/users?order=-CREATED_AT', page.url()).href);
    await page.waitForSelector('[data-state=live]');
    await page.getByRole('checkbox', { name: 'Sybil' }).click();
    await page.getByRole('button', { name: 'Delete 1…' }).click();
    await dialog(page).getByText('User.Deleted').waitFor({ state: 'attached' });
    isHolding = true;
    await dialog(page)
      .getByRole('button', { name: /^Delete / })
      .click();
    await dialog(page).waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('Delete 1…');
    isHolding = false;
    for (const release of held) release();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? ''))
      .toContain('Trent');
  });

  it('leaves the page of a record that was deleted for its list', async () => {
    const id = await newUser('Mallory');
    const page = await console_.open(`/users/${id}`);
    await page.getByRole('heading', { name: 'Mallory' }).waitFor();
    await page.keyboard.press('.');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog(page).getByText('User.Deleted').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'Delete Mallory' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/console/users');
    await page.getByRole('complementary').getByText('User deleted: Mallory').waitFor();
  });
});

describe('the environment', () => {
  it('is named in the header, in a color of its own', async () => {
    const page = await console_.open('/keys');
    const mark = page.locator('.environment');
    expect(await mark.textContent()).toBe('Staging');
    expect(await mark.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(11, 92, 138)');
  });
});
