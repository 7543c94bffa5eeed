import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, changesOf, confirm, dialog } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());
const { newRole, newUser, run, userNow } = changesOf(() => console_);

/** Chooses an option of a field. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: field, exact: true }).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('a record that changes while its dialog is open', () => {
  const openBoth = async (username: string): Promise<{ id: string; page: Page }> => {
    const id = await newUser('Ada Byron', { username });
    const page = await console_.open(address(`/users/${id}`, 'updateUser', { userId: id }));
    await expect.poll(() => dialog(page).getByRole('textbox', { name: 'Username' }).inputValue()).toBe(username);
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Ada King');
    await dialog(page).getByText('User.Data.Updated').waitFor({ state: 'attached' });
    await run('updateUser', 'user { id }', { userId: id, name: 'Ada Lovelace', username: `${username}2` });
    return { id, page };
  };

  it('shows each field as it was, as it is now, and as typed; and cannot be saved before that is decided', async () => {
    const { id, page } = await openBoth('ada');
    const conflict = dialog(page).getByRole('alert', { name: 'Changed meanwhile' });
    await conflict.getByText('before: Ada Byron').waitFor();
    expect(await conflict.textContent()).toContain('Theirs: ada2');
    expect(await dialog(page).getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
    await conflict.getByText('Theirs: Ada Lovelace').click();
    await conflict.getByRole('button', { name: 'Continue with this' }).click();
    await conflict.waitFor({ state: 'hidden' });
    expect(await dialog(page).getByRole('textbox', { name: 'Username' }).inputValue()).toBe('ada2');
    expect(await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Ada Lovelace');
    expect(await userNow(id)).toMatchObject({ name: 'Ada Lovelace', username: 'ada2' });
  });

  it('keeps what was typed with "Keep mine", and takes their other fields', async () => {
    const { id, page } = await openBoth('byron');
    await dialog(page).getByRole('button', { name: 'Keep mine' }).click();
    await dialog(page).getByText('Name: Ada Lovelace → Ada King').waitFor();
    await confirm(page, 'Save changes');
    expect(await userNow(id)).toMatchObject({ name: 'Ada King', username: 'byron2' });
  });
});

describe('a field of a dialog', () => {
  it('sends a required flag as false once that is answered, and tries nothing before', async () => {
    const id = await newUser('Alan Turing');
    await run('setUserSuspended', 'user { id }', { userId: id, isSuspended: true });
    const page = await console_.open(address('/users', 'setUsersSuspended', { items: [{ userId: id }] }));
    await dialog(page).getByText('Still to fill in: Is suspended.').waitFor();
    await choose(page, 'Is suspended', 'no');
    await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Reactivate Alan Turing');
    expect(await userNow(id)).toMatchObject({ isSuspended: false });
  });

  it('shows the present value of a record that is chosen in the dialog', async () => {
    const id = await newUser('Katherine Johnson');
    await run('setUserSuspended', 'user { id }', { userId: id, isSuspended: true });
    const page = await console_.open('/users?do=setUserSuspended');
    await dialog(page).getByRole('combobox', { name: 'User' }).fill('Katherine');
    await page.getByRole('option', { name: 'Katherine Johnson' }).click();
    const isSuspended = dialog(page).getByRole('combobox', { name: 'Is suspended' });
    await expect.poll(() => isSuspended.inputValue()).toBe('yes');
    await choose(page, 'Is suspended', 'no');
    await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Reactivate Katherine Johnson');
    expect(await userNow(id)).toMatchObject({ isSuspended: false });
  });

  it('sends an empty required list only once the person has ticked that it is empty', async () => {
    const roleIds = [await newRole('Night watch')];
    const id = await newUser('Mary Shelley', { roleIds });
    const page = await console_.open(address('/users', 'replaceUserRoles', { userId: id }));
    await dialog(page).getByText('Still to fill in: Roles.').waitFor();
    await dialog(page).getByRole('checkbox', { name: 'No roles' }).check();
    await dialog(page).getByText('User.Roles.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Replace roles');
    expect((await userNow(id)).roles).toEqual([]);
  });

  it('is shown for the operations of a job that have it, and is not sent with another one', async () => {
    const page = await console_.open('/jobs?do=startJob');
    expect(await dialog(page).getByRole('combobox', { name: 'Role', exact: true }).count()).toBe(0);
    await choose(page, 'Operation', 'Suspend or reactivate');
    await choose(page, 'Is suspended', 'no');
    // For whom follows what is done.
    const labels = await dialog(page).locator('label, legend').allTextContents();
    expect(labels.slice(0, 3).map((label) => label.replace(/\W*$/, ''))).toEqual([
      'Operation',
      'Is suspended',
      'Filter',
    ]);
    await dialog(page).getByText('Job.Started').waitFor({ state: 'attached' });
    await choose(page, 'Operation', 'End all sessions');
    await expect.poll(() => dialog(page).getByRole('combobox', { name: 'Is suspended' }).count()).toBe(0);
    await dialog(page).getByText('Job.Started').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'End all sessions', exact: true }).click();
    await dialog(page).waitFor({ state: 'hidden' });
  });

  it('shows what the platform takes if it is left out', async () => {
    const page = await console_.open(address('/applications', 'createApplication', { type: 'TRADITIONAL_WEB' }));
    await dialog(page).getByText('More options').click();
    expect(await dialog(page).getByRole('checkbox', { name: 'PKCE required' }).isChecked()).toBe(true);
    expect(await dialog(page).getByRole('checkbox', { name: 'From a third party' }).isChecked()).toBe(false);
  });

  it('removes a member of custom data that was removed from its JSON', async () => {
    const id = await newUser('Grace Hopper', { customData: { team: 'navy', rank: { name: 'Admiral', since: 1985 } } });
    const page = await console_.open(address(`/users/${id}`, 'updateUser', { userId: id }));
    const field = dialog(page).getByRole('textbox', { name: 'Custom data', includeHidden: true });
    await expect.poll(() => field.inputValue()).toContain('Admiral');
    await dialog(page)
      .locator('details')
      .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((one) => (one.open = true)));
    await field.fill('{ "rank": { "name": "Admiral" } }');
    await dialog(page).getByText('User.Data.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Save changes');
    expect(await userNow(id)).toMatchObject({ customData: { rank: { name: 'Admiral' } } });
    expect((await userNow(id)).customData).not.toHaveProperty('team');
  });
});
