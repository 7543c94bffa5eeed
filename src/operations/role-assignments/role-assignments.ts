import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { namedField, type WithoutFields } from '../../domain/named-field.ts';
import { idSchema, idsSchema, recordId } from '../../domain/text.ts';
import { defineBulk } from '../../kernel/bulk-operation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { revokeKeepingAdministrator } from '../../store/access/administrators.ts';
import { addLinks, removeLinks, replaceLinks } from '../../store/records/links.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { applicationOf, userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

/** The differences between users and applications as holders of roles. */
const holders = {
  user: {
    title: 'User',
    one: 'a user',
    note: '',
    permission: 'users:write',
    record: 'userId',
    path: '/users/:userId/roles',
    link: 'userRoles',
    event: 'User.Roles.Updated',
    lock: async (tx: Transaction, id: string) => ({ user: userOf(await lockUser(tx, id)) }),
    /** Only users count as administrators of the platform. */
    removing: revokeKeepingAdministrator,
  },
  application: {
    title: 'Application',
    one: 'an application',
    note: ' They apply when it acts on its own behalf.',
    permission: 'applications:write',
    record: 'applicationId',
    path: '/applications/:applicationId/roles',
    link: 'applicationRoles',
    event: 'Application.Roles.Updated',
    lock: async (tx: Transaction, id: string, now: Date) => ({
      application: applicationOf(await lockApplication(tx, id), now),
    }),
    removing: <T>(_tx: Transaction, _taken: unknown, _path: string, change: () => Promise<T>) => change(),
  },
} as const;
type Kind = keyof typeof holders;

const outputOf = (kind: Kind) => ({
  [kind]: entity(holders[kind].title, `The updated ${kind}.`),
});

function assign(kind: Kind) {
  const { title, one, note, permission, record, path, link, event, lock } = holders[kind];
  return defineOperation({
    name: `assign${title}Roles`,
    summary: `Assign roles to ${one}. Existing ones are kept.${note}`,
    words: {
      title: `Assign {roleIds} to {${record}}`,
      button: 'Assign {roleIds}',
      note: 'Present roles stay.',
      danger: null,
    },
    permission,
    record,
    route: { method: 'POST', path },
    input: z.strictObject({
      ...namedField(record, recordId(kind)),
      roleIds: idsSchema('role').describe('The roles to assign.'),
    }),
    output: outputOf(kind),
    inverse: { operation: `remove${title}Role`, field: 'roleId', takes: 'one', ids: 'addedRoleIds' },
    always: [event],
    async run({ tx, actor, now, emit, unchanged }, { [record]: id, roleIds }) {
      const holder = await lock(tx, id, now);
      await lockKeyShare(tx, 'role', roleIds, 'roleIds');
      const addedRoleIds = await addLinks(tx, link, [id], roleIds);
      if (!addedRoleIds.length) return unchanged({ [kind]: id });
      await assertMayGrant({ tx, actor }, { roleIds: addedRoleIds });
      emit(event, id, { ...holder, addedRoleIds, removedRoleIds: [] });
      return { [kind]: id };
    },
  });
}

function replace(kind: Kind) {
  const { title, one, note, permission, record, path, link, event, lock, removing } = holders[kind];
  return defineOperation({
    name: `replace${title}Roles`,
    summary: `Replace all roles of ${one}.${note}`,
    words: { title: `Replace all roles of {${record}}`, button: 'Replace roles', danger: null },
    permission,
    record,
    route: { method: 'PUT', path },
    input: z.strictObject({
      ...namedField(record, recordId(kind)),
      roleIds: idsSchema('role').describe('The new roles.'),
    }),
    output: outputOf(kind),
    inverse: { list: 'roleIds', added: 'addedRoleIds', removed: 'removedRoleIds' },
    always: [event],
    async run({ tx, actor, now, emit, unchanged }, { [record]: id, roleIds }) {
      const holder = await lock(tx, id, now);
      await lockKeyShare(tx, 'role', roleIds, 'roleIds');
      const { added, removed } = await removing(tx, { userId: id, roleIdsLeft: roleIds }, 'roleIds', () =>
        replaceLinks(tx, link, [id], roleIds),
      );
      if (!added.length && !removed.length) return unchanged({ [kind]: id });
      await assertMayGrant({ tx, actor }, { roleIds: added });
      emit(event, id, { ...holder, addedRoleIds: added, removedRoleIds: removed });
      return { [kind]: id };
    },
  });
}

function remove(kind: Kind) {
  const { title, one, permission, record, path, link, event, lock, removing } = holders[kind];
  return defineOperation({
    name: `remove${title}Role`,
    summary: `Remove a role from ${one}.`,
    words: {
      title: `Remove {roleId} from {${record}}`,
      button: 'Remove {roleId}',
      danger: `What this role grants to {${record}} ends.`,
    },
    permission,
    record,
    route: { method: 'DELETE', path: `${path}/:roleId` },
    input: z.strictObject({
      ...namedField(record, recordId(kind)),
      roleId: idSchema('role').describe('The role to remove.'),
    }),
    output: outputOf(kind),
    inverse: { operation: `assign${title}Roles`, field: 'roleIds', takes: 'list', ids: 'removedRoleIds' },
    always: [event],
    async run({ tx, now, emit }, { [record]: id, roleId }) {
      const holder = await lock(tx, id, now);
      const removedRoleIds = await removing(tx, { roleIds: [roleId] }, 'roleId', () =>
        removeLinks(tx, link, [id], [roleId]),
      );
      if (!removedRoleIds.length) throw notFound(`role of this ${kind}`, 'roleId');
      emit(event, id, { ...holder, addedRoleIds: [], removedRoleIds });
      return { [kind]: id };
    },
  });
}

/** The operations that change which roles a user or an application holds. */
const roleOperations = <K extends Kind>(kind: K) => ({
  assign: assign(kind) as OfKind<K, ReturnType<typeof assign>>,
  replace: replace(kind) as OfKind<K, ReturnType<typeof replace>>,
  remove: remove(kind) as OfKind<K, ReturnType<typeof remove>>,
});
type OfKind<K extends Kind, Operation extends { input: z.ZodObject }> = WithoutFields<
  Operation,
  (typeof holders)[Exclude<Kind, K>]['record']
>;

export const { assign: assignUserRoles, replace: replaceUserRoles, remove: removeUserRole } = roleOperations('user');

export const {
  assign: assignApplicationRoles,
  replace: replaceApplicationRoles,
  remove: removeApplicationRole,
} = roleOperations('application');

export const assignUsersRoles = defineBulk(assignUserRoles, {
  name: 'assignUsersRoles',
  summary: 'Assign roles to many users. Existing ones are kept.',
  words: {
    title: 'Assign {roleIds} to {items}',
    button: 'Assign {roleIds} to {items}',
    note: 'Present roles stay.',
    danger: null,
  },
  shared: ['roleIds'],
});

export const removeUsersRole = defineBulk(removeUserRole, {
  name: 'removeUsersRole',
  summary: 'Remove a role from many users.',
  words: {
    title: 'Remove {roleId} from {items}',
    button: 'Remove {roleId} from {items}',
    danger: 'What this role grants to them ends.',
  },
  shared: ['roleId'],
});
