import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { password, passwords } from '../../support/password.ts';

/** From the reference that a person reads out to why they were refused, and to the end of their lock. */
let console_: TestConsole;
let userId: string;
let reference: string;
beforeAll(async () => {
  console_ = await startConsole();
  const { createUser } = await console_.call<{ createUser: { user: { id: string } } }>(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
    { input: { name: 'Joan Clarke', username: 'joan', passwordHash: await passwords.hash(password) } },
  );
  userId = createUser.user.id;
  reference = await lockOut();
  // The answers to wrong passwords.
  console_.complaints.length = 0;
});
afterAll(() => console_[Symbol.asyncDispose]());

/** Joan tries wrong passwords until she is locked out. Returns the reference that she is shown. */
async function lockOut(): Promise<string> {
  const page = await (await console_.context()).newPage();
  await page.goto(`${console_.app.config.publicUrl}/console/`);
  await page.fill('input[name=identifier]', 'joan');
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.fill('input[name=password]', 'a wrong password');
    await Promise.all([page.waitForNavigation(), page.click('button[name=answer][value=yes]')]);
  }
  return /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? '';
}

const paste = async (page: Page, text: string): Promise<void> => {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
};
const heading = (page: Page) => page.getByRole('heading', { name: reference });

describe('the reference of a refusal', () => {
  it('is found in the palette, with and without its dash', async () => {
    const page = await console_.open('/');
    for (const spelling of [reference, reference.replace('-', '').toLowerCase()]) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      await paste(page, spelling);
      await page.getByRole('option', { name: `${reference} Sign-in attempt · Joan Clarke · joan` }).waitFor();
      await page.keyboard.press('Enter');
      await heading(page).waitFor();
      await page.getByRole('link', { name: 'Overview' }).click();
    }
    expect(console_.complaints).toEqual([]);
  });

  it('is found in the list by pasting it, and a field in which one types shows that Enter is needed', async () => {
    const page = await console_.open('/sign-in/attempts');
    const find = page.getByRole('searchbox', { name: 'Find: reference or id' });
    await find.pressSequentially(reference.slice(0, 4));
    await page.getByText('Enter', { exact: true }).waitFor();
    await find.fill('');
    await paste(page, reference);
    await heading(page).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('a refusal by a lock', () => {
  it('is in the filter of refused attempts, and has the state of one', async () => {
    const page = await console_.open('/sign-in/attempts');
    await page.getByRole('combobox', { name: 'Filter: State' }).selectOption('State: Refused');
    await page.getByRole('row').filter({ hasText: reference }).getByText('Refused').waitFor();
    await page.getByRole('combobox', { name: 'Filter: State' }).selectOption('State: Open');
    await page.getByText('Nothing matches.').waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('is a story: who, from where, what failed, and until when', async () => {
    const page = await console_.open(`/sign-in/attempts/${reference}`);
    const story = page.getByRole('region', { name: 'Joan Clarke · joan wanted to sign in and was refused.' });
    const fact = (name: string) => story.locator('dl.facts > div', { has: page.getByText(name, { exact: true }) });
    await fact('Who').getByRole('link', { name: 'Joan Clarke joan' }).waitFor();
    await fact('From where')
      .getByText(/^127\.0\.0\.1 · Chrome.* · on the way to Mandate · .*20/)
      .waitFor();
    await fact('What failed').getByText('The password is wrong (10 times).').waitFor();
    await fact('Until when').getByText('Password: 10 failed in a row').waitFor();
    await fact('Until when').getByText('in 15 minutes').or(fact('Until when').getByText('in 14 minutes')).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('is on the page of the person, with its place and browser, and with what else happened', async () => {
    const person = await console_.open(`/users/${userId}`);
    await person.locator('.record-head').getByText('locked').waitFor();
    await person.getByText('Locked out. Password · 10 failed in a row').waitFor();
    const entries = person.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await expect
      .poll(() => entries.allTextContents())
      .toEqual([
        expect.stringMatching(/Refused: the password is wrong \(10 times\).*127\.0\.0\.1 · Chrome.*Mandate · app_\w+$/),
        expect.stringMatching(/User created.*GraphQL · by.*Administration/),
      ]);
    await person.getByText('Changes', { exact: true }).click();
    await expect.poll(() => entries.count()).toBe(1);
    expect(new URL(person.url()).search).toContain('changes');
    await person.getByText('Refusals', { exact: true }).click();
    await entries.getByRole('link', { name: 'Refused: the password is wrong (10 times)' }).click();
    await heading(person).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('offers the act that helps at one press, and shows what that changed', async () => {
    const page = await console_.open(`/sign-in/attempts/${reference}`);
    const person = await console_.open(`/users/${userId}`);
    const since = page.getByRole('list', { name: 'What has happened since' }).getByRole('listitem');
    await page.getByText('Nothing yet.').waitFor();
    const help = page.getByRole('region', { name: 'What helps' });
    await help.getByText('The lock ends at once. The password stays as it is.').waitFor();
    await help.getByRole('button', { name: 'Unlock Joan Clarke · joan' }).click();
    await page.getByText('No longer locked: the person can sign in again.').waitFor();
    await expect
      .poll(() => since.allTextContents())
      .toEqual([expect.stringMatching(/^◌ User unlocked.*by.*Administrator/)]);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await person.locator('.record-head').getByText('active').waitFor();
    expect(await page.getByRole('button', { name: 'Unlock Joan Clarke' }).count()).toBe(0);
    const own = await (await console_.context()).newPage();
    await console_.signIn(own, '/', 'joan');
    await expect.poll(() => since.first().textContent()).toMatch(/Signed in.*127\.0\.0\.1 · Chrome/);
    await own.context().close();
    expect(console_.complaints).toEqual([]);
  });
});
