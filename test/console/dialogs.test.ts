import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

const dialog = (page: Page) => page.getByRole('dialog');
const address = (path: string, operation: string, input: object): string =>
  `${path}?do=${operation}&with=${encodeURIComponent(JSON.stringify(input))}`;

/** Runs a mutation of the platform, and returns its payload. */
async function run<Payload>(operation: string, fields: string, input: object): Promise<Payload> {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const data = await console_.call<Record<string, Payload>>(
    `mutation ($input: ${type}!) { ${operation}(input: $input) { ${fields} } }`,
    { input },
  );
  const [payload] = Object.values(data);
  if (!payload) throw new Error(`${operation} returned nothing.`);
  return payload;
}

/** Chooses an option of a field. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: field, exact: true }).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const newUser = async (name: string, more: object = {}): Promise<string> =>
  (await run<{ user: { id: string } }>('createUser', 'user { id }', { name, ...more })).user.id;
const newRole = async (name: string): Promise<string> =>
  (await run<{ role: { id: string } }>('createRole', 'role { id }', { name })).role.id;

interface UserNow {
  name: string;
  username: string | null;
  isSuspended: boolean;
  customData: object;
  roles: { name: string }[];
}
const userNow = async (id: string): Promise<UserNow> =>
  (
    await console_.call<{ user: UserNow }>(
      'query ($id: ID!) { user(id: $id) { name username isSuspended customData roles { name } } }',
      { id },
    )
  ).user;

const confirm = async (page: Page, button: string | RegExp): Promise<void> => {
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
  await dialog(page).getByText('Done').waitFor();
};
const close = (page: Page): Promise<void> => dialog(page).getByRole('button', { name: 'Close' }).last().click();

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
    await dialog(page).getByText('Fill in what is required.').waitFor();
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
    await dialog(page).getByText('Fill in what is required.').waitFor();
    await dialog(page).getByRole('checkbox', { name: 'Roles: none' }).check();
    await dialog(page).getByText('User.Roles.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Replace roles');
    expect((await userNow(id)).roles).toEqual([]);
  });

  it('is shown for the operations of a job that have it, and is not sent with another one', async () => {
    const page = await console_.open('/jobs?do=startJob');
    expect(await dialog(page).getByRole('combobox', { name: 'Role', exact: true }).count()).toBe(0);
    await choose(page, 'Operation', 'Suspend or reactivate');
    await choose(page, 'Is suspended', 'no');
    await dialog(page).getByText('Job.Started').waitFor({ state: 'attached' });
    await choose(page, 'Operation', 'End all sessions');
    await expect.poll(() => dialog(page).getByRole('combobox', { name: 'Is suspended' }).count()).toBe(0);
    await dialog(page).getByText('Job.Started').waitFor({ state: 'attached' });
    await confirm(page, 'End all sessions');
  });

  it('shows what the platform takes if it is left out', async () => {
    const page = await console_.open(address('/applications', 'createApplication', { type: 'TRADITIONAL_WEB' }));
    await dialog(page).getByText('More options').click();
    expect(await dialog(page).getByRole('checkbox', { name: 'PKCE required' }).isChecked()).toBe(true);
    expect(await dialog(page).getByRole('checkbox', { name: 'Is third party' }).isChecked()).toBe(false);
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

describe('Undo', () => {
  it('is offered by key after the dialog, previews, and gives back exactly what was added', async () => {
    const id = await newUser('Barbara Liskov', { roleIds: [await newRole('Reader')] });
    const clerk = await newRole('Clerk');
    const page = await console_.open(address(`/users/${id}`, 'assignUserRoles', { userId: id, roleIds: [clerk] }));
    await dialog(page).getByText('User.Roles.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Assign Clerk');
    await close(page);
    await page.getByRole('complementary', { name: 'Undo' }).waitFor();
    expect((await userNow(id)).roles).toHaveLength(2);
    await page.keyboard.press('u');
    await dialog(page).getByText('User.Roles.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Remove Clerk');
    expect((await userNow(id)).roles).toEqual([{ name: 'Reader' }]);
  });

  it('the undoing of a change of many concerns only those that it changed', async () => {
    const [active, suspended] = [await newUser('Active One'), await newUser('Suspended One')];
    await run('setUserSuspended', 'user { id }', { userId: suspended, isSuspended: true });
    const items = [active, suspended].map((userId) => ({ userId }));
    const page = await console_.open(address('/users', 'setUsersSuspended', { items, isSuspended: true, mode: 'ALL' }));
    await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Suspend 2 people');
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Reactivate Active One');
    expect(await userNow(active)).toMatchObject({ isSuspended: false });
    expect(await userNow(suspended)).toMatchObject({ isSuspended: true });
  });

  it('is no longer offered after someone else has changed the record, and never after a deletion', async () => {
    const id = await newUser('Edsger Dijkstra');
    const page = await console_.open(address(`/users/${id}`, 'setUserSuspended', { userId: id, isSuspended: true }));
    await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Suspend Edsger Dijkstra');
    await close(page);
    const notice = page.getByRole('complementary', { name: 'Undo' });
    await notice.waitFor();
    await run('updateUser', 'user { id }', { userId: id, name: 'E. W. Dijkstra' });
    await notice.waitFor({ state: 'hidden' });
    await page.goto(`${console_.app.config.publicUrl}/console${address('/users', 'deleteUser', { userId: id })}`);
    await dialog(page).getByText('User.Deleted').waitFor({ state: 'attached' });
    await confirm(page, 'Delete E. W. Dijkstra');
    expect(await dialog(page).getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await close(page);
    expect(await notice.count()).toBe(0);
    expect(console_.complaints).toEqual([]);
  });
});

describe('the Access tab', () => {
  let roleId: string;
  let userIds: string[];
  beforeAll(async () => {
    const { apiResource } = await run<{ apiResource: { id: string } }>('createApiResource', 'apiResource { id }', {
      name: 'Orders API',
      indicator: 'https://orders.example.com',
      scopes: [{ name: 'orders:read' }, { name: 'orders:write' }],
    });
    const scopes = ['orders:read', 'orders:write'].map((name) => ({ resource: apiResource.id, name }));
    roleId = (await run<{ role: { id: string } }>('createRole', 'role { id }', { name: 'Order clerk', scopes })).role
      .id;
    userIds = await Promise.all(Array.from({ length: 11 }, (_, at) => newUser(`Clerk ${at}`, { roleIds: [roleId] })));
  });
  const openAccess = async (path: string): Promise<Page> => {
    const page = await console_.open(path);
    await dialog(page).getByText('Access', { exact: true }).click();
    return page;
  };

  it('shows which scopes someone would gain and lose', async () => {
    const id = await newUser('Donald Knuth');
    const page = await openAccess(address('/users', 'assignUserRoles', { userId: id, roleIds: [roleId] }));
    await dialog(page).getByText('2 gained, 0 lost').waitFor();
    expect(await dialog(page).getByRole('listitem').textContent()).toContain('orders:write');
    const other = await openAccess(
      address('/users', 'setUserSuspended', { userId: String(userIds[0]), isSuspended: true }),
    );
    await dialog(other).getByText('0 gained, 2 lost').waitFor();
    expect((await userNow(id)).roles).toEqual([]);
  });

  it('shows the first holders of a changed role, and that there are more', async () => {
    const page = await openAccess(address('/roles', 'deleteRole', { roleId }));
    await dialog(page).getByText('More people or applications are concerned').waitFor();
    await dialog(page).getByText('0 gained, 20 lost').waitFor();
    expect(await dialog(page).getByRole('listitem').filter({ hasText: 'Clerk' }).count()).toBe(10);
  });

  it('compares the exchange that the page behind it explains', async () => {
    const id = await newUser('Frances Allen');
    const { application } = await run<{ application: { id: string } }>('createApplication', 'application { id }', {
      name: 'Order service',
      type: 'MACHINE_TO_MACHINE',
      tokenExchangeAllowed: true,
    });
    const { apiResources } = await console_.call<{ apiResources: { nodes: { id: string }[] } }>(
      '{ apiResources(first: 1, search: "Orders") { nodes { id } } }',
    );
    const resource = apiResources.nodes[0]?.id;
    const where = `app=${application.id}&user=${id}&resource=${resource}`;
    const input = encodeURIComponent(JSON.stringify({ userId: id, roleIds: [roleId] }));
    const page = await openAccess(`/explain?${where}&do=assignUserRoles&with=${input}`);
    await dialog(page).getByText('orders:read orders:write').waitFor();
    expect(await dialog(page).locator('dt', { hasText: 'Now' }).count()).toBe(1);
    expect(console_.complaints).toEqual([]);
  });
});
