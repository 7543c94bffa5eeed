import { describe, expect, it } from 'vitest';
import { deleteApiResource } from '../../src/operations/api-resources/delete-api-resource.ts';
import { deleteOrganization } from '../../src/operations/organizations/delete-organization.ts';
import { replaceOrganizationMembers } from '../../src/operations/organizations/memberships.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import type { EventData } from '../../src/vocabulary/events.ts';
import { addResource } from '../support/issuer.ts';
import { type LoggedEvent, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);

async function addUsers(count: number): Promise<string[]> {
  const userIds = Array.from({ length: count }, () => ids.next('user')).sort();
  await kernel.database.prisma.user.createMany({ data: userIds.map((id) => ({ id })) });
  return userIds;
}

async function organizationOf(userIds: readonly string[]): Promise<string> {
  const { prisma } = kernel.database;
  const { id } = await prisma.organization.create({ data: { id: ids.next('organization'), name: 'Large' } });
  await prisma.organizationUser.createMany({ data: userIds.map((userId) => ({ userId, organizationId: id })) });
  return id;
}

type Membership = EventData<'Organization.Membership.Updated'>;
const membershipsIn = (events: readonly LoggedEvent[]): Membership[] =>
  events.filter(({ type }) => type === 'Organization.Membership.Updated').map(({ data }) => data as Membership);
const lengths = (changes: readonly Membership[]) =>
  changes.map(({ addedUserIds, removedUserIds }) => [addedUserIds.length, removedUserIds.length]);

describe('a change of more than 1,000 members', () => {
  it('has several events, which together have each member once', async () => {
    const [before, after] = [await addUsers(2500), await addUsers(1200)];
    const organizationId = await organizationOf(before);
    const { events } = await kernel.run(replaceOrganizationMembers, { organizationId, userIds: after });
    const changes = membershipsIn(events);
    expect(lengths(changes)).toEqual([
      [1000, 1000],
      [200, 1000],
      [0, 500],
    ]);
    expect(changes.flatMap(({ addedUserIds }) => addedUserIds).sort()).toEqual(after);
    expect(changes.flatMap(({ removedUserIds }) => removedUserIds).sort()).toEqual(before);
    expect(new Set(events.map(({ organizationId: where, subjectId }) => `${where} ${subjectId}`)).size).toBe(1);
  });

  it('the changes by the deletion of an organization precede the event of the deletion', async () => {
    const organizationId = await organizationOf(await addUsers(1001));
    const { events } = await kernel.run(deleteOrganization, { organizationId });
    expect(lengths(membershipsIn(events))).toEqual([
      [0, 1000],
      [0, 1],
    ]);
    expect(events.at(-1)?.type).toBe('Organization.Deleted');
  });
});

describe('the deletion of an API resource with more than 100 scopes', () => {
  it('has the first 100 and their number in its event, and an event for each', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `scope-${index}`);
    const { id, scopeIds } = await addResource(kernel.database.prisma, 'https://many-scopes.example.com', names);
    const { events } = await kernel.run(deleteApiResource, { apiResourceId: id });
    const deleted = events.filter(({ type }) => type === 'Scope.Deleted').map(({ subjectId }) => subjectId);
    expect(deleted.toSorted()).toEqual(scopeIds.toSorted());
    expect(events.at(-1)).toMatchObject({
      type: 'ApiResource.Deleted',
      data: { deletedScopeIds: scopeIds.toSorted().slice(0, 100), deletedScopeCount: 120 },
    });
  });
});
