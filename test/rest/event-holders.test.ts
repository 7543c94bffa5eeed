import { describe, expect, it } from 'vitest';
import { createRole } from '../../src/operations/roles/create-role.ts';
import { deleteRole } from '../../src/operations/roles/delete-role.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { removeAssignmentsOfDeletedRoles } from '../../src/store/deleted-roles.ts';
import { perFile } from '../support/per-file.ts';
import { startRest } from './api.ts';

const rest = perFile(startRest);

describe('GET /events/:eventId/holders', () => {
  it('returns all users and applications that held a deleted role, in pages', async () => {
    const { prisma } = rest.kernel.database;
    const roleId = (await rest.kernel.run(createRole, { name: 'Reader' })).output.role;
    const userIds = Array.from({ length: 130 }, () => ids.next('user')).sort();
    await prisma.user.createMany({ data: userIds.map((id) => ({ id })) });
    await prisma.userRole.createMany({ data: userIds.map((userId) => ({ userId, roleId })) });
    const { events } = await rest.kernel.run(deleteRole, { roleId });
    const path = `GET /events/${events[0]?.id}/holders`;
    const first = (await rest.send(`${path}?limit=100`)).json;
    expect([first.items.length, first.totalCount]).toEqual([100, 130]);
    expect((await rest.send(`${path}?countUpTo=9`)).json).toMatchObject({ totalCount: 9, totalCountIsExact: false });
    const second = (await rest.send(`${path}?limit=100&cursor=${first.nextCursor}`)).json;
    expect(second.nextCursor).toBeNull();
    const found = [...first.items, ...second.items].map(({ userId }) => userId);
    expect(found).toEqual(userIds);
  });

  it('has a next page until maintenance has completed the list of a role with thousands of holders', async () => {
    const { database, run } = rest.kernel;
    const roleId = (await run(createRole, { name: 'Everybody' })).output.role;
    const userIds = Array.from({ length: 1050 }, () => ids.next('user')).sort();
    await database.prisma.user.createMany({ data: userIds.map((id) => ({ id })) });
    await database.prisma.userRole.createMany({ data: userIds.map((userId) => ({ userId, roleId })) });
    const { events } = await run(deleteRole, { roleId });
    const path = `GET /events/${events[0]?.id}/holders?limit=100&cursor=holders`;
    const complete = { totalCount: 1000, totalCountIsExact: false };
    expect((await rest.send(`${path}.950`)).json).toMatchObject({ ...complete, nextCursor: 'holders.1000' });
    expect((await rest.send(`${path}.1000`)).json).toEqual({ ...complete, items: [], nextCursor: 'holders.1000' });
    await removeAssignmentsOfDeletedRoles(database);
    const last = (await rest.send(`${path}.1000`)).json;
    expect(last.items.map(({ userId }: { userId: string }) => userId)).toEqual(userIds.slice(1000));
    expect(last.nextCursor).toBeNull();
  });

  it('returns nothing for an event of another type, and refuses what is no cursor and no page size', async () => {
    const { events } = await rest.kernel.run(createRole, { name: 'Writer' });
    const path = `GET /events/${events[0]?.id}/holders`;
    expect((await rest.send(path)).json).toEqual({
      items: [],
      totalCount: 0,
      totalCountIsExact: true,
      nextCursor: null,
    });
    for (const query of ['cursor=x', 'limit=0', 'limit=101', 'limit=x', 'limit=1&limit=2']) {
      expect((await rest.send(`${path}?${query}`)).status).toBe(422);
    }
    expect((await rest.send(`GET /events/${ids.next('event')}/holders`)).status).toBe(404);
  });
});
