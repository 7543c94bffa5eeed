// Inverse operations of links between records: roles, scopes, members. Events name what was added and removed.
import type { EmittedEvent } from '../../data/change.ts';
import type { Values } from './values.ts';

export interface Inverse {
  operation: string;
  input: Record<string, unknown>;
}

type InverseOfLinks = (input: Values, events: readonly EmittedEvent[]) => Inverse | null;

const all = (events: readonly EmittedEvent[], name: string): string[] =>
  events.flatMap(({ data }) => (data[name] as string[] | undefined) ?? []);

interface Links {
  /** The field of the input with the record that they belong to. */
  owner: string;
  /** The field of the input with one of them, and with many. */
  one: string;
  many: string;
  add: string;
  remove: string;
  /** Names of the lists in the events. */
  added: string;
  removed: string;
}

/** Added ones are removed, if it was one; removed ones are added. */
const ofEach =
  ({ owner, one, many, add, remove, added, removed }: Links): InverseOfLinks =>
  (input, events) => {
    const [gained, lost] = [all(events, added), all(events, removed)];
    const target = { [owner]: input[owner] };
    if (gained.length === 0 && lost.length > 0) return { operation: add, input: { ...target, [many]: lost } };
    if (gained.length === 1 && lost.length === 0) return { operation: remove, input: { ...target, [one]: gained[0] } };
    return null;
  };

/** The whole list as it was. */
const ofAll =
  (operation: string, many: string, added: string, removed: string): InverseOfLinks =>
  (input, events) => {
    const gained = new Set(all(events, added));
    const kept = ((input[many] as string[] | undefined) ?? []).filter((id) => !gained.has(id));
    return events.length > 0 ? { operation, input: { ...input, [many]: [...kept, ...all(events, removed)] } } : null;
  };

const userRoles: Links = {
  owner: 'userId',
  one: 'roleId',
  many: 'roleIds',
  add: 'assignUserRoles',
  remove: 'removeUserRole',
  added: 'addedRoleIds',
  removed: 'removedRoleIds',
};
const applicationRoles: Links = {
  ...userRoles,
  owner: 'applicationId',
  add: 'assignApplicationRoles',
  remove: 'removeApplicationRole',
};
const roleScopes: Links = {
  owner: 'roleId',
  one: 'scopeId',
  many: 'scopeIds',
  add: 'addRoleScopes',
  remove: 'removeRoleScope',
  added: 'addedScopeIds',
  removed: 'removedScopeIds',
};
const organizationRoleApiScopes: Links = {
  ...roleScopes,
  owner: 'organizationRoleId',
  add: 'addOrganizationRoleApiScopes',
  remove: 'removeOrganizationRoleApiScope',
};
const organizationRoleScopes: Links = {
  owner: 'organizationRoleId',
  one: 'organizationScopeId',
  many: 'organizationScopeIds',
  add: 'addOrganizationRoleScopes',
  remove: 'removeOrganizationRoleScope',
  added: 'addedOrganizationScopeIds',
  removed: 'removedOrganizationScopeIds',
};

/** Users that have joined leave again. One that has left may have had roles, which no event has. */
const joined: InverseOfLinks = ({ organizationId }, events) => {
  const items = all(events, 'addedUserIds').map((userId) => ({ userId }));
  if (items.length === 0 || all(events, 'removedUserIds').length > 0) return null;
  return { operation: 'removeOrganizationMembers', input: { organizationId, items, mode: 'ALL' } };
};

const applicationJoined: InverseOfLinks = ({ organizationId }, events) => {
  const [applicationId, ...others] = all(events, 'addedApplicationIds');
  if (applicationId === undefined || others.length > 0 || all(events, 'removedApplicationIds').length > 0) return null;
  return { operation: 'removeOrganizationApplication', input: { organizationId, applicationId } };
};

/** The users whose events have a value, as items of a bulk operation. */
const itemsOf = (events: readonly EmittedEvent[]): { userId: string }[] =>
  events.map(({ subject }) => ({ userId: subject.id }));

const ofSuspensions: InverseOfLinks = ({ isSuspended }, events) => {
  const changed = events.filter(({ typeName }) => typeName === 'User.SuspensionStatus.Updated');
  if (changed.length === 0) return null;
  return { operation: 'setUsersSuspended', input: { items: itemsOf(changed), isSuspended: !isSuspended, mode: 'ALL' } };
};

/** One role that many users got is removed from those who did not have it before. */
const ofAssignments: InverseOfLinks = (_input, events) => {
  const roleIds = [...new Set(all(events, 'addedRoleIds'))];
  if (roleIds.length !== 1) return null;
  return { operation: 'removeUsersRole', input: { items: itemsOf(events), roleId: roleIds[0], mode: 'ALL' } };
};

const ofRemovals: InverseOfLinks = ({ roleId }, events) =>
  events.length === 0
    ? null
    : { operation: 'assignUsersRoles', input: { items: itemsOf(events), roleIds: [roleId], mode: 'ALL' } };

/** By operation. */
export const links: Readonly<Record<string, InverseOfLinks>> = {
  assignUserRoles: ofEach(userRoles),
  removeUserRole: ofEach(userRoles),
  replaceUserRoles: ofAll('replaceUserRoles', 'roleIds', 'addedRoleIds', 'removedRoleIds'),
  assignApplicationRoles: ofEach(applicationRoles),
  removeApplicationRole: ofEach(applicationRoles),
  replaceApplicationRoles: ofAll('replaceApplicationRoles', 'roleIds', 'addedRoleIds', 'removedRoleIds'),
  addRoleScopes: ofEach(roleScopes),
  removeRoleScope: ofEach(roleScopes),
  replaceRoleScopes: ofAll('replaceRoleScopes', 'scopeIds', 'addedScopeIds', 'removedScopeIds'),
  addOrganizationRoleApiScopes: ofEach(organizationRoleApiScopes),
  removeOrganizationRoleApiScope: ofEach(organizationRoleApiScopes),
  replaceOrganizationRoleApiScopes: ofAll(
    'replaceOrganizationRoleApiScopes',
    'scopeIds',
    'addedScopeIds',
    'removedScopeIds',
  ),
  addOrganizationRoleScopes: ofEach(organizationRoleScopes),
  removeOrganizationRoleScope: ofEach(organizationRoleScopes),
  replaceOrganizationRoleScopes: ofAll(
    'replaceOrganizationRoleScopes',
    'organizationScopeIds',
    'addedOrganizationScopeIds',
    'removedOrganizationScopeIds',
  ),
  addOrganizationMembers: joined,
  setOrganizationMemberRoles: ofAll(
    'setOrganizationMemberRoles',
    'organizationRoleIds',
    'addedOrganizationRoleIds',
    'removedOrganizationRoleIds',
  ),
  addOrganizationApplications: applicationJoined,
  setOrganizationApplicationRoles: ofAll(
    'setOrganizationApplicationRoles',
    'organizationRoleIds',
    'addedOrganizationRoleIds',
    'removedOrganizationRoleIds',
  ),
  setUsersSuspended: ofSuspensions,
  assignUsersRoles: ofAssignments,
  removeUsersRole: ofRemovals,
};
