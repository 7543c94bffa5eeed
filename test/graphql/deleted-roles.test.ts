import { describe, expect, it } from 'vitest';
import { createOrganizationRole } from '../../src/operations/organization-roles/create-organization-role.ts';
import { createRole } from '../../src/operations/roles/create-role.ts';
import { deleteRole } from '../../src/operations/roles/delete-role.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { removeAssignmentsOfDeletedRoles } from '../../src/store/deleted-roles.ts';
import { heldScopes } from '../../src/store/access/held-scopes.ts';
import { insertRows } from '../support/records/insert-rows.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';
import { codesOf, type Data, startApi } from './api.ts';

const api = perFile(startApi);

/** More than the transaction of a deletion removes, and than two batches of maintenance. */
const many = 3300;
const tables = {
  role: ['user_roles', 'application_roles'],
  organization_role: [
    'organization_user_roles',
    'organization_application_roles',
    'organization_invitation_roles',
    'organization_domain_roles',
  ],
};

/** Number of stored assignments of a role. */
async function assignmentsOf(kind: keyof typeof tables, id: string): Promise<number> {
  const counts = tables[kind].map((table) => `(SELECT count(*) FROM ${table} WHERE ${kind}_id = $1)`);
  const { rows } = await api.kernel.database.pool.query(`SELECT (${counts.join(' + ')})::int AS count`, [id]);
  return rows[0].count;
}

/** A role with a scope and holders; the last holder is returned. */
async function heldRole() {
  const { database, run } = api.kernel;
  const w = await makeRecords(api.kernel);
  const name = `Everybody ${w.n}`;
  const roleId = (await run(createRole, { name, scopeIds: [w.scope] })).output.role;
  const userIds = Array.from({ length: many }, () => ids.next('user')).sort();
  await insertRows(database, {
    User: userIds.map((id) => ({ id })),
    UserRole: userIds.map((userId) => ({ userId, roleId })),
    ApplicationRole: [{ applicationId: w.application, roleId }],
  });
  return { ...w, name, roleId, userIds, last: userIds.at(-1) ?? '' };
}

const clean = () => removeAssignmentsOfDeletedRoles(api.kernel.database);

/** All holders of an event, page by page, until there are no more for now. */
async function holdersOf(eventId: string) {
  const query = `query ($id: ID!, $after: String) { event(id: $id) { ... on RoleDeletedEvent { userCount
    holders(first: 100, after: $after) {
      nodes { userId applicationId } totalCount(upTo: 10000) pageInfo { hasNextPage endCursor }
    } } } }`;
  const found: string[] = [];
  for (let after: string | null = null; ; ) {
    const { holders, userCount }: Data = (await api.ask(query, { id: eventId, after })).event;
    found.push(...holders.nodes.map((holder: Record<string, string>) => holder['userId'] ?? holder['applicationId']));
    if (!holders.nodes.length || !holders.pageInfo.hasNextPage)
      return { found, userCount, total: holders.totalCount, hasMore: holders.pageInfo.hasNextPage };
    after = holders.pageInfo.endCursor;
  }
}

describe('a role with thousands of holders', () => {
  it('is lost by all holders as soon as it is deleted, and its name is free', async () => {
    const { roleId, name, last, application } = await heldRole();
    await api.kernel.run(deleteRole, { roleId });
    expect(await assignmentsOf('role', roleId)).toBe(many - 1000);
    const everywhere = `query ($roleId: ID!, $last: ID!, $application: ID!) {
      role(id: $roleId) { id } node(id: $roleId) { id }
      users(filter: { roleId: $roleId }) { totalCount nodes { id } }
      some: users(filter: { ids: [$last], anyOf: [{ roleId: $roleId }] }) { totalCount }
      applications(filter: { roleId: $roleId }) { totalCount nodes { id } }
      user(id: $last) { roles { id } effectiveScopes { scopes { scope { id } } } }
      listed: users(filter: { ids: [$last] }) { nodes { roles { id } } }
      application(id: $application) { roles { id } effectiveScopes { scopes { scope { id } } } }
    }`;
    const variables = { roleId, last, application };
    const before = await api.ask(everywhere, variables);
    expect(before).toMatchObject({
      role: null,
      node: null,
      users: { totalCount: 0, nodes: [] },
      some: { totalCount: 0 },
      applications: { totalCount: 0 },
      user: { roles: [], effectiveScopes: [] },
      listed: { nodes: [{ roles: [] }] },
    });
    const held = [{ holderId: last, resource: null, organizationId: null }];
    expect(await heldScopes(api.kernel.database.prisma, held)).toEqual([[]]);
    await api.kernel.run(createRole, { name });
    await clean();
    expect(await assignmentsOf('role', roleId)).toBe(0);
    expect(await api.ask(everywhere, variables)).toEqual(before);
  });

  it('can no longer be assigned or removed, and is in no event about its holders', async () => {
    const { roleId, last, role } = await heldRole();
    await api.kernel.run(deleteRole, { roleId });
    const change = (operation: string, input: object) =>
      api.call(
        `mutation ($input: ${operation[0]?.toUpperCase()}${operation.slice(1)}Input!) {
        ${operation}(input: $input) { events { ... on UserRolesUpdatedEvent { addedRoleIds removedRoleIds } } } }`,
        { input },
      );
    expect(codesOf(await change('assignUserRoles', { userId: last, roleIds: [roleId] }))).toEqual(['NOT_FOUND']);
    expect(codesOf(await change('removeUserRole', { userId: last, roleId }))).toEqual(['NOT_FOUND']);
    const replaced = await change('replaceUserRoles', { userId: last, roleIds: [role] });
    expect(replaced.data.replaceUserRoles.events).toEqual([{ addedRoleIds: [role], removedRoleIds: [] }]);
    expect(await assignmentsOf('role', roleId)).toBe(many - 1000);
  });

  it('has an event with the number and the first 100 holders, whose list maintenance completes', async () => {
    const { roleId, userIds, application } = await heldRole();
    const { events } = await api.kernel.run(deleteRole, { roleId });
    const { id, data } = events[0] ?? { id: '', data: {} };
    expect(data).toMatchObject({ userCount: many, applicationCount: 1 });
    const begun = await holdersOf(id);
    expect(begun).toMatchObject({ userCount: many, total: many + 1, hasMore: true });
    expect(begun.found).toEqual([...userIds.slice(0, 1000), application]);
    await clean();
    const { found, hasMore } = await holdersOf(id);
    expect([found.slice(0, 1001), hasMore]).toEqual([begun.found, false]);
    expect(found.toSorted()).toEqual([...userIds, application].toSorted());
  });

  it('is removed from its holders to the end after a kill, and by several processes at once', async () => {
    const { roleId, userIds, application } = await heldRole();
    const { events } = await api.kernel.run(deleteRole, { roleId });
    const { pool } = api.kernel.database;
    let connections = 0;
    const connect = () => (++connections > 1 ? Promise.reject(new Error('killed')) : pool.connect());
    await expect(removeAssignmentsOfDeletedRoles({ pool: { connect } as never })).rejects.toThrow('killed');
    expect(await assignmentsOf('role', roleId)).toBe(many - 2000);
    await Promise.all([clean(), clean(), clean()]);
    await clean();
    expect(await assignmentsOf('role', roleId)).toBe(0);
    const { found } = await holdersOf(events[0]?.id ?? '');
    expect(found.toSorted()).toEqual([...userIds, application].toSorted());
  });

  it('is as it was after a dry run', async () => {
    const { roleId } = await heldRole();
    const { deleteRole: rehearsed } = await api.ask(
      `mutation ($roleId: ID!) { deleteRole(input: { roleId: $roleId }, dryRun: true) {
        events { ... on RoleDeletedEvent { userCount holders(first: 1) { nodes { userId } } } }
        query { users(filter: { roleId: $roleId }) { totalCount } }
      } }`,
      { roleId },
    );
    expect(rehearsed.query.users.totalCount).toBe(0);
    expect(rehearsed.events).toMatchObject([{ userCount: many, holders: { nodes: [{}] } }]);
    const { users } = await api.ask('query ($id: ID!) { users(filter: { roleId: $id }) { totalCount(upTo: 9999) } }', {
      id: roleId,
    });
    expect(users.totalCount).toBe(many);
  });
});

describe('an organization role with thousands of holders', () => {
  it('is lost by all holders as soon as it is deleted, and maintenance completes the list of its event', async () => {
    const { database, run } = api.kernel;
    const w = await makeRecords(api.kernel);
    const { organization: organizationId, application: applicationId } = w;
    const { output } = await run(createOrganizationRole, { name: `All ${w.n}`, scopeIds: [w.scope] });
    const organizationRoleId = output.organizationRole;
    const userIds = Array.from({ length: many }, () => ids.next('user')).sort();
    const last = userIds.at(-1) ?? '';
    await database.prisma.user.createMany({ data: userIds.map((id) => ({ id })) });
    const members = userIds.map((userId) => ({ userId, organizationId }));
    await database.prisma.organizationUser.createMany({ data: members });
    const held = members.map((member) => ({ ...member, organizationRoleId }));
    await database.prisma.organizationUserRole.createMany({ data: held });
    const deletion = await api.ask(
      `mutation ($id: ID!) { deleteOrganizationRole(input: { organizationRoleId: $id }) {
        events { id ... on OrganizationRoleDeletedEvent { memberCount } } } }`,
      { id: organizationRoleId },
    );
    const [{ id: eventId, memberCount }] = deletion.deleteOrganizationRole.events;
    expect(memberCount).toBe(many);
    // Records that maintenance removes last, as if a deletion had thousands of members, applications, invitations and
    // domains.
    await database.prisma.organizationApplication.createMany({
      data: { organizationId, applicationId },
      skipDuplicates: true,
    });
    const left = { organizationId, organizationRoleId };
    await database.prisma.organizationApplicationRole.create({ data: { ...left, applicationId } });
    await database.prisma.organizationDomainRole.create({ data: { ...left, domain: w.domain } });
    await database.prisma.identityProviderOrganizationRole.create({
      data: { ...left, identityProviderId: w.identityProvider },
    });
    const invited = { organizationInvitationId: w.invitation, organizationRoleId };
    await database.prisma.organizationInvitationRole.create({ data: invited });
    const everywhere = `query ($role: ID!, $id: ID!, $last: ID!, $invitation: ID!) {
      organizationRole(id: $role) { id }
      members: organizationMembers(filter: { organizationId: $id, organizationRoleId: $role }) { totalCount nodes { user { id } } }
      applications: organizationApplications(filter: { organizationRoleId: $role }) { totalCount }
      domains: organizationDomains(filter: { organizationRoleId: $role }) { totalCount }
      member: organizationMembers(filter: { organizationId: $id, userId: $last }) { nodes { roles { id } } }
      organization(id: $id) { applications { nodes { roles { id } } } domains { nodes { organizationRoles { id } } } }
      organizationInvitation(id: $invitation) { organizationRoles { id } }
      user(id: $last) { effectiveScopes { scopes { scope { id } } } }
    }`;
    const variables = { role: organizationRoleId, id: organizationId, last, invitation: w.invitation };
    const before = await api.ask(everywhere, variables);
    expect(before).toMatchObject({
      organizationRole: null,
      members: { totalCount: 0, nodes: [] },
      applications: { totalCount: 0 },
      domains: { totalCount: 0 },
      member: { nodes: [{ roles: [] }] },
      user: { effectiveScopes: [] },
    });
    expect(JSON.stringify(before)).not.toContain(organizationRoleId);
    await clean();
    expect(await assignmentsOf('organization_role', organizationRoleId)).toBe(0);
    expect(await api.ask(everywhere, variables)).toEqual(before);
    const { rows } = await database.pool.query<{ holders: (string | null)[] }>(
      `SELECT jsonb_array_elements(holders) AS holders FROM event_holders WHERE event_id = $1 ORDER BY first`,
      [eventId],
    );
    const listed = rows.map(({ holders }) => holders);
    expect(listed.filter(([userId]) => userId)).toEqual(
      userIds.map((id) => [id, null, organizationId, null, null, null]),
    );
    expect(listed.filter(([userId]) => !userId)).toEqual([
      [null, applicationId, organizationId, null, null, null],
      [null, null, null, w.invitation, null, null],
      [null, null, organizationId, null, w.domain, null],
      [null, null, organizationId, null, null, w.identityProvider],
    ]);
  });
});
