import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import { dialog } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

const suspend = (userId: string, isSuspended: boolean) =>
  console_.call('mutation ($input: SetUserSuspendedInput!) { setUserSuspended(input: $input) { user { id } } }', {
    input: { userId, isSuspended },
  });
async function newUser(name: string): Promise<string> {
  const { createUser } = await console_.call<{ createUser: { user: { id: string } } }>(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
    { input: { name } },
  );
  return createUser.user.id;
}
const users = async (search: string) =>
  (
    await console_.call<{ users: { nodes: { id: string; name: string; isSuspended: boolean }[] } }>(
      'query ($search: String!) { users(first: 5, search: $search) { nodes { id name isSuspended } } }',
      { search },
    )
  ).users.nodes;

const deliveries = async () =>
  (
    await console_.call<{ webhookDeliveries: { nodes: { webhook: { name: string } }[] } }>(
      'query { webhookDeliveries(first: 100) { nodes { webhook { name } } } }',
    )
  ).webhookDeliveries.nodes.filter(({ webhook }) => webhook.name === 'Local');

describe('a dialog', () => {
  it('creates a record by keyboard alone, after showing the events, and leads to its page', async () => {
    const page = await console_.open('/users');
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('n');
    await dialog(page).getByRole('textbox', { name: 'Username' }).fill('grace');
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).focus();
    expect(await dialog(page).getByText('This requires the permission').count()).toBe(0);
    await page.keyboard.type('Grace Hopper');
    await dialog(page).getByText('User.Created').waitFor({ state: 'attached' });
    expect(await users('Grace')).toEqual([]);
    await page.keyboard.press('Enter');
    const notice = page.getByRole('complementary');
    await notice.getByText('User created: Grace Hopper').waitFor();
    const [created] = await users('Grace');
    expect(created?.name).toBe('Grace Hopper');
    // Another change of the new record leaves the way to it.
    await console_.call('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }', {
      input: { userId: created?.id, name: 'Grace Brewster Hopper' },
    });
    await page.getByRole('link', { name: 'Grace Brewster Hopper' }).waitFor();
    await notice.getByRole('button', { name: 'Open', exact: true }).waitFor();
    await page.keyboard.press('v');
    await page.getByRole('heading', { name: 'Grace Brewster Hopper' }).waitFor();
    expect(await notice.count()).toBe(0);
  });

  it('offers the way back, which is a change like any other', async () => {
    const id = await newUser('Alan Turing');
    const page = await console_.open(`/users/${id}`);
    await page.getByRole('heading', { name: 'Alan Turing' }).waitFor();
    await page.keyboard.press('.');
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await dialog(page).getByText('User suspended: Alan Turing').waitFor();
    await dialog(page).getByRole('button', { name: 'Suspend Alan Turing' }).click();
    await page.getByRole('complementary').getByRole('button', { name: 'Undo…' }).click();
    expect(await users('Alan')).toMatchObject([{ isSuspended: true }]);
    await dialog(page).getByText('User reactivated: Alan Turing').waitFor();
    await dialog(page).getByRole('button', { name: 'Reactivate Alan Turing' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await users('Alan')).toMatchObject([{ isSuspended: false }]);
  });

  it('keeps what is typed while the record is still being read', async () => {
    const id = await newUser('John McCarthy');
    const page = await console_.open('/');
    await page.route('**/graphql', async (route) => {
      // Held up until the field is filled in.
      if (route.request().postData()?.includes('query Current')) await page.locator('input[value="john"]').waitFor();
      await route.continue();
    });
    const input = encodeURIComponent(JSON.stringify({ userId: id }));
    await page.goto(`${console_.app.config.publicUrl}/console/users?do=updateUser&with=${input}`);
    await dialog(page).getByRole('textbox', { name: 'Username' }).fill('john');
    await dialog(page).getByText('User.Data.Updated').waitFor({ state: 'attached' });
    expect(await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('John McCarthy');
    await page.unrouteAll();
  });

  it('shows that someone else has changed the record meanwhile, and does not overwrite it', async () => {
    const id = await newUser('Edsger Dijkstra');
    const page = await console_.open(
      `/users/${id}?do=updateUser&with=${encodeURIComponent(JSON.stringify({ userId: id }))}`,
    );
    await dialog(page).getByRole('textbox', { name: 'Username' }).fill('edsger');
    await dialog(page).getByText('User.Data.Updated').waitFor({ state: 'attached' });
    await suspend(id, true);
    await dialog(page).getByText('has changed this record since you opened the dialog').waitFor();
    await dialog(page).getByRole('button', { name: 'Keep mine' }).click();
    await dialog(page).getByText('User.Data.Updated').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'Save changes' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await users('edsger')).toMatchObject([{ id, isSuspended: true }]);
  });

  it('places what is wrong at its field, and cannot be confirmed', async () => {
    const page = await console_.open('/users?do=createUser');
    await dialog(page).getByRole('textbox', { name: 'Email' }).fill('no address');
    await dialog(page).locator('.mantine-InputWrapper-error').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Create user' }).isDisabled()).toBe(true);
  });

  it('has fields for objects, filled with the values of the record, and sends what was emptied', async () => {
    const id = await newUser('Ada Byron');
    await console_.call('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }', {
      input: { userId: id, profile: { nickname: 'Ada', address: { locality: 'London', country: 'UK' } } },
    });
    const page = await console_.open(`/users/${id}`);
    await page.getByRole('heading', { name: 'Ada Byron' }).waitFor();
    await page.keyboard.press('e');
    const locality = dialog(page).getByRole('textbox', { name: 'Locality', includeHidden: true });
    await locality.waitFor({ state: 'attached' });
    await dialog(page)
      .locator('details')
      .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((one) => (one.open = true)));
    await expect.poll(() => locality.inputValue()).toBe('London');
    await locality.fill('');
    await dialog(page).getByRole('textbox', { name: 'Country' }).fill('England');
    await dialog(page).getByText('User.Data.Updated').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'Save changes' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    const { user } = await console_.call<{ user: { profile: object } }>(
      'query ($id: ID!) { user(id: $id) { profile { nickname address { locality country } } } }',
      { id },
    );
    expect(user.profile).toEqual({ nickname: 'Ada', address: { locality: null, country: 'England' } });
  });

  it('is in the language of the page', async () => {
    const page = await console_.open('/roles?do=createRole&with={"scopeIds":[]}', { locale: 'de' });
    await page.getByRole('dialog', { name: 'Rolle anlegen' }).waitFor();
    await dialog(page).getByText('Weitere Angaben').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Rolle anlegen' }).count()).toBe(1);
    await console_.call('mutation { createRole(input: { name: "Revisor" }) { role { id } } }');
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Revisor');
    await dialog(page).getByText('Schon vergeben.').waitFor();
  });
});

describe('a list', () => {
  it('shows a change made elsewhere, and announces new records without moving the others', async () => {
    const id = await newUser('Barbara Liskov');
    const page = await console_.open('/users');
    const row = page.locator(`tr[data-id="${id}"]`);
    await row.getByText('active').waitFor();
    await suspend(id, true);
    await row.getByText('suspended').waitFor();
    const before = await page.locator('tbody tr').count();
    await newUser('Donald Knuth');
    await page.getByRole('button', { name: '1 new: show' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(before);
    await page.getByRole('button', { name: '1 new: show' }).click();
    await page.getByRole('link', { name: 'Donald Knuth' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('a view of a list', () => {
  it('is saved under a name in the preferences of its user, and found again after a reload', async () => {
    const page = await console_.open('/users?q=nobody&order=NAME');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Nobody by name');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Nobody by name', exact: true }).waitFor();
    await page.goto(`${console_.app.config.publicUrl}/console/users`);
    await page.getByRole('button', { name: 'Views (1)' }).click();
    await page.getByRole('button', { name: 'Nobody by name', exact: true }).click();
    await page.waitForURL('**/console/users?q=nobody&order=NAME');
    await page.getByRole('button', { name: 'Views (1)' }).click();
    await page.getByRole('button', { name: 'Remove the view Nobody by name' }).click();
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).toBe('[{},{}]');
    expect(console_.complaints).toEqual([]);
  });
});

describe('the page of a delivery', () => {
  it('shows each attempt with its error, and sends the event again', async () => {
    const input = { name: 'Local', url: 'http://127.0.0.1:9/no-endpoint', eventTypes: ['ROLE_CREATED'] };
    await console_.call('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }', {
      input,
    });
    await console_.call('mutation { createRole(input: { name: "Auditor" }) { role { id } } }');
    await expect.poll(deliveries, { timeout: 20_000 }).toHaveLength(1);
    const page = await console_.open('/deliveries');
    await page.locator('tbody tr', { hasText: 'Local' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'attempt 1' }).waitFor();
    // The platform makes the second one by itself, and the third one only minutes later.
    await page.getByRole('heading', { name: 'attempt 2' }).waitFor();
    expect(await page.locator('main').textContent()).toContain('The connection was refused.');
    await page.getByText('Body that was sent').first().click();
    expect(await page.getByLabel('Body that was sent').first().textContent()).toContain('"type": "Role.Created"');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Role.Created');
    await page.getByRole('button', { name: 'Send again' }).click();
    await dialog(page).getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('heading', { name: 'attempt 3' }).waitFor();
    const list = await console_.open('/deliveries');
    await list.getByLabel('HTTP status').fill('503');
    await list.getByLabel('HTTP status').press('Enter');
    await list.getByText('Nothing matches', { exact: false }).waitFor();
    await list.getByLabel('HTTP status').fill('');
    await list.getByLabel('HTTP status').press('Enter');
    await list.locator('tbody tr', { hasText: 'Local' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('a change that begins with a choice', () => {
  it('has only the fields of the type of application that was chosen, and an address for each step', async () => {
    const page = await console_.open('/applications');
    await page.getByRole('button', { name: 'New application' }).click();
    await dialog(page).getByRole('button', { name: 'Single-page' }).waitFor();
    expect(await dialog(page).getByRole('listitem').count()).toBe(4);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Machine to machine' }).press('Enter');
    const secret = dialog(page).getByRole('group').filter({ hasText: 'Secret' });
    expect(await secret.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('default');
    const begun = { type: 'MACHINE_TO_MACHINE', secret: { name: 'default' } };
    expect(JSON.parse(new URL(page.url()).searchParams.get('with') ?? '')).toEqual(begun);
    expect(await dialog(page).getByLabel('Redirect').count()).toBe(0);
    expect(await dialog(page).getByRole('checkbox', { name: 'Token exchange allowed' }).count()).toBe(1);
    await page.goBack();
    await dialog(page).getByRole('button', { name: 'Single-page' }).click();
    await dialog(page).getByRole('textbox', { name: 'Redirect' }).first().waitFor();
    expect(await dialog(page).getByRole('checkbox', { name: 'Token exchange allowed' }).count()).toBe(0);
    await page.goBack();
    await dialog(page).getByRole('button', { name: 'Native' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('fills the form of a role with the scopes that read from an API resource, or with all of them', async () => {
    const scopes = ['read', 'parcels:read', 'parcels:write', 'reader'].map((name) => ({ name }));
    await console_.call(
      'mutation ($input: CreateApiResourceInput!) { createApiResource(input: $input) { isReplay } }',
      {
        input: { name: 'Parcels API', indicator: 'https://parcels.example.com', scopes },
      },
    );
    const page = await console_.open('/roles?do=createRole');
    await dialog(page).getByRole('combobox', { name: 'API resource' }).fill('Parcels');
    await page.getByRole('option', { name: 'Parcels API' }).click();
    await dialog(page).getByRole('button', { name: 'Administrator' }).getByText('4 scopes').waitFor();
    await dialog(page).getByRole('button', { name: 'Reader' }).getByText('2 scopes').click();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Parcel reader');
    await dialog(page).getByText('Role.Created').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'Create role' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    const { roles } = await console_.call<{ roles: { nodes: { scopes: { name: string }[] }[] } }>(
      '{ roles(first: 1, search: "Parcel reader") { nodes { scopes { name } } } }',
    );
    expect(roles.nodes[0]?.scopes.map(({ name }) => name).toSorted()).toEqual(['parcels:read', 'read']);
  });

  it('is in the place of an empty list: a role for administrators of their organization', async () => {
    const page = await console_.open('/organization-roles');
    await page.getByRole('button', { name: 'Organization administrator' }).click();
    await dialog(page).getByText('OrganizationRole.Created').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'Create organization role' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    const { organizationRoles } = await console_.call<{
      organizationRoles: { nodes: { name: string; scopes: { name: string }[] }[] };
    }>('{ organizationRoles(first: 2) { nodes { name scopes { name } } } }');
    expect(organizationRoles.nodes.map(({ name }) => name)).toEqual(['Organization administrator']);
    const granted = organizationRoles.nodes[0]?.scopes.map(({ name }) => name);
    expect(granted).toEqual(expect.arrayContaining(['organizations:write', 'users:read', 'events:read']));
    expect(granted).not.toContain('users:write');
    expect(console_.complaints).toEqual([]);
  });
});
