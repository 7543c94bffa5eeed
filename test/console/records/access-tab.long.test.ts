import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, changesOf, dialog } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());
const { newUser, run, userNow } = changesOf(() => console_);

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

  it('names the organization in which an organization role counts', async () => {
    const { apiResources } = await console_.call<{
      apiResources: { nodes: { scopes: { nodes: { id: string }[] } }[] };
    }>('{ apiResources(first: 1, search: "Orders") { nodes { scopes(search: "write") { nodes { id } } } } }');
    const [api] = apiResources.nodes;
    const { organizationRole } = await run<{ organizationRole: { id: string } }>(
      'createOrganizationRole',
      'organizationRole { id }',
      { name: 'Editor', scopeIds: api?.scopes.nodes.map(({ id }) => id) },
    );
    const { organization } = await run<{ organization: { id: string } }>('createOrganization', 'organization { id }', {
      name: 'Initech',
    });
    const userId = await newUser('Peter Gibbons');
    const place = { organizationId: organization.id, userId };
    await run('setOrganizationMember', 'organization { id }', place);
    const input = { ...place, organizationRoleIds: [organizationRole.id] };
    const page = await openAccess(address('/users', 'setOrganizationMemberRoles', input));
    await dialog(page).getByText('1 gained, 0 lost').waitFor();
    expect(await dialog(page).getByRole('listitem').textContent()).toContain('orders:write Orders API in Initech');
    expect(console_.complaints).toEqual([]);
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
