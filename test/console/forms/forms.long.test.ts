import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, dialog } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const inputOf = (page: Page): Promise<string | null> =>
  dialog(page).getByLabel('As code', { exact: true }).textContent();

/** The first record that a mutation returns. */
async function create(operation: string, fields: string, input: object): Promise<{ id: string }> {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const data = await console_.call<Record<string, Record<string, { id: string }>>>(
    `mutation ($input: ${type}!) { ${operation}(input: $input) { ${fields} } }`,
    { input },
  );
  const [record] = Object.values(data[operation] ?? {});
  if (!record) throw new Error(`${operation} returned nothing.`);
  return record;
}

/** The id of the first user that a search finds. */
const idOf = async (search: string): Promise<string> => {
  const query = 'query ($search: String) { users(search: $search) { nodes { id } } }';
  const { users } = await console_.call<{ users: { nodes: { id: string }[] } }>(query, { search });
  return users.nodes[0]?.id ?? '';
};

describe('the focus of a dialog', () => {
  const focused = (page: Page) => page.locator(':focus');

  it('is on the first field, also after the choice of a type', async () => {
    const page = await console_.open('/applications?do=createApplication');
    await dialog(page).getByRole('button', { name: 'Machine to machine' }).click();
    // The second one is that of its secret.
    const name = field(page, 'Name').first();
    await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('Reports');
    expect(await name.inputValue()).toBe('Reports');
  });

  it('is on the button where there is no field', async () => {
    const { id: userId } = await create('createUser', 'user { id }', { name: 'Joan Clarke' });
    const page = await console_.open(address('/users', 'setUserSuspended', { userId, isSuspended: true }));
    await expect.poll(() => focused(page).textContent()).toBe('Suspend Joan Clarke');
  });
});

describe('a form in which something was typed', () => {
  const leave: Record<string, (page: Page) => Promise<void>> = {
    Cancel: (page) => button(page, 'Cancel').click(),
    Escape: (page) => page.keyboard.press('Escape'),
    'a click beside it': (page) => page.mouse.click(5, 400),
  };

  it.each(Object.keys(leave))('asks before %s drops it, and closes at once while it is as it was', async (way) => {
    const page = await console_.open('/users?do=createUser');
    await field(page, 'Username').fill('grace');
    await field(page, 'Name').fill('Grace Hopper');
    await dialog(page).getByText('User created: Grace Hopper').waitFor();
    await leave[way]?.(page);
    const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await field(page, 'Name').inputValue()).toBe('Grace Hopper');
    for (const name of ['Name', 'Username']) await field(page, name).fill('');
    await leave[way]?.(page);
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await idOf('Grace Hopper')).toBe('');
  });
});

describe('an optional object', () => {
  const begin = async (): Promise<Page> => {
    const page = await console_.open(address('/applications', 'createApplication', { type: 'MACHINE_TO_MACHINE' }));
    await field(page, 'Name').fill('Reports');
    await dialog(page).getByText('Application created').waitFor();
    return page;
  };

  it('is opened by its button, and is then to be filled in', async () => {
    const page = await begin();
    await button(page, 'Add secret').click();
    const secret = dialog(page).getByRole('group', { name: 'Secret', exact: true });
    await dialog(page).getByText('Still to fill in: Name.').waitFor();
    const name = secret.getByRole('textbox', { name: 'Name', exact: true });
    expect(await name.evaluate((one) => one === document.activeElement)).toBe(true);
    await name.fill('production');
    await dialog(page).getByText('Application created').waitFor();
    await dialog(page).getByText('GraphQL', { exact: true }).click();
    expect(await inputOf(page)).toContain('"secret"');
  });

  it('is sent no more once it is removed, with what was typed in it', async () => {
    const page = await begin();
    await button(page, 'Add secret').click();
    await dialog(page).getByRole('group', { name: 'Secret' }).getByRole('textbox', { name: 'Name' }).fill('production');
    await button(page, 'Remove secret').click();
    await dialog(page).getByText('Application created').waitFor();
    expect(await dialog(page).getByRole('group', { name: 'Secret' }).count()).toBe(0);
    await dialog(page).getByText('GraphQL', { exact: true }).click();
    expect(await inputOf(page)).not.toContain('"secret"');
  });
});

describe('missing events of a webhook', () => {
  it('are sent since it exists if nothing failed before, in a field that names its time zone', async () => {
    const { id } = await create('createWebhook', 'webhook { id }', { name: 'Index', url: 'https://index.example.com' });
    const page = await console_.open(`/webhooks/${id}`);
    await page.getByRole('heading', { name: 'Index' }).waitFor();
    await page.keyboard.press('.');
    await page.getByRole('menuitem', { name: /Send missing ones/ }).click();
    const since = dialog(page).getByLabel(/^Since \(.+\)/);
    expect(Date.now() - Date.parse(await since.inputValue())).toBeLessThan(26 * 3_600_000);
    await dialog(page).getByText('Would send').waitFor();
  });
});

describe('a duration', () => {
  it('is typed as a number of units, and sent in seconds', async () => {
    const page = await console_.open('/resources?do=createApiResource');
    await field(page, 'Name').fill('Payments');
    await field(page, 'Indicator').fill('https://payments.example.com');
    await dialog(page).getByText('More options').click();
    await field(page, 'Access token lifetime').fill('2');
    expect(await dialog(page).getByRole('combobox', { name: 'Unit: Access token lifetime' }).inputValue()).toBe('hour');
    await dialog(page).getByText('API resource created: Payments').waitFor();
    await dialog(page).getByText('GraphQL', { exact: true }).click();
    expect(await inputOf(page)).toContain('"accessTokenTtl": 7200');
    await dialog(page).getByRole('combobox', { name: 'Unit: Access token lifetime' }).selectOption('minutes');
    await expect.poll(() => inputOf(page)).toContain('"accessTokenTtl": 120');
  });

  it('is shown in its largest whole unit, and its limits in words', async () => {
    const { id } = await create('createApiResource', 'apiResource { id }', {
      name: 'Ledger',
      indicator: 'https://ledger.example.com',
      accessTokenTtl: 5400,
    });
    const page = await console_.open(address(`/resources/${id}`, 'updateApiResource', { apiResourceId: id }));
    await expect.poll(() => field(page, 'Access token lifetime').inputValue()).toBe('90');
    const unit = dialog(page).getByRole('combobox', { name: 'Unit: Access token lifetime' });
    expect(await unit.locator('option:checked').textContent()).toBe('minutes');
    await unit.selectOption('days');
    await dialog(page).getByText('At most').waitFor();
    await unit.selectOption('hours');
    await field(page, 'Access token lifetime').fill('2');
    await dialog(page).getByText('Access token lifetime: 1 hour, 30 minutes → 2 hours').waitFor();
  });
});

describe('a change of many', () => {
  it('names for whom it would be refused, and for whom it was', async () => {
    await create('createUser', 'user { id }', { name: 'Ada Byron', email: 'ada@example.com' });
    const ids = [await idOf('ada@example.com'), await idOf('admin')];
    const input = { items: ids.map((userId) => ({ userId })) };
    const page = await console_.open(address('/users', 'deleteUsers', input));
    const refused = dialog(page).getByRole('list', { name: '1 of 2 would be refused' });
    await refused.getByText('Administrator').waitFor();
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Delete 2 people');
    expect(await refused.textContent()).toMatch(/^Administrator admin.*administrator/);
    expect(await refused.textContent()).not.toMatch(/user_/);
    await button(page, 'Delete 2 people').click();
    await dialog(page).getByRole('list', { name: '1 of 2 was refused' }).getByText('Administrator').waitFor();
  });

  it('names a record once that it changes several times', async () => {
    const users = [{ name: 'Mary Shelley' }, { name: 'Mary Jackson' }];
    const items = [];
    for (const user of users) items.push({ userId: (await create('createUser', 'user { id }', user)).id });
    const { id: organizationId } = await create('createOrganization', 'organization { id }', { name: 'Acme' });
    const userIds = items.map(({ userId }) => userId);
    await create('addOrganizationMembers', 'organization { id }', { organizationId, userIds });
    const page = await console_.open(address('/users', 'deleteUsers', { items }));
    await dialog(page).getByText('Acme: 1 member removed × 2').waitFor();
    await dialog(page).getByText('Mary Shelley').first().waitFor();
    expect(await dialog(page).getByText('Acme: 1 member removed').count()).toBe(1);
  });

  it('names whose item stops all of it', async () => {
    await create('createUser', 'user { id }', { name: 'Alan Turing', email: 'alan@example.com' });
    const ids = [await idOf('alan@example.com'), await idOf('admin')];
    const input = { items: ids.map((userId) => ({ userId })), isSuspended: true, mode: 'ALL' };
    const page = await console_.open(address('/users', 'setUsersSuspended', input));
    const refusal = dialog(page).getByRole('alert').filter({ hasText: 'administrator' });
    await expect.poll(() => refusal.textContent()).toMatch(/^Administrator admin/);
  });
});
