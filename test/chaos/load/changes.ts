import { idIn } from './client.ts';
import type { User, Worker } from './worker.ts';

/** The actions of a worker, each with the event that it records as expected. */

const freshName = (worker: Worker): string => `${worker.name} ${++worker.names}`;

export async function createUser(worker: Worker): Promise<void> {
  const name = freshName(worker);
  const id = idIn(await worker.client.change('createUser', { name }, 'user { id }'), 'user');
  worker.users.push({ id, isSuspended: false, roleIds: new Set(), organizationIds: new Set() });
  worker.record({ type: 'User.Created', subjectId: id, data: { user: { name }, roleIds: [] } });
}

export async function createRole(worker: Worker): Promise<void> {
  const name = freshName(worker);
  const id = idIn(await worker.client.change('createRole', { name }, 'role { id }'), 'role');
  worker.roles.push(id);
  worker.record({ type: 'Role.Created', subjectId: id, data: { role: { name } } });
}

export async function createOrganization(worker: Worker): Promise<void> {
  const name = freshName(worker);
  const id = idIn(await worker.client.change('createOrganization', { name }, 'organization { id }'), 'organization');
  worker.organizations.push(id);
  worker.record({ type: 'Organization.Created', subjectId: id, data: { organization: { name } } });
}

/** Several concurrent changes of a user and its memberships, each of another fact. */
export async function changeAtOnce(worker: Worker, user: User): Promise<void> {
  const { commons, organizations } = worker;
  await Promise.all([
    renameOne(worker, 'User', user.id),
    toggleSuspension(worker, user),
    toggleRole(worker, user),
    ...[commons.organizationId, ...organizations.slice(0, 2)].map((id) => toggleMembership(worker, user, id)),
  ]);
}

export async function rename(worker: Worker): Promise<void> {
  const { chance, users, roles, organizations } = worker;
  const [kind, ids] = chance.pick([
    ['User', users.map(({ id }) => id)],
    ['Role', roles],
    ['Organization', organizations],
  ] as const);
  await renameOne(worker, kind, chance.pick(ids));
}

async function renameOne(worker: Worker, kind: 'User' | 'Role' | 'Organization', id: string): Promise<void> {
  const { client, record } = worker;
  const field = kind.toLowerCase();
  const name = freshName(worker);
  await client.change(`update${kind}`, { [`${field}Id`]: id, name });
  record({ type: `${kind}.Data.Updated`, subjectId: id, data: { [field]: { name }, changed: ['name'] } });
}

export async function toggleSuspension({ client, record }: Worker, user: User): Promise<void> {
  const isSuspended = !user.isSuspended;
  await client.change('setUserSuspended', { userId: user.id, isSuspended });
  user.isSuspended = isSuspended;
  record({ type: 'User.SuspensionStatus.Updated', subjectId: user.id, data: { user: { isSuspended } } });
}

export async function toggleRole({ client, chance, commons, roles, record }: Worker, user: User): Promise<void> {
  const roleId = chance.pick([commons.roleId, ...roles]);
  const isHeld = user.roleIds.delete(roleId);
  if (isHeld) await client.change('removeUserRole', { userId: user.id, roleId });
  else await client.change('assignUserRoles', { userId: user.id, roleIds: [roleId] });
  if (!isHeld) user.roleIds.add(roleId);
  const data = { [isHeld ? 'removedRoleIds' : 'addedRoleIds']: [roleId] };
  record({ type: 'User.Roles.Updated', subjectId: user.id, data });
}

export async function toggleMembership(worker: Worker, user: User, organizationId: string): Promise<void> {
  const { client, record } = worker;
  if (user.organizationIds.has(organizationId)) {
    await client.change('removeOrganizationMember', { organizationId, userId: user.id });
    leave(worker, user, organizationId);
  } else {
    await client.change('addOrganizationMembers', { organizationId, userIds: [user.id] });
    user.organizationIds.add(organizationId);
    record({ type: 'Organization.Membership.Updated', subjectId: organizationId, data: { addedUserIds: [user.id] } });
  }
}

function leave({ record }: Worker, user: User, organizationId: string): void {
  user.organizationIds.delete(organizationId);
  record({ type: 'Organization.Membership.Updated', subjectId: organizationId, data: { removedUserIds: [user.id] } });
}

export async function deleteUser(worker: Worker, user: User): Promise<void> {
  await worker.client.change('deleteUser', { userId: user.id });
  worker.users.splice(worker.users.indexOf(user), 1);
  for (const organizationId of user.organizationIds) leave(worker, user, organizationId);
  worker.record({ type: 'User.Deleted', subjectId: user.id, data: {} });
}

export async function deleteRole({ client, chance, roles, users, record }: Worker): Promise<void> {
  const roleId = chance.pick(roles);
  await client.change('deleteRole', { roleId });
  roles.splice(roles.indexOf(roleId), 1);
  const holders = users.filter((user) => user.roleIds.delete(roleId));
  record({ type: 'Role.Deleted', subjectId: roleId, data: { userIds: holders.map(({ id }) => id) } });
}

export async function deleteOrganization(worker: Worker): Promise<void> {
  const { client, chance, organizations, users, record } = worker;
  const organizationId = chance.pick(organizations);
  await client.change('deleteOrganization', { organizationId });
  organizations.splice(organizations.indexOf(organizationId), 1);
  for (const user of users) if (user.organizationIds.has(organizationId)) leave(worker, user, organizationId);
  record({ type: 'Organization.Deleted', subjectId: organizationId, data: {} });
}
