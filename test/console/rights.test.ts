import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/console.ts';
import { password, passwords } from '../support/password.ts';

let console_: TestConsole;
let organizationId: string;
beforeAll(async () => {
  console_ = await startConsole();
  const { createOrganization } = await console_.call<{ createOrganization: { organization: { id: string } } }>(
    'mutation { createOrganization(input: { name: "Acme" }) { organization { id } } }',
  );
  organizationId = createOrganization.organization.id;
  await console_.call('mutation { createOrganization(input: { name: "Globex" }) { organization { id } } }');
});
afterAll(() => console_[Symbol.asyncDispose]());

async function newUser(username: string, roleIds: string[] = []): Promise<string> {
  const input = { username, name: username, passwordHash: await passwords.hash(password), roleIds };
  const { createUser } = await console_.call<{ createUser: { user: { id: string } } }>(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
    { input },
  );
  return createUser.user.id;
}

async function newRole(name: string, permissions: string[]): Promise<string> {
  const scopes = permissions.map((permission) => ({
    resource: console_.app.config.managementResource,
    name: permission,
  }));
  const { createRole } = await console_.call<{ createRole: { role: { id: string } } }>(
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
    { input: { name, scopes } },
  );
  return createRole.role.id;
}

/** Signs in, and returns the links of the navigation. */
async function offered(username: string): Promise<{ page: Page; links: string[] }> {
  const page = await (await console_.context()).newPage();
  await console_.signIn(page, '/', username);
  const links = await page.locator('nav .nav-link').allTextContents();
  return { page, links };
}

/** Opens every page that the navigation offers. */
async function visitAll(page: Page): Promise<void> {
  const links = page.locator('nav .nav-link');
  for (let index = 0; index < (await links.count()); index++) {
    await links.nth(index).click();
    await page.locator('main:not(:has([aria-busy=true])) h1').waitFor();
  }
}

describe('the console', () => {
  it('offers what the permissions of its user allow, and is never refused there', async () => {
    await newUser('reader', [await newRole('User reader', ['users:read'])]);
    const { page, links } = await offered('reader');
    expect(links).toEqual(['Overview', 'Users', 'Sign-in attempts', 'Messages', 'Jobs', 'All operations']);
    await visitAll(page);
    await page.locator('nav .nav-link', { hasText: 'Users' }).click();
    await page.getByRole('link', { name: 'reader' }).click();
    await page.getByRole('link', { name: 'Security' }).click();
    await page.getByText('Password only: there is no second factor.').waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('shows someone without permissions nothing but the operations and what they require', async () => {
    await newUser('nothing');
    const { page, links } = await offered('nothing');
    expect(links).toEqual(['Overview', 'All operations']);
    await page.goto(`${console_.app.config.publicUrl}/console/users`);
    await page.getByText('You lack the permission users:read.').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(0);
  });

  it('shows an administrator of one organization that one alone', async () => {
    const before = console_.complaints.length;
    const userId = await newUser('orgadmin');
    const { createOrganizationRole } = await console_.call<{
      createOrganizationRole: { organizationRole: { id: string } };
    }>('mutation { createOrganizationRole(input: { name: "Manager" }) { organizationRole { id } } }');
    const roleId = createOrganizationRole.organizationRole.id;
    const { scopes } = await console_.call<{ scopes: { nodes: { id: string; name: string }[] } }>(
      '{ scopes(first: 100) { nodes { id name } } }',
    );
    const wanted = ['organizations:read', 'organizations:write', 'events:read'];
    const scopeIds = scopes.nodes.filter(({ name }) => wanted.includes(name)).map(({ id }) => id);
    await console_.call(
      'mutation ($input: AddOrganizationRoleApiScopesInput!) { addOrganizationRoleApiScopes(input: $input) { organizationRole { id } } }',
      { input: { organizationRoleId: roleId, scopeIds } },
    );
    await console_.call(
      'mutation ($input: SetOrganizationMemberInput!) { setOrganizationMember(input: $input) { organization { id } } }',
      { input: { organizationId, userId, organizationRoleIds: [roleId] } },
    );
    const { page, links } = await offered('orgadmin');
    expect(links).toEqual(['Overview', 'Organizations', 'Invitations', 'Audit', 'Live events', 'All operations']);
    await visitAll(page);
    await page.locator('nav .nav-link', { hasText: 'Organizations' }).click();
    await page.getByRole('link', { name: 'Acme' }).waitFor();
    expect(await page.getByText('Globex').count()).toBe(0);
    expect(console_.complaints.slice(before)).toEqual([]);
  });
});
