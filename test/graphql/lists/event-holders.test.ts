import { describe, expect, it } from 'vitest';
import { createOrganizationRole } from '../../../src/operations/organization-roles/create-organization-role.ts';
import { deleteOrganizationRole } from '../../../src/operations/organization-roles/delete-organization-role.ts';
import { createRole } from '../../../src/operations/roles/create-role.ts';
import { deleteRole } from '../../../src/operations/roles/delete-role.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { removeAssignmentsOfDeletedRoles } from '../../../src/store/deleted-roles.ts';
import { assignPositions } from '../../../src/store/event-positions.ts';
import { removeOld } from '../../../src/store/retention.ts';
import { perFile } from '../../support/per-file.ts';
import { makeRecords } from '../../support/records.ts';
import { startApi } from '../api.ts';

const api = perFile(startApi);

/** The event of a deleted role that this many users held. */
async function deletedRole(count: number): Promise<{ eventId: string; userIds: string[]; roleId: string }> {
  const { prisma } = api.kernel.database;
  const roleId = (await api.kernel.run(createRole, { name: `Role ${ids.next('role')}` })).output.role;
  const userIds = Array.from({ length: count }, () => ids.next('user')).sort();
  await prisma.user.createMany({ data: userIds.map((id) => ({ id })) });
  await prisma.userRole.createMany({ data: userIds.map((userId) => ({ userId, roleId })) });
  const { events } = await api.kernel.run(deleteRole, { roleId });
  await removeAssignmentsOfDeletedRoles(api.kernel.database);
  return { eventId: events[0]?.id ?? '', userIds, roleId };
}

const page = `holders(first: $first, last: $last, after: $after, before: $before) {
  totalCount(upTo: 10000) nodes { ...Holder } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
}`;
const holder = `fragment Holder on EventHolder {
  userId applicationId organizationId organizationInvitationId domain
}`;
const none = {
  userId: null,
  applicationId: null,
  organizationId: null,
  organizationInvitationId: null,
  domain: null,
};
const query = `${holder} query ($id: ID!, $first: Int, $last: Int, $after: String, $before: String) { event(id: $id) {
  data ... on RoleDeletedEvent { userCount ${page} } ... on OrganizationRoleDeletedEvent { memberCount organizationInvitationCount domainCount ${page} }
} }`;
const read = async (id: string, pages: object = { first: 100 }) => (await api.ask(query, { id, ...pages })).event;

describe('the event of a deleted role', () => {
  it('has the first 100 ids and the counts in its data, and all holders beside it', async () => {
    const { eventId, userIds } = await deletedRole(2250);
    const seen: string[] = [];
    for (let after: string | null = null, hasNext = true; hasNext; ) {
      const { data, holders } = await read(eventId, { first: 90, after });
      expect(data).toMatchObject({ userIds: userIds.slice(0, 100), userCount: 2250, applicationCount: 0 });
      expect(holders.totalCount).toBe(2250);
      expect(holders.pageInfo.hasPreviousPage).toBe(after !== null);
      seen.push(...holders.nodes.map(({ userId }: { userId: string }) => userId));
      [after, hasNext] = [holders.pageInfo.endCursor, holders.pageInfo.hasNextPage];
    }
    expect(seen).toEqual(userIds);
    const { holders } = await read(eventId, { last: 2 });
    expect(holders.nodes.map(({ userId }: { userId: string }) => userId)).toEqual(userIds.slice(-2));
    const before = await read(eventId, { last: 1, before: holders.pageInfo.startCursor });
    expect(before.holders.nodes).toEqual([{ ...none, userId: userIds.at(-3) }]);
  });

  it('has all holders in its data if they are few', async () => {
    const { eventId, userIds } = await deletedRole(3);
    const { pool } = api.kernel.database;
    const stored = await pool.query('SELECT FROM event_holders WHERE event_id = $1', [eventId]);
    expect(stored.rowCount).toBe(0);
    const nodes = userIds.map((userId) => ({ ...none, userId }));
    expect((await read(eventId)).holders).toMatchObject({ totalCount: 3, nodes });
  });

  it('the event of an organization role has the members with their organizations', async () => {
    const { prisma } = api.kernel.database;
    const w = await makeRecords(api.kernel);
    const { output } = await api.kernel.run(createOrganizationRole, { name: `Many ${w.n}` });
    const organizationRoleId = output.organizationRole;
    const userIds = Array.from({ length: 150 }, () => ids.next('user')).sort();
    const organizationId = w.organization;
    await prisma.user.createMany({ data: userIds.map((id) => ({ id })) });
    await prisma.organizationUser.createMany({ data: userIds.map((userId) => ({ userId, organizationId })) });
    await prisma.organizationUserRole.createMany({
      data: userIds.map((userId) => ({ userId, organizationId, organizationRoleId })),
    });
    const { events } = await api.kernel.run(deleteOrganizationRole, { organizationRoleId });
    const { data, memberCount, holders } = await read(events[0]?.id ?? '', { last: 1 });
    expect([data.members.length, memberCount, holders.totalCount]).toEqual([100, 150, 150]);
    expect(holders.nodes).toEqual([{ ...none, userId: userIds.at(-1), organizationId }]);
  });

  it('the event of an organization role has the first invitations and domains in its data, and all of them beside it', async () => {
    const { prisma } = api.kernel.database;
    const w = await makeRecords(api.kernel);
    const { output } = await api.kernel.run(createOrganizationRole, { name: `Invited ${w.n}` });
    const [organizationRoleId, organizationId] = [output.organizationRole, w.organization];
    const invitations = Array.from({ length: 120 }, () => ids.next('organizationInvitation')).sort();
    const domains = Array.from({ length: 130 }, (_, index) => `d${1000 + index}-${w.n}.example`);
    const { expiresAt, inviterId } = await prisma.organizationInvitation.findUniqueOrThrow({
      where: { id: w.invitation },
    });
    await prisma.organizationInvitation.createMany({
      data: invitations.map((id) => ({ id, organizationId, inviteeEmail: `${id}@example.com`, expiresAt, inviterId })),
    });
    await prisma.organizationInvitationRole.createMany({
      data: invitations.map((organizationInvitationId) => ({ organizationInvitationId, organizationRoleId })),
    });
    await prisma.organizationDomain.createMany({ data: domains.map((domain) => ({ domain, organizationId })) });
    await prisma.organizationDomainRole.createMany({
      data: domains.map((domain) => ({ domain, organizationId, organizationRoleId })),
    });
    const { events } = await api.kernel.run(deleteOrganizationRole, { organizationRoleId });
    const eventId = events[0]?.id ?? '';
    const { data, ...counts } = await read(eventId, { last: 100 });
    expect(data.organizationInvitationIds).toEqual(invitations.slice(0, 100));
    expect(data.domains).toEqual(domains.slice(0, 100).map((domain) => ({ organizationId, domain })));
    expect(counts).toMatchObject({ memberCount: 0, organizationInvitationCount: 120, domainCount: 130 });
    expect(counts.holders.totalCount).toBe(250);
    expect(counts.holders.nodes).toEqual(domains.slice(30).map((domain) => ({ ...none, organizationId, domain })));
    const { holders } = await read(eventId, { first: 2 });
    expect(holders.nodes).toEqual(
      invitations.slice(0, 2).map((organizationInvitationId) => ({ ...none, organizationInvitationId })),
    );
  });

  it('shows the holders in a dry run as well, and keeps nothing of it', async () => {
    const { prisma, pool } = api.kernel.database;
    const roleId = (await api.kernel.run(createRole, { name: 'Rehearsed' })).output.role;
    const userIds = Array.from({ length: 120 }, () => ids.next('user'));
    await prisma.user.createMany({ data: userIds.map((id) => ({ id })) });
    await prisma.userRole.createMany({ data: userIds.map((userId) => ({ userId, roleId })) });
    const { deleteRole: payload } = await api.ask(
      `mutation ($roleId: ID!) { deleteRole(input: { roleId: $roleId }, dryRun: true) {
        events { ... on RoleDeletedEvent { userCount holders(last: 1) { totalCount nodes { userId } } } }
      } }`,
      { roleId },
    );
    expect(payload.events).toMatchObject([{ userCount: 120, holders: { totalCount: 120, nodes: [{}] } }]);
    const { rows } = await pool.query(
      'SELECT FROM event_holders AS h WHERE NOT EXISTS (SELECT FROM events WHERE id = h.event_id)',
    );
    expect(rows).toEqual([]);
  });

  it('refuses a cursor that is none, and its holders are removed with it', async () => {
    const { eventId } = await deletedRole(101);
    const answer = await api.call(query, { id: eventId, after: 'nonsense' });
    expect(answer.errors[0]?.extensions).toMatchObject({ code: 'INVALID_CURSOR' });
    const { database, now } = api.kernel;
    api.kernel.advance(91 * 86_400);
    await assignPositions(database);
    await removeOld(database, now());
    expect((await database.pool.query('SELECT FROM event_holders')).rowCount).toBe(0);
  });
});
