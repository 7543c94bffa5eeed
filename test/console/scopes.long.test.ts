import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';

let console_: TestConsole;
let page: Page;
let resourceId: string;
let roleId: string;
beforeAll(async () => {
  console_ = await startConsole();
  const { createApiResource } = await console_.call<{ createApiResource: { apiResource: { id: string } } }>(
    'mutation ($input: CreateApiResourceInput!) { createApiResource(input: $input) { apiResource { id } } }',
    {
      input: {
        name: 'Parcels',
        indicator: 'https://parcels.example.com',
        scopes: ['parcels:count', 'parcels:read', 'parcels:track'].map((name) => ({ name })),
      },
    },
  );
  resourceId = createApiResource.apiResource.id;
  const { createRole } = await console_.call<{ createRole: { role: { id: string } } }>(
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
    { input: { name: 'Driver', scopes: [{ resource: resourceId, name: 'parcels:track' }] } },
  );
  roleId = createRole.role.id;
  page = await console_.open(`/roles/${roleId}`);
});
afterAll(() => console_[Symbol.asyncDispose]());

describe('the scopes of a role', () => {
  it('begin with those that it grants', async () => {
    const first = page.locator('.matrix-row').first();
    await first.getByRole('link', { name: 'Parcels' }).waitFor();
    const boxes = first.getByRole('checkbox');
    expect(await boxes.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).checked))).toEqual([
      true,
      false,
      false,
    ]);
    expect(await first.locator('code').allTextContents()).toEqual(['parcels:track', 'parcels:count', 'parcels:read']);
  });
});

describe('the holders of a role', () => {
  it('begin with what they are, and with the button for the first one', async () => {
    await page.getByRole('link', { name: 'Holders' }).click();
    await page.getByText('No user holds this role yet. Those who do get its scopes.').waitFor();
    await page.getByRole('button', { name: 'Assign it to a user…' }).click();
    await page.getByRole('dialog', { name: 'Assign Driver to a user' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('no one');
    await page.getByText('Nothing matches').waitFor();
    expect(await page.getByRole('button', { name: 'Assign it to a user…' }).count()).toBe(0);
    expect(console_.complaints).toEqual([]);
  });
});

describe('a scope of an API resource', () => {
  it('leads to the roles that have it; without one, to the role that could', async () => {
    await page.goto(new URL(`/console/resources/${resourceId}`, page.url()).href);
    const row = (scope: string) => page.getByRole('listitem').filter({ hasText: scope });
    await row('parcels:track').getByRole('link', { name: 'Roles with it' }).waitFor();
    await row('parcels:count').getByText('No role has it.').waitFor();
    expect(await row('parcels:count').getByRole('link', { name: 'Roles with it' }).count()).toBe(0);
    await row('parcels:count').getByRole('button', { name: 'Create a role' }).click();
    await page.getByRole('dialog', { name: 'Create role' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('the scopes of a new API resource', () => {
  it('are chips that are typed one after the other, with the problem at their field', async () => {
    page = await console_.open('/resources?do=createApiResource');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Billing API');
    await dialog.getByRole('textbox', { name: 'Indicator' }).fill('https://billing.example.com');
    const scopes = dialog.getByLabel('Scopes');
    await scopes.pressSequentially('bills"read ');
    await dialog.locator('.mantine-InputWrapper-error').waitFor();
    await scopes.press('Backspace');
    await scopes.pressSequentially('bills:read bills:write ');
    await dialog.getByText('ApiResource.Created').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Create API resource' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const query = '{ scopes(first: 5, search: "bills") { nodes { name } } }';
    const created = await console_.call<{ scopes: { nodes: { name: string }[] } }>(query);
    expect(created.scopes.nodes.map(({ name }) => name).toSorted()).toEqual(['bills:read', 'bills:write']);
  });
});

describe('a scope of an API resource', () => {
  const row = () => page.getByRole('listitem').filter({ hasText: 'parcels:track' });

  it('is edited on its page', async () => {
    page = await console_.open(`/resources/${resourceId}`);
    await row().getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit parcels:track' });
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Follows a parcel');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await row().getByText('Follows a parcel').isVisible()).toBe(true);
  });

  it('leads to the roles that grant it', async () => {
    page = await console_.open(`/resources/${resourceId}`);
    await row().getByRole('link', { name: 'Roles with it' }).click();
    await page.getByRole('heading', { name: /^Roles/ }).waitFor();
    await page.getByRole('link', { name: 'Driver' }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(console_.complaints).toEqual([]);
  });
});
