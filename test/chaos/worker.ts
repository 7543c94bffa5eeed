import type { Told } from './cells.ts';
import type { Chance } from './chance.ts';
import { type Client, idIn } from './client.ts';

/** What all workers have in common: a role that anybody may hold, an organization that anybody may join. */
export interface Commons {
  roleId: string;
  organizationId: string;
}

interface User {
  id: string;
  isSuspended: boolean;
  roleIds: Set<string>;
  organizationIds: Set<string>;
}

interface Surroundings {
  client: Client;
  commons: Commons;
  chance: Chance;
  /** Told what follows from each answer. */
  tell(told: Told): void;
}

/** One worker, and the records that it made. Nobody else changes them, so it knows what they must be like. */
export interface Worker extends Surroundings {
  name: string;
  names: number;
  users: User[];
  roles: string[];
  organizations: string[];
}

export const createWorker = (name: string, surroundings: Surroundings): Worker => ({
  ...surroundings,
  name,
  names: 0,
  users: [],
  roles: [],
  organizations: [],
});

/** Something at random that makes sense now. */
export function step(worker: Worker): Promise<void> {
  const { users, roles, organizations, chance } = worker;
  const die = chance.below(100);
  if (users.length < 3 || die < 12) return createUser(worker);
  if (roles.length < 1 || die < 15) return createRole(worker);
  if (organizations.length < 1 || die < 18) return createOrganization(worker);
  const user = chance.pick(users);
  if (die < 38) return rename(worker);
  if (die < 55) return toggleSuspension(worker, user);
  if (die < 70) return toggleRole(worker, user);
  if (die < 88) return toggleMembership(worker, user);
  if (die < 96) return deleteUser(worker, user);
  return die < 98 ? deleteRole(worker) : deleteOrganization(worker);
}

const freshName = (worker: Worker): string => `${worker.name} ${++worker.names}`;

async function createUser(worker: Worker): Promise<void> {
  const name = freshName(worker);
  const id = idIn(await worker.client.change('createUser', { name }, 'user { id }'), 'user');
  worker.users.push({ id, isSuspended: false, roleIds: new Set(), organizationIds: new Set() });
  worker.tell({ type: 'User.Created', subjectId: id, data: { user: { name }, roleIds: [] } });
}

async function createRole(worker: Worker): Promise<void> {
  const name = freshName(worker);
  const id = idIn(await worker.client.change('createRole', { name }, 'role { id }'), 'role');
  worker.roles.push(id);
  worker.tell({ type: 'Role.Created', subjectId: id, data: { role: { name } } });
}

async function createOrganization(worker: Worker): Promise<void> {
  const name = freshName(worker);
  const id = idIn(await worker.client.change('createOrganization', { name }, 'organization { id }'), 'organization');
  worker.organizations.push(id);
  worker.tell({ type: 'Organization.Created', subjectId: id, data: { organization: { name } } });
}

async function rename(worker: Worker): Promise<void> {
  const { client, chance, users, roles, organizations, tell } = worker;
  const name = freshName(worker);
  const [kind, field, ids] = chance.pick([
    ['User', 'user', users.map(({ id }) => id)],
    ['Role', 'role', roles],
    ['Organization', 'organization', organizations],
  ] as const);
  const id = chance.pick(ids);
  await client.change(`update${kind}`, { [`${field}Id`]: id, name });
  tell({ type: `${kind}.Data.Updated`, subjectId: id, data: { [field]: { name }, changed: ['name'] } });
}

async function toggleSuspension({ client, tell }: Worker, user: User): Promise<void> {
  const isSuspended = !user.isSuspended;
  await client.change('setUserSuspended', { userId: user.id, isSuspended });
  user.isSuspended = isSuspended;
  tell({ type: 'User.SuspensionStatus.Updated', subjectId: user.id, data: { user: { isSuspended } } });
}

async function toggleRole({ client, chance, commons, roles, tell }: Worker, user: User): Promise<void> {
  const roleId = chance.pick([commons.roleId, ...roles]);
  const isHeld = user.roleIds.delete(roleId);
  if (isHeld) await client.change('removeUserRole', { userId: user.id, roleId });
  else await client.change('assignUserRoles', { userId: user.id, roleIds: [roleId] });
  if (!isHeld) user.roleIds.add(roleId);
  const data = { [isHeld ? 'removedRoleIds' : 'addedRoleIds']: [roleId] };
  tell({ type: 'User.Roles.Updated', subjectId: user.id, data });
}

async function toggleMembership(worker: Worker, user: User): Promise<void> {
  const { client, chance, commons, organizations, tell } = worker;
  const organizationId = chance.pick([commons.organizationId, ...organizations]);
  if (user.organizationIds.has(organizationId)) {
    await client.change('removeOrganizationUser', { organizationId, userId: user.id });
    leave(worker, user, organizationId);
  } else {
    await client.change('addOrganizationUsers', { organizationId, userIds: [user.id] });
    user.organizationIds.add(organizationId);
    tell({ type: 'Organization.Membership.Updated', subjectId: organizationId, data: { addedUserIds: [user.id] } });
  }
}

function leave({ tell }: Worker, user: User, organizationId: string): void {
  user.organizationIds.delete(organizationId);
  tell({ type: 'Organization.Membership.Updated', subjectId: organizationId, data: { removedUserIds: [user.id] } });
}

async function deleteUser(worker: Worker, user: User): Promise<void> {
  await worker.client.change('deleteUser', { userId: user.id });
  worker.users.splice(worker.users.indexOf(user), 1);
  for (const organizationId of user.organizationIds) leave(worker, user, organizationId);
  worker.tell({ type: 'User.Deleted', subjectId: user.id, data: {} });
}

async function deleteRole({ client, chance, roles, users, tell }: Worker): Promise<void> {
  const roleId = chance.pick(roles);
  await client.change('deleteRole', { roleId });
  roles.splice(roles.indexOf(roleId), 1);
  const holders = users.filter((user) => user.roleIds.delete(roleId));
  tell({ type: 'Role.Deleted', subjectId: roleId, data: { userIds: holders.map(({ id }) => id) } });
}

async function deleteOrganization(worker: Worker): Promise<void> {
  const { client, chance, organizations, users, tell } = worker;
  const organizationId = chance.pick(organizations);
  await client.change('deleteOrganization', { organizationId });
  organizations.splice(organizations.indexOf(organizationId), 1);
  for (const user of users) if (user.organizationIds.has(organizationId)) leave(worker, user, organizationId);
  tell({ type: 'Organization.Deleted', subjectId: organizationId, data: {} });
}
