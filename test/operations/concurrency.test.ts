import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/domain/failure.ts';
import { assignPositions } from '../../src/store/event-positions.ts';
import { createScope } from '../../src/operations/api-resources/create-scope.ts';
import { deleteApiResource } from '../../src/operations/api-resources/delete-api-resource.ts';
import { addApplicationSecret } from '../../src/operations/applications/add-application-secret.ts';
import { setApplicationTokenExchange } from '../../src/operations/applications/set-application-token-exchange.ts';
import { updateApplication } from '../../src/operations/applications/update-application.ts';
import {
  addOrganizationMembers,
  removeOrganizationMember,
  replaceOrganizationMembers,
  setOrganizationMemberRoles,
} from '../../src/operations/organizations/memberships.ts';
import { deleteRole } from '../../src/operations/roles/delete-role.ts';
import { assignUserRoles } from '../../src/operations/role-assignments/role-assignments.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { deleteUser } from '../../src/operations/users/delete-user.ts';
import { setUserSuspended } from '../../src/operations/users/set-user-suspended.ts';
import { updateUserCustomData } from '../../src/operations/users/update-user-custom-data.ts';
import { type LoggedEvent, type Ran, startKernel } from '../support/kernel.ts';
import { perFile, perTest } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

/**
 * Runs all at once: the events of successful calls, and the codes of refused ones. An internal error fails the test.
 */
async function atOnce(runs: Promise<Ran<unknown>>[]): Promise<{ events: LoggedEvent[]; refused: string[] }> {
  const events: LoggedEvent[] = [];
  const refused: string[] = [];
  for (const result of await Promise.allSettled(runs)) {
    if (result.status === 'fulfilled') events.push(...result.value.events);
    else if (result.reason instanceof Failure) refused.push(result.reason.code);
    else throw result.reason;
  }
  return { events, refused };
}
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('the same change made concurrently', () => {
  test('adding a member: one call adds it', async () => {
    const add = () =>
      kernel.run(addOrganizationMembers, { organizationId: w.organization, userIds: [w.other, w.user] });
    const { events, refused } = await atOnce(times(10, add));
    expect(events).toMatchObject([{ data: { addedUserIds: [w.other] } }]);
    expect(refused).toEqual([]);
  });

  test('removing a member: one call removes it, the others get NOT_FOUND', async () => {
    const remove = () => kernel.run(removeOrganizationMember, { organizationId: w.organization, userId: w.user });
    const { events, refused } = await atOnce(times(10, remove));
    expect(events).toHaveLength(1);
    expect(refused).toEqual(times(9, () => 'NOT_FOUND'));
  });

  test('assigning a role, suspending: once', async () => {
    const assign = () => kernel.run(assignUserRoles, { userId: w.user, roleIds: [w.otherRole] });
    const suspend = () => kernel.run(setUserSuspended, { userId: w.user, isSuspended: true });
    const { events } = await atOnce([...times(5, assign), ...times(5, suspend)]);
    expect(events.map(({ type }) => type).sort()).toEqual(['User.Roles.Updated', 'User.SuspensionStatus.Updated']);
  });

  test('deleting a user: once, with one event of the organization', async () => {
    const { events, refused } = await atOnce(times(5, () => kernel.run(deleteUser, { userId: w.user })));
    expect(events.map(({ type }) => type)).toEqual(['Organization.Membership.Updated', 'User.Deleted']);
    expect(refused).toEqual(times(4, () => 'NOT_FOUND'));
  });
});

describe('concurrent conflicting changes', () => {
  test('replacing the members: the last one applies completely', async () => {
    const users = times(6, (index) => `user_${w.n}_${index}`);
    await kernel.database.prisma.user.createMany({ data: users.map((id) => ({ id })) });
    const sets = times(10, (index) => users.slice(index % 4, (index % 4) + 3));
    const replace = (userIds: string[]) =>
      kernel.run(replaceOrganizationMembers, { organizationId: w.organization, userIds });
    await atOnce(sets.map(replace));
    const left = await membersOf(w.organization);
    expect(sets.map((set) => set.toSorted())).toContainEqual([...left].sort());
  });

  test('patching different members of custom data: all apply', async () => {
    const patch = (index: number) =>
      kernel.run(updateUserCustomData, { userId: w.user, customData: { [`key ${index}`]: index } });
    const { events } = await atOnce(times(20, patch));
    const { customData } = await kernel.database.prisma.user.findUniqueOrThrow({ where: { id: w.user } });
    expect(customData).toEqual(Object.fromEntries(times(20, (index) => [`key ${index}`, index])));
    expect(events).toHaveLength(20);
  });

  test('allowing token exchange and becoming third-party: never both', async () => {
    for (let round = 0; round < 10; round++) {
      const id = (await makeRecords(kernel)).application;
      const { refused } = await atOnce([
        kernel.run(setApplicationTokenExchange, { applicationId: id, tokenExchangeAllowed: true }),
        kernel.run(updateApplication, { applicationId: id, isThirdParty: true }),
      ]);
      expect(refused).toEqual(['BAD_USER_INPUT']);
    }
  });

  test('adding secrets: never more than twenty', async () => {
    const add = (index: number) =>
      kernel.run(addApplicationSecret, { applicationId: w.service, name: `secret ${index}` });
    const { events, refused } = await atOnce(times(25, add));
    expect([events.length, refused]).toEqual([20, times(5, () => 'CONFLICT')]);
    expect(await kernel.database.prisma.applicationSecret.count({ where: { applicationId: w.service } })).toBe(20);
  });
});

describe('deleting a record while it is being linked', () => {
  test('a role during its assignment: no holder keeps it, and no call fails with an internal error', async () => {
    const assign = () => kernel.run(assignUserRoles, { userId: w.other, roleIds: [w.otherRole] });
    const { refused } = await atOnce([
      ...times(5, assign),
      kernel.run(deleteRole, { roleId: w.otherRole }),
      ...times(5, assign),
    ]);
    expect(new Set(refused).size).toBeLessThanOrEqual(1);
    expect(await kernel.database.prisma.userRole.count({ where: { roleId: w.otherRole } })).toBe(0);
  });

  test('a default role during the creation of users: every user is created', async () => {
    await kernel.database.prisma.role.update({ where: { id: w.otherRole }, data: { isDefault: true } });
    const make = () => kernel.run(createUser, {});
    const { events, refused } = await atOnce([
      ...times(8, make),
      kernel.run(deleteRole, { roleId: w.otherRole }),
      ...times(8, make),
    ]);
    expect(events.filter(({ type }) => type === 'User.Created')).toHaveLength(16);
    expect(refused).toEqual([]);
  });

  test('an API resource while it gets scopes: its event names every scope that was created', async () => {
    const make = (index: number) => kernel.run(createScope, { apiResourceId: w.resource, name: `scope:${index}` });
    const remove = kernel.run(deleteApiResource, { apiResourceId: w.resource });
    const { events } = await atOnce([...times(5, make), remove, ...times(5, (index) => make(index + 5))]);
    const made = events.filter(({ type }) => type === 'Scope.Created').map(({ subjectId }) => subjectId);
    const deleted = events.find(({ type }) => type === 'ApiResource.Deleted')?.data;
    expect(deleted).toMatchObject({ deletedScopeIds: [w.scope, w.otherScope, ...made].sort() });
    expect(await kernel.database.prisma.scope.count({ where: { apiResourceId: w.resource } })).toBe(0);
  });
});

const membersOf = async (organizationId: string): Promise<Set<string>> => {
  const rows = await kernel.database.prisma.organizationUser.findMany({ where: { organizationId } });
  return new Set(rows.map(({ userId }) => userId));
};

describe('after a hundred concurrent changes of members and users,', () => {
  test('the membership events, applied in log order, give the stored members', async () => {
    const users = times(8, (index) => `user_${w.n}_${index}`);
    await kernel.database.prisma.user.createMany({ data: users.map((id) => ({ id })) });
    const id = w.organization;
    const some = (index: number) => users.filter((_, place) => ((index * 7 + 3) >> place) % 2 === 1);
    const one = (index: number) => users[index % users.length] ?? '';
    const changes = times(100, (index): Promise<Ran<unknown>> => {
      if (index === 50 || index === 75) return kernel.run(deleteUser, { userId: one(index) });
      if (index % 4 === 0) return kernel.run(replaceOrganizationMembers, { organizationId: id, userIds: some(index) });
      if (index % 4 === 1) return kernel.run(removeOrganizationMember, { organizationId: id, userId: one(index) });
      if (index % 4 === 2) {
        return kernel.run(setOrganizationMemberRoles, {
          organizationId: id,
          userId: one(index),
          organizationRoleIds: [w.organizationRole],
        });
      }
      return kernel.run(addOrganizationMembers, { organizationId: id, userIds: some(index + 1).toReversed() });
    });
    const { refused } = await atOnce(changes);
    expect(new Set(refused)).toEqual(new Set(['NOT_FOUND']));
    expect(await replay(id, [w.user])).toEqual(await membersOf(id));
  });
});

/** The members after applying the membership events of an organization in order. Every step must be possible. */
async function replay(organizationId: string, start: string[]): Promise<Set<string>> {
  await assignPositions(kernel.database);
  const type = 'Organization.Membership.Updated';
  const rows = await kernel.database.prisma.event.findMany({
    where: { organizationId, type },
    orderBy: { position: 'asc' },
  });
  const members = new Set(start);
  for (const { data } of rows) {
    const { addedUserIds, removedUserIds } = data as { addedUserIds: string[]; removedUserIds: string[] };
    expect(addedUserIds.filter((id) => members.has(id))).toEqual([]);
    expect(removedUserIds.filter((id) => !members.has(id))).toEqual([]);
    for (const id of removedUserIds) members.delete(id);
    for (const id of addedUserIds) members.add(id);
  }
  return members;
}
