import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, queries, type ReadRule } from '../access/table.ts';
import { complete, visit } from '../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { password, passwords } from '../support/password.ts';
import { expectedLinks } from '../support/browsers/expected-links.ts';

let console_: TestConsole;
let organizationId: string;
let otherOrganizationId: string;
beforeAll(async () => {
  console_ = await startConsole();
  organizationId = await newOrganization('Acme');
  otherOrganizationId = await newOrganization('Globex');
});
afterAll(() => console_[Symbol.asyncDispose]());

/** Creates a record of a kind, such as `Role`, and returns its id. */
async function create(kind: string, input: object): Promise<string> {
  const created = `created: create${kind}(input: $input) { record: ${kind[0]?.toLowerCase()}${kind.slice(1)} { id } }`;
  const text = `mutation ($input: Create${kind}Input!) { ${created} }`;
  return (await console_.call<{ created: { record: { id: string } } }>(text, { input })).created.record.id;
}

const newOrganization = (name: string) => create('Organization', { name });

const scopeIdsOf = async (names: readonly string[]): Promise<string[]> => {
  const { scopes } = await console_.call<{ scopes: { nodes: { id: string; name: string }[] } }>(
    '{ scopes(first: 100) { nodes { id name } } }',
  );
  return scopes.nodes.filter(({ name }) => names.includes(name)).map(({ id }) => id);
};

const newUser = async (username: string, roleIds: string[] = []): Promise<string> =>
  create('User', { username, name: username, passwordHash: await passwords.hash(password), roleIds });

const newRole = (name: string, permissions: string[]): Promise<string> => {
  const resource = console_.app.config.managementResource;
  return create('Role', { name, scopes: permissions.map((permission) => ({ resource, name: permission })) });
};

async function newOrganizationRole(name: string, permissions: readonly string[]): Promise<string> {
  const organizationRoleId = await create('OrganizationRole', { name });
  const scopeIds = await scopeIdsOf(permissions);
  if (scopeIds.length > 0) {
    await console_.call(
      'mutation ($input: AddOrganizationRoleApiScopesInput!) { addOrganizationRoleApiScopes(input: $input) { organizationRole { id } } }',
      { input: { organizationRoleId, scopeIds } },
    );
  }
  return organizationRoleId;
}

const join = (userId: string, organizationRoleId: string, id = organizationId) =>
  console_.call(
    'mutation ($input: SetOrganizationMemberInput!) { setOrganizationMember(input: $input) { organization { id } } }',
    { input: { organizationId: id, userId, organizationRoleIds: [organizationRoleId] } },
  );

/** The permissions that an administrator of one organization can hold in it. */
const permissionsInOrganization = [
  ...new Set(
    [...Object.values(queries), ...Object.values(operations).map(([name, where]): ReadRule => [where, name])].flatMap(
      ([where, ...permissions]) => (where === 'everywhere' ? [] : permissions),
    ),
  ),
];

/** Signs in, and returns the links of the navigation. */
async function offered(username: string): Promise<{ page: Page; links: string[] }> {
  const page = await (await console_.context()).newPage();
  await console_.signIn(page, '/', username);
  const links = await page.locator('nav .nav-link').allTextContents();
  return { page, links };
}

const linksOf = (page: Page): Promise<string[]> => page.locator('nav .nav-link').allTextContents();

/** Opens every page that the navigation and its tabs offer, each until it is complete. */
async function visitAll(page: Page): Promise<void> {
  const open = async (link: Locator): Promise<void> => {
    await link.click();
    await complete(page, ((await link.getAttribute('href')) ?? '').replace(/^\/console(?=.)/, ''));
  };
  for (const link of await page.locator('nav .nav-link').all()) {
    await open(link);
    for (const tab of (await page.locator('.place-tabs a').all()).slice(1)) await open(tab);
  }
}

describe('the console', () => {
  it('offers what the permissions of its user allow, and is never refused there', async () => {
    await newUser('reader', [await newRole('User reader', ['users:read'])]);
    const { page, links } = await offered('reader');
    expect(links).toEqual(['Overview', 'Users', 'Sign-in attempts', 'Messages', 'Jobs']);
    // Areas that the user may not read were not checked.
    await page.getByText(/^Checked, and in order: jobs since yesterday, accounts [^,]+\.$/).waitFor();
    await visitAll(page);
    await page.locator('nav .nav-link', { hasText: 'Users' }).click();
    await page.getByRole('link', { name: 'reader' }).click();
    await page.getByRole('link', { name: 'Security' }).click();
    await page.getByText('Password only: there is no second factor.').waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('shows someone without permissions the overview alone, and what pages require', async () => {
    await newUser('nothing');
    const { page, links } = await offered('nothing');
    expect(links).toEqual(['Overview']);
    expect(await page.getByText('Checked, and in order').count()).toBe(0);
    await page.goto(`${console_.app.config.publicUrl}/console/users`);
    await page.getByText('You lack the permission users:read.').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(0);
  });
});

describe('an administrator of one organization', () => {
  let userId: string;
  beforeAll(async () => {
    userId = await newUser('orgadmin');
    await join(userId, await newOrganizationRole('Manager', permissionsInOrganization));
  });

  it('sees that one alone, and is offered every change in it', async () => {
    const before = console_.complaints.length;
    const { createApplication } = await console_.call<{ createApplication: { application: { id: string } } }>(
      `mutation { createApplication(input: { name: "Acme reports", type: SINGLE_PAGE }) { application { id } } }`,
    );
    const applicationId = createApplication.application.id;
    await console_.call(
      'mutation ($input: AddOrganizationApplicationsInput!) { addOrganizationApplications(input: $input) { organization { id } } }',
      { input: { organizationId, applicationIds: [applicationId] } },
    );
    const { page, links } = await offered('orgadmin');
    expect(links).toEqual(expectedLinks(permissionsInOrganization, 'organization'));
    await visitAll(page);
    for (const path of [`/organizations/${organizationId}`, `/users/${userId}`, `/applications/${applicationId}`]) {
      await visit(page, path, {});
      expect(await page.getByText('Globex').count()).toBe(0);
    }
    expect(await page.locator('article').getByRole('link', { name: 'Acme reports' }).count()).toBe(0);
    await visit(page, `/organizations/${organizationId}/applications`, {});
    await page.getByRole('link', { name: 'Acme reports' }).waitFor();
    for (const [name, [, where]] of Object.entries(operations)) {
      if (where !== 'in its organization') continue;
      const input = encodeURIComponent(JSON.stringify({ organizationId }));
      await visit(page, `/organizations/${organizationId}?do=${name}&with=${input}`, {});
      const dialog = page.getByRole('dialog');
      await dialog.locator('form').waitFor();
      expect([name, await dialog.getByText('This requires the permission').count()]).toEqual([name, 0]);
    }
    expect(console_.complaints.slice(before)).toEqual([]);
  });

  it('begins at their organization, and at the choice with several', async () => {
    const { page } = await offered('orgadmin');
    await page.waitForURL(`**/console/organizations/${organizationId}`);
    await page.getByRole('heading', { name: 'Acme', exact: true }).waitFor();
    expect(await page.locator('.nav-link[data-current]').allTextContents()).toEqual(['Members']);
    await page.getByRole('group', { name: 'Acme' }).getByRole('link', { name: 'Settings' }).click();
    await complete(page, `/organizations/${organizationId}/settings`);
    const memberOfTwo = await newUser('keeper');
    const roleId = await newOrganizationRole('Reader of organizations', ['organizations:read']);
    await join(memberOfTwo, roleId);
    await join(memberOfTwo, roleId, otherOrganizationId);
    const both = await offered('keeper');
    await both.page.waitForURL('**/console/organizations');
    await both.page.getByRole('link', { name: 'Globex' }).waitFor();
    expect(both.links).not.toContain('Overview');
  });

  it('can change it, as the palette offers, and nothing else', async () => {
    const { page } = await offered('orgadmin');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').fill('edit an organization');
    await page.getByRole('option', { name: 'Edit an organization…' }).waitFor();
    expect(await page.getByRole('option', { name: 'Create organization…' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await visit(page, `/organizations/${organizationId}`, {});
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await page.getByRole('button', { name: 'Actions of this record' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Anvils');
    await dialog.getByText('Organization.Data.Updated').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await visit(page, '/users', {});
    await page.getByRole('link', { name: 'orgadmin' }).waitFor();
    expect(await page.getByRole('button', { name: 'New user' }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });
});

describe('rights that change while the page is open', () => {
  const reading = [...new Set(Object.values(queries).flatMap(([, ...permissions]) => permissions))];
  let page: Page;
  let roleId: string;
  let userId: string;
  const hold = async (names: readonly string[]) =>
    console_.call('mutation ($input: ReplaceRoleScopesInput!) { replaceRoleScopes(input: $input) { role { id } } }', {
      input: { roleId, scopeIds: await scopeIdsOf(names) },
    });
  const holdInOrganization = async (names: readonly string[]) =>
    console_.call(
      'mutation ($input: SetOrganizationMemberRolesInput!) { setOrganizationMemberRoles(input: $input) { organization { id } } }',
      { input: { organizationId, userId, organizationRoleIds: [await newOrganizationRole(names.join(' '), names)] } },
    );
  beforeAll(async () => {
    roleId = await newRole('Held', []);
    userId = await newUser('holder', [roleId]);
    await join(userId, await newOrganizationRole('Nothing', []));
    ({ page } = await offered('holder'));
  });

  it.each(reading)('%s, held everywhere, opens the pages that the platform answers', async (permission) => {
    const before = console_.complaints.length;
    // A page that asks for nothing: another one can repeat its query before it is told that it may not.
    await visit(page, '/operations', {});
    await hold([permission]);
    await expect.poll(() => linksOf(page)).toEqual(expectedLinks([permission], 'everywhere'));
    await page.getByText('What you may do here has changed.').waitFor();
    await visitAll(page);
    expect(console_.complaints.slice(before)).toEqual([]);
  });

  it.each(reading)('%s, held in one organization, opens the pages that the platform answers', async (permission) => {
    const before = console_.complaints.length;
    await visit(page, '/operations', {});
    await hold([]);
    await holdInOrganization([permission]);
    await expect.poll(() => linksOf(page)).toEqual(expectedLinks([permission], 'organization'));
    await visitAll(page);
    expect(console_.complaints.slice(before)).toEqual([]);
  });

  it('a token that is obtained meanwhile has the new rights when it is used', async () => {
    const before = console_.complaints.length;
    await visit(page, '/operations', {});
    const isLate = Promise.withResolvers<void>();
    const early = (route: Route) =>
      route.fetch({ maxRedirects: 0 }).then((response) => isLate.promise.then(() => route.fulfill({ response })));
    await page.route('**/oidc/auth?*', early, { times: 1 });
    await Promise.all([page.waitForRequest('**/oidc/auth?*'), hold(['roles:read'])]);
    await hold(['users:read']);
    await expect.poll(() => linksOf(page)).toEqual(expectedLinks(['users:read'], 'everywhere'));
    isLate.resolve();
    await visitAll(page);
    expect(console_.complaints.slice(before)).toEqual([]);
  });
});
