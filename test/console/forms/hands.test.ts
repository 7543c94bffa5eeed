import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import { address, changesOf, dialog } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());
const { newRole, newUser } = changesOf(() => console_);

const phone = { viewport: { width: 360, height: 740 } };
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true });
const list = (page: Page, name: string) => dialog(page).getByRole('combobox', { name, exact: true });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
/** The options of an open list. */
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const focused = (page: Page) => page.locator(':focus');
/** The text below a field that states what is wrong with it. */
const problemOf = (page: Page, name: string) =>
  field(page, name).locator(
    'xpath=ancestor::*[contains(@class, "mantine-InputWrapper-root")]//p[@role="alert" or contains(@class, "error")]',
  );

describe('names of scopes', () => {
  it.each([
    ['a wide screen', {}, 'Payments'],
    ['a phone', phone, 'Ledger'],
  ])('count also if the last one was not ended before the press, on %s', async (_kind, screen, name) => {
    const page = await console_.open('/resources?do=createApiResource', screen);
    await field(page, 'Name').fill(name);
    await field(page, 'Indicator').fill(`https://${name.toLowerCase()}.example.com`);
    expect(await list(page, 'Scopes').getAttribute('placeholder')).toBe('payments:read – press Enter after each');
    await list(page, 'Scopes').focus();
    await page.keyboard.type('payments:read');
    await page.keyboard.press('Enter');
    await page.keyboard.type('payments:write');
    await dialog(page).getByText(`API resource created: ${name}`).waitFor();
    await button(page, 'Create API resource').click();
    await page.getByRole('complementary').getByText(`${name} created with 2 scopes`).waitFor();
    if (screen === phone) return;
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('cell', { name: '2', exact: true }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('a press before a form is filled in', () => {
  it('states at each field what is missing, leads to the first one, and then runs it', async () => {
    const page = await console_.open('/resources?do=createApiResource');
    await dialog(page).getByText('Still to fill in: Name and Indicator.').waitFor();
    expect(await dialog(page).locator('label', { hasText: '*' }).allTextContents()).toEqual(['Name *', 'Indicator *']);
    await field(page, 'Indicator').focus();
    await button(page, 'Create API resource').click();
    for (const name of ['Name', 'Indicator'])
      await expect.poll(() => problemOf(page, name).textContent()).toBe('Required.');
    await expect.poll(() => field(page, 'Name').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('Archive');
    expect(await problemOf(page, 'Name').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await field(page, 'Indicator').fill('https://archive.example.com');
    // Before it was tried.
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
  });

  it('asks for something to sign in with, of a new person', async () => {
    const page = await console_.open('/users?do=createUser');
    await field(page, 'Name').fill('Grace Hopper');
    const text = 'Fill in one of these: Email, Username, or Phone.';
    await dialog(page).getByText(text).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => problemOf(page, 'Email').textContent()).toBe(text);
    await expect.poll(() => field(page, 'Email').evaluate((one) => one === document.activeElement)).toBe(true);
    await dialog(page).getByText('the person signs in with a code by email').waitFor();
    await field(page, 'Username').fill('grace');
    expect(await problemOf(page, 'Email').count()).toBe(0);
    await button(page, 'Create user').click();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(console_.complaints).toEqual([]);
  });

  it('never runs what ends something before it has shown that', async () => {
    const userId = await newUser('Joan Clarke');
    const page = await console_.open('/users');
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"dryRun":true')) await dialog(page).getByText('Pressed').waitFor();
      await route.continue();
    });
    await page.goto(`${console_.app.config.publicUrl}/console${address('/users', 'deleteUser', { userId })}`);
    await focused(page).filter({ hasText: 'Delete' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).evaluate((one) => one.append('Pressed'));
    await dialog(page).getByText('User.Deleted').waitFor({ state: 'attached' });
    expect(await button(page, 'Delete Joan Clarke').isVisible()).toBe(true);
  });
});

describe('a dialog that is left', () => {
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard what you entered?' });
  const choose = async (page: Page, name: string): Promise<void> => {
    await list(page, 'Roles').click();
    await page.getByRole('option', { name, exact: true }).click();
  };

  it('closes after one choice, and asks after a second one', async () => {
    for (const name of ['Cashier', 'Teller']) await newRole(name);
    const page = await console_.open('/users?do=createUser');
    await choose(page, 'Cashier');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New user' }).click();
    for (const name of ['Cashier', 'Teller']) await choose(page, name);
    await button(page, 'Cancel').click();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await dialog(page).getByText('Teller', { exact: true }).isVisible()).toBe(true);
  });

  it('asks after a password alone', async () => {
    const page = await console_.open('/users?do=createUser');
    await dialog(page).getByLabel('Password', { exact: true }).fill('correct horse');
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(console_.complaints).toEqual([]);
  });
});

describe('a field that chooses records', () => {
  const begin = async (screen = {}): Promise<Page> => {
    const page = await console_.open(address('/users', 'createUser', { name: 'Alan Turing' }), screen);
    await list(page, 'Roles').click();
    await options(page).first().waitFor();
    return page;
  };

  it('closes with a choice, with Escape and with Tab, while the dialog stays', async () => {
    await newRole('Clerk');
    const page = await begin();
    await page.keyboard.press('Escape');
    await expect.poll(() => options(page).count()).toBe(0);
    await page.keyboard.type('Cler');
    await page.getByRole('option', { name: 'Clerk' }).click();
    await expect.poll(() => options(page).count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await options(page).first().waitFor();
    // Choosing again what is chosen takes it back.
    await page.getByRole('option', { name: 'Clerk' }).click();
    await expect.poll(() => dialog(page).getByText('Clerk', { exact: true }).count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await options(page).first().waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => options(page).count()).toBe(0);
    expect(await dialog(page).isVisible()).toBe(true);
  });

  it('is filled in by keys: a search and Enter for each, which takes none of the list before, and none back', async () => {
    const names = ['Carpenter', 'Plumber'];
    for (const name of names) await newRole(name);
    const page = await begin();
    for (const name of names) {
      const pressed = Promise.withResolvers<void>();
      await page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes(`"search":"${name}"`)) await pressed.promise;
        await route.continue();
      });
      await page.keyboard.type(name);
      for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      pressed.resolve();
      await page.locator('[data-combobox-selected]').filter({ hasText: name }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => options(page).count()).toBe(0);
    }
    expect(await dialog(page).locator('.mantine-Pill-label').allTextContents()).toEqual(names);
    expect(await problemOf(page, 'Email').count()).toBe(0);
    await page.keyboard.press('Backspace');
    await expect.poll(() => dialog(page).locator('.mantine-Pill-label').allTextContents()).toEqual(names.slice(0, 1));
  });

  it('has another in the place of the one that is chosen, by keys', async () => {
    for (const name of ['Mary Allen', 'Mary Coombs']) await newUser(name);
    const page = await console_.open('/users?do=setUserSuspended');
    const user = list(page, 'User');
    await user.focus();
    for (const [text, name] of [
      ['Mary Al', 'Mary Allen'],
      ['Mary Co', 'Mary Coombs'],
      // A search for what is chosen keeps it.
      ['Coombs', 'Mary Coombs'],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      // The hits of the text before may have the same name.
      await expect.poll(() => user.getAttribute('aria-busy')).toBe('false');
      await page.locator('[data-combobox-selected]').filter({ hasText: name }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => user.inputValue()).toBe(name);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each([
    ['a wide screen', {}],
    ['a phone', phone],
    ['a low window', { viewport: { width: 1280, height: 560 } }],
  ])('does not cover the buttons of the dialog, on %s', async (kind, screen) => {
    for (const name of ['Reader', 'Writer', 'Auditor', 'Guard', 'Porter'].map((one) => `${one} ${kind}`))
      await newRole(name);
    const page = await begin(screen);
    const listed = await page.getByRole('listbox').boundingBox();
    const foot = await button(page, 'Create user').boundingBox();
    const [end, start] = [(listed?.y ?? 0) + (listed?.height ?? 0), listed?.y ?? 0];
    expect(end <= (foot?.y ?? 0) || start >= (foot?.y ?? 0) + (foot?.height ?? 0)).toBe(true);
  });

  it('has its focus around all of it', async () => {
    const page = await begin();
    const outlines = await list(page, 'Roles').evaluate((one) =>
      [one, one.closest('.mantine-Input-input')].map((element) => element && getComputedStyle(element).outlineStyle),
    );
    expect(outlines).toEqual(['none', 'solid']);
  });

  it('states what to do if it finds no user', async () => {
    const page = await console_.open(address('/roles', 'createRole', { name: 'Payer' }));
    await list(page, 'Users').fill('Zuse');
    await page.getByText('No user found. Users can be given the role later, or when they are created.').waitFor();
    await list(page, 'Scopes').fill('Zuse');
    await page.getByText('Nothing found. Try a part of the name.').waitFor();
    await page.goto(`${console_.app.config.publicUrl}/console/webhooks?do=testWebhook`);
    await list(page, 'Webhook').click();
    await page.getByText('Nothing to choose yet. Create the first one under Webhooks.').waitFor();
    expect(console_.complaints).toEqual([]);
  });
});
