import { z } from 'zod';
import { badUserInput, type Failure, notFound } from '../../domain/failure.ts';
import { membershipDelta } from '../../domain/people/membership.ts';
import { namedField, type WithoutFields } from '../../domain/named-field.ts';
import { idSchema, idsSchema, recordId } from '../../domain/text.ts';
import { defineBulk } from '../../kernel/bulk-operation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { addLinks, addLinksToEach, lockLink, removeLinks, replaceLinks } from '../../store/records/links.ts';
import { lockKeyShare, lock } from '../../store/row-locks/row-locks.ts';
import { kinds } from '../../vocabulary/kinds.ts';

/** The differences between users and applications as members of an organization. */
const members = {
  user: {
    title: 'OrganizationMember',
    label: kinds.organizationUser.label,
    plural: 'users',
    people: 'members',
    one: 'a user',
    its: 'their',
    id: 'userId',
    ids: 'userIds',
    added: 'addedUserIds',
    removed: 'removedUserIds',
    members: 'organizationUsers',
    roles: 'organizationUserRoles',
    leaving: { operation: 'removeOrganizationMembers', takes: 'items' },
  },
  application: {
    title: 'OrganizationApplication',
    label: kinds.organizationApplication.label,
    plural: 'applications',
    people: 'applications',
    one: 'an application',
    its: 'its',
    id: 'applicationId',
    ids: 'applicationIds',
    added: 'addedApplicationIds',
    removed: 'removedApplicationIds',
    members: 'organizationApplications',
    roles: 'organizationApplicationRoles',
    leaving: { operation: 'removeOrganizationApplication', takes: 'one' },
  },
} as const;
type Kind = keyof typeof members;

const path = '/organizations/:organizationId';
const organizationId = recordId('organization');
const common = {
  permission: 'organizations:write',
  record: 'organizationId',
  output: { organization: entity('Organization', 'The updated organization.') },
} as const;

function add(kind: Kind) {
  const { title, plural, id: memberId, ids, added, members: link, roles, leaving } = members[kind];
  return defineOperation({
    ...common,
    name: `add${title}s`,
    summary: `Add ${plural} to an organization. Existing members are ignored.`,
    words: {
      title: `Add {${ids}} to {organizationId}`,
      button: `Add {${ids}}`,
      note: 'Those who are members already stay as they are.',
      danger: null,
    },
    route: { method: 'POST', path: `${path}/${plural}` },
    input: z.strictObject({
      organizationId,
      ...namedField(ids, idsSchema(kind).describe(`The ${plural} to add; with roles, at most ${mostWithRoles}.`)),
      organizationRoleIds: idsSchema('organizationRole')
        .default([])
        .describe('The organization roles of those who are added. Existing members keep theirs.'),
    }),
    // A member that leaves may have roles, which no event has: only joining is taken back.
    inverse: { ...leaving, field: memberId, ids: added },
    always: ['Organization.Membership.Updated'],
    sometimes: ['Organization.MemberRoles.Updated'],
    async run({ tx, actor, emit, unchanged }, { organizationId: id, [ids]: memberIds, organizationRoleIds }) {
      if (organizationRoleIds.length > 0 && memberIds.length > mostWithRoles) throw tooManyWithRoles(ids);
      await lock(tx, 'organization', id, 'organizationId');
      await lockKeyShare(tx, kind, memberIds, ids);
      await lockKeyShare(tx, 'organizationRole', organizationRoleIds, 'organizationRoleIds');
      const addedIds = await addLinks(tx, link, [id], memberIds);
      if (!addedIds.length) return unchanged({ organization: id });
      emit('Organization.Membership.Updated', id, membershipDelta(id, { [added]: addedIds }), id);
      const addedRoleIds = await addLinksToEach(tx, roles, [id, addedIds], organizationRoleIds);
      await assertMayGrant({ tx, actor }, { organizationRoleIds: addedRoleIds, organizationId: id });
      if (!addedRoleIds.length) return { organization: id };
      const delta = { addedOrganizationRoleIds: addedRoleIds, removedOrganizationRoleIds: [] };
      for (const member of addedIds) {
        const whose = { organizationId: id, userId: null, applicationId: null, [memberId]: member };
        emit('Organization.MemberRoles.Updated', id, { ...whose, ...delta }, id);
      }
      return { organization: id };
    },
  });
}

/** Each of them has an event of its own. */
const mostWithRoles = 500;

const tooManyWithRoles = (field: string): Failure =>
  badUserInput(`At most ${mostWithRoles} can be added with roles.`, field);

function replace(kind: Kind) {
  const { title, plural, people, ids, members: link, ...delta } = members[kind];
  return defineOperation({
    ...common,
    name: `replace${title}s`,
    summary: `Replace all ${plural} of an organization. Remaining members keep their organization roles.`,
    words: {
      title: `Replace all ${people} of {organizationId}`,
      button: `Replace ${people}`,
      danger: 'Those who are not chosen here leave, with their organization roles.',
    },
    route: { method: 'PUT', path: `${path}/${plural}` },
    input: z.strictObject({ organizationId, ...namedField(ids, idsSchema(kind).describe(`The new ${plural}.`)) }),
    always: ['Organization.Membership.Updated'],
    async run({ tx, emit, unchanged }, { organizationId: id, [ids]: memberIds }) {
      await lock(tx, 'organization', id, 'organizationId');
      await lockKeyShare(tx, kind, memberIds, ids);
      const { added, removed } = await replaceLinks(tx, link, [id], memberIds);
      if (!added.length && !removed.length) return unchanged({ organization: id });
      const changed = membershipDelta(id, { [delta.added]: added, [delta.removed]: removed });
      emit('Organization.Membership.Updated', id, changed, id);
      return { organization: id };
    },
  });
}

function remove(kind: Kind) {
  const { title, label, plural, one, its, id: memberId, removed, members: link } = members[kind];
  return defineOperation({
    ...common,
    name: `remove${title}`,
    summary: `Remove ${one} and ${its} organization roles from an organization.`,
    words: {
      title: `Remove {${memberId}} from {organizationId}`,
      button: `Remove {${memberId}}`,
      danger: 'The membership ends, with its organization roles.',
    },
    organization: 'organizationId',
    route: { method: 'DELETE', path: `${path}/${plural}/:${memberId}` },
    input: z.strictObject({
      organizationId,
      ...namedField(memberId, idSchema(kind).describe(`The ${kind} to remove.`)),
    }),
    always: ['Organization.Membership.Updated'],
    async run({ tx, emit }, { organizationId: id, [memberId]: member }) {
      await lock(tx, 'organization', id, 'organizationId');
      const removedIds = await removeLinks(tx, link, [id], [member]);
      if (!removedIds.length) throw notFound(label, memberId);
      emit('Organization.Membership.Updated', id, membershipDelta(id, { [removed]: removedIds }), id);
      return { organization: id };
    },
  });
}

function setRoles(kind: Kind) {
  const { title, label, plural, one, id: memberId, members: link, roles } = members[kind];
  return defineOperation({
    ...common,
    name: `set${title}Roles`,
    summary: `Replace all organization roles of ${one} in an organization.`,
    words: { title: `Change roles of {${memberId}} in {organizationId}`, button: 'Save roles', danger: null },
    organization: 'organizationId',
    route: { method: 'PUT', path: `${path}/${plural}/:${memberId}/roles` },
    input: z.strictObject({
      organizationId,
      ...namedField(memberId, recordId(kind)),
      organizationRoleIds: idsSchema('organizationRole').describe('The new organization roles.'),
    }),
    inverse: { list: 'organizationRoleIds', added: 'addedOrganizationRoleIds', removed: 'removedOrganizationRoleIds' },
    always: ['Organization.MemberRoles.Updated'],
    async run({ tx, actor, emit, unchanged }, { organizationId: id, [memberId]: member, organizationRoleIds }) {
      await lock(tx, 'organization', id, 'organizationId');
      if (!(await lockLink(tx, link, [id], member))) throw notFound(label, memberId);
      await lockKeyShare(tx, 'organizationRole', organizationRoleIds, 'organizationRoleIds');
      const { added, removed } = await replaceLinks(tx, roles, [id, member], organizationRoleIds);
      if (!added.length && !removed.length) return unchanged({ organization: id });
      await assertMayGrant({ tx, actor }, { organizationRoleIds: added, organizationId: id });
      const delta = { addedOrganizationRoleIds: added, removedOrganizationRoleIds: removed };
      const whose = { organizationId: id, userId: null, applicationId: null, [memberId]: member };
      emit('Organization.MemberRoles.Updated', id, { ...whose, ...delta }, id);
      return { organization: id };
    },
  });
}

/** The operations that change who is a member of an organization, and with which organization roles. */
const membershipOperations = <K extends Kind>(kind: K) => ({
  add: add(kind) as OfKind<K, ReturnType<typeof add>>,
  replace: replace(kind) as OfKind<K, ReturnType<typeof replace>>,
  remove: remove(kind) as OfKind<K, ReturnType<typeof remove>>,
  setRoles: setRoles(kind) as OfKind<K, ReturnType<typeof setRoles>>,
});
type OfKind<K extends Kind, Operation extends { input: z.ZodObject }> = WithoutFields<
  Operation,
  (typeof members)[Exclude<Kind, K>]['id' | 'ids']
>;

export const {
  add: addOrganizationMembers,
  replace: replaceOrganizationMembers,
  remove: removeOrganizationMember,
  setRoles: setOrganizationMemberRoles,
} = membershipOperations('user');

export const {
  add: addOrganizationApplications,
  replace: replaceOrganizationApplications,
  remove: removeOrganizationApplication,
  setRoles: setOrganizationApplicationRoles,
} = membershipOperations('application');

export const removeOrganizationMembers = defineBulk(removeOrganizationMember, {
  name: 'removeOrganizationMembers',
  summary: 'Remove many users and their organization roles from an organization.',
  words: {
    title: 'Remove {items} from {organizationId}',
    button: 'Remove {items}',
    danger: 'Their memberships end, with their organization roles.',
  },
  shared: ['organizationId'],
});
