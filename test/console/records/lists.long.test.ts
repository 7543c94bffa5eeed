import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
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
  const items = Array.from({ length: 6 }, (_, index) => ({ username: `person_${index}`, name: `Person ${index}` }));
  await console_.call('mutation ($input: CreateUsersInput!) { createUsers(input: $input) { succeeded } }', {
    input: { items, mode: 'ALL' },
  });
  page = await console_.open('/users');
});
afterAll(() => console_[Symbol.asyncDispose]());

/** Goes to a list by way of a page without one: nothing of the last list is left. */
const go = async (path: string): Promise<void> => {
  await visit(page, '/operations', records);
  await visit(page, path, records);
};
const heads = () => page.getByRole('columnheader').allTextContents();
const menu = async (button: string | RegExp, item: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const query = () => new URL(page.url()).searchParams;

describe('the columns of a list', () => {
  it('are chosen and moved, and the address has them', async () => {
    await go('/users');
    expect((await heads()).slice(1)).toEqual(['Person', 'Roles', 'Last sign-in', 'Created ↓', 'State']);
    await page.getByRole('button', { name: 'Columns' }).click();
    const choice = page.getByRole('dialog', { name: 'Columns' });
    await choice.getByRole('checkbox', { name: 'Roles' }).uncheck();
    await choice.getByRole('checkbox', { name: 'Username' }).check();
    await choice.getByRole('button', { name: 'Move State forward' }).click();
    expect((await heads()).slice(1)).toEqual(['Person', 'Last sign-in', 'State', 'Created ↓', 'Username']);
    expect(query().get('columns')).toBe('name,lastSignIn,state,created,username');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('cell', { name: 'person_5' }).first().waitFor();
    expect((await heads()).at(-1)).toBe('Username');
  });

  it('are part of a saved view', async () => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('With usernames');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'With usernames', exact: true }).waitFor();
    await go('/users');
    expect(await heads()).not.toContain('Username');
    await page.getByRole('button', { name: 'Views (1)' }).click();
    await page.getByRole('button', { name: 'With usernames', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Username' }).waitFor();
  });

  it('order the list when their title is pressed, and again the other way', async () => {
    await go('/users?q=Person');
    const first = page.locator('tbody tr').first();
    await page.getByRole('button', { name: 'Person' }).click();
    await expect.poll(() => query().get('order')).toBe('-NAME');
    await page.getByRole('button', { name: 'Person' }).click();
    await expect.poll(() => query().get('order')).toBe('NAME');
    expect(await page.getByRole('columnheader', { name: 'Person' }).getAttribute('aria-sort')).toBe('ascending');
    await first.getByRole('link', { name: 'Person 0' }).waitFor();
  });
});

describe('the filters of a list', () => {
  it('take a record by its name', async () => {
    await go('/users');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Administrator' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(query().get('where')).toMatch(/^\{"roleId":"role_\w+"\}$/);
  });

  it('can be added, and are removed together', async () => {
    await menu('+ Filter', 'Created before');
    await page.getByLabel('Created before').fill('2020-01-01T00:00');
    await page.getByLabel('Created before').press('Enter');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Person 5' }).waitFor();
    expect(await page.getByLabel('Created before').count()).toBe(0);
  });

  it('are in a dialog on a narrow screen, where rows are cards', async () => {
    const narrow = await console_.open('/users', { viewport: { width: 360, height: 740 } });
    await narrow.getByRole('button', { name: 'Filters' }).click();
    const sheet = narrow.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('combobox', { name: 'Filter: Suspended' }).selectOption('Suspended: yes');
    await sheet.getByRole('button', { name: 'Show the list' }).click();
    await narrow.getByText('Nothing matches.').waitFor();
    await narrow.getByRole('button', { name: 'Filters (1)' }).waitFor();
    expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

describe('the selection of a list', () => {
  it('is made by keyboard, row by row and as a range', async () => {
    await go('/users?q=Person&order=NAME');
    await page.getByRole('link', { name: 'Person 5' }).waitFor();
    for (const key of ['j', 'x', 'j', 'j', 'X']) await page.keyboard.press(key);
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    expect(await page.locator('tbody input:checked').count()).toBe(2);
  });

  it('offers a job for all that match, whose dialog counts them and tries the first', async () => {
    await menu('All 6 that match…', 'Suspend…');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('6 users match').waitFor();
    await dialog.getByText('Tried for the first 6: it would succeed.').waitFor();
    await dialog.getByRole('button', { name: 'Suspend people' }).click();
    await page.getByRole('complementary').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('6 of 6 users').waitFor();
    await go('/users?q=Person&where=%7B"isSuspended"%3Atrue%7D');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(6);
  });

  it.each([
    ['Reactivate…'],
    ['Assign roles…', 'Roles'],
    ['Remove a role…', 'Role'],
    ['Add to an organization…', 'Organization', 'Organization roles'],
    ['Remove from an organization…', 'Organization'],
    ['End sessions…'],
    ['Delete…'],
  ])('tries %s for all that match before it starts', async (title, ...fields) => {
    await go('/users?q=Person&order=NAME');
    await page.getByRole('link', { name: 'Person 5' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await menu('All 6 that match…', title);
    const dialog = page.getByRole('dialog');
    for (const field of fields) {
      await dialog.getByRole('combobox', { name: field, exact: true }).click();
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.keyboard.press('Tab');
    }
    await dialog.getByText('6 users match').waitFor();
    expect(await dialog.locator('button[type=submit]').isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    if (fields.length > 1) await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});

/** Copies by the menu, and returns the text. */
async function copy(form: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await menu(/^(Copy as|Copied)$/, form);
  const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).not.toBe('');
  return read();
}

async function run(command: string): Promise<{ status: number; body: { errors?: object; data?: object } }> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s -w '\\n%{http_code}'`], {
    env: { ...process.env, TOKEN: await console_.token() },
  });
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end)), body: JSON.parse(stdout.slice(0, end)) as { errors?: object } };
}

/** Every list, with conditions whose values REST spells differently. */
const lists: readonly (readonly [path: string, where: object])[] = [
  ['/users', { isSuspended: true }],
  ['/organizations', {}],
  ['/invitations', { status: 'PENDING' }],
  ['/sign-in/attempts', { state: 'FINISHED', purpose: 'SIGN_IN' }],
  ['/applications', { type: 'SINGLE_PAGE' }],
  ['/resources', { isBuiltIn: true }],
  ['/roles', { isDefault: false }],
  ['/organization-roles', {}],
  ['/organization-scopes', {}],
  ['/events', { types: 'USER_CREATED', families: 'MUTATION', subjectKinds: 'USER', channels: 'GRAPHQL' }],
  ['/webhooks', { isEnabled: true }],
  ['/deliveries', { webhookId: ':webhook', status: 'PENDING', eventTypes: 'USER_CREATED' }],
  ['/jobs', { state: 'FINISHED', operation: 'SET_USER_SUSPENDED' }],
  ['/connectors', { kind: 'EMAIL' }],
  ['/messages', { state: 'SENT', channel: 'EMAIL', template: 'SIGN_IN_CODE' }],
];

describe('what a list offers to copy', () => {
  it.each(lists)('%s, is accepted by the Management API and selects the same records', async (path, where) => {
    const conditions = JSON.stringify(where).replace(':webhook', records.webhook);
    await go(`${path}?where=${encodeURIComponent(conditions)}`);
    const ids = await page
      .locator('tbody tr')
      .evaluateAll((rows: HTMLElement[]) => rows.map(({ dataset }) => dataset['id']));
    const graphql = await run(await copy('curl'));
    expect({ status: graphql.status, errors: graphql.body.errors }).toEqual({ status: 200, errors: undefined });
    const rest = await run(await copy('REST'));
    expect({ status: rest.status, ids: idsIn(rest.body) }).toEqual({ status: 200, ids });
  });

  it('is a document with its variables, or the link, and never a token', async () => {
    await go('/users?q=Person');
    await page.getByRole('link', { name: 'Person 5' }).waitFor();
    const graphql = await copy('GraphQL');
    expect(graphql).toContain('query Users(');
    expect(graphql).toContain('"search": "Person"');
    expect(await copy('curl')).toContain('authorization: Bearer $TOKEN');
    expect(await copy('Link')).toBe(page.url());
  });
});

/** The ids of a page of the REST API. */
const idsIn = (body: object): string[] => (body as { items: { id: string }[] }).items.map(({ id }) => id);

/** Exports in a format, and returns the saved file. */
async function exported(format: string): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download');
  await menu('Export', format);
  const download = await saved;
  await page.getByRole('status').getByText('The export is complete').waitFor();
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

describe('the export of a list', () => {
  it('saves all that match as NDJSON, with their number', async () => {
    await go('/users?q=Person');
    const { name, text } = await exported('NDJSON');
    expect(name).toMatch(/^users-\d{4}-\d\d-\d\d\.ndjson$/);
    const lines = text.trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ done: true, count: 6 });
    expect(lines).toHaveLength(7);
    await page.getByText('6 records').waitFor();
  });

  it('saves all that match as CSV', async () => {
    const { name, text } = await exported('CSV');
    expect(name).toMatch(/\.csv$/);
    expect(text.trimEnd().split('\r\n')).toHaveLength(7);
  });

  it.each([
    [
      'a reason in the last line',
      '{"id":"user_1"}\n{"failure":{"code":"FORBIDDEN","message":"Lost it."}}\n',
      'Lost it.',
    ],
    ['an end in the middle', '{"id":"user_1"}\n{"id":"us', 'the connection was lost'],
  ])('shows that it is incomplete after %s, and saves nothing by itself', async (_case, body, reason) => {
    await page.route('**/api/export/**', (route) => route.fulfill({ contentType: 'application/x-ndjson', body }));
    let downloads = 0;
    page.on('download', () => downloads++);
    await menu('Export', 'NDJSON');
    await page.getByRole('alert').getByText(`The export is incomplete: ${reason}`).waitFor();
    expect(downloads).toBe(0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save what was received' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^incomplete-users-/);
    await page.unrouteAll();
  });

  it('shows why the platform refuses it', async () => {
    const body = JSON.stringify({ detail: 'Two exports are in progress.' });
    const problem = { status: 503, contentType: 'application/problem+json', body };
    await page.route('**/api/export/**', (route) => route.fulfill(problem));
    await menu('Export', 'CSV');
    await page.getByText('The export was refused: Two exports are in progress.').waitFor();
    await page.unrouteAll();
    // Of the status.
    expect(console_.complaints.splice(0)).toHaveLength(1);
  });

  it('is offered by every list, and answered by the platform', async () => {
    for (const [path] of lists) {
      await go(path === '/deliveries' ? `${path}?where=${JSON.stringify({ webhookId: records.webhook })}` : path);
      const { name } = await exported('NDJSON');
      expect(name).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.ndjson$/);
    }
    expect(console_.complaints).toEqual([]);
  });
});
