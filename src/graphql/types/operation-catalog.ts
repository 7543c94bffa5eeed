import { bulkOperations, exposedOperations } from '../../operations/index.ts';
import type { ExposedOperation, Route } from '../../kernel/operation.ts';
import { builder } from '../schema/builder.ts';
import { type FieldPermission, fieldPermissionsOf } from '../schema/field-permissions.ts';
import { EventType } from './events/event.ts';
import { Permission } from './viewer.ts';

/** A mutation: an operation, or the bulk call of one. */
interface CatalogEntry {
  name: string;
  summary: string;
  operation: ExposedOperation;
  route: Route;
  isBulk: boolean;
}

const catalog: readonly CatalogEntry[] = [
  ...exposedOperations.map((operation) => ({ ...operation, operation, isBulk: false })),
  ...bulkOperations.map((bulk) => ({ ...bulk, isBulk: true })),
].toSorted((one, other) => (one.name < other.name ? -1 : 1));

const OperationInfo = builder.objectRef<CatalogEntry>('OperationInfo').implement({
  description: 'An operation of the Management API: a mutation, and a route of the REST API.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the mutation, as in `cause.operation`.', resolve: ({ name }) => name }),
    description: t.string({ description: 'One sentence: what it does.', resolve: ({ summary }) => summary }),
    permission: t.field({
      type: Permission,
      nullable: true,
      description:
        'The permission that it requires. Null if a user with any permission may run it: it changes their own.',
      resolve: ({ operation: { permission } }) => (permission === 'self' ? null : permission),
    }),
    organizationField: t.string({
      nullable: true,
      description:
        'Field of the input with the id of an organization: the permission in that organization is sufficient. Null if the permission must be held everywhere.',
      resolve: ({ operation }) => operation.organization ?? null,
    }),
    requiresRecentSignIn: t.boolean({
      description:
        'Whether it requires a recent sign-in of a user: of every call, or of those that give one of `recentSignInFields`. Other calls require one if they grant permissions of the Management API.',
      resolve: ({ operation: { recentSignIn } }) => recentSignIn !== false,
    }),
    recentSignInFields: t.field({
      type: ['String'],
      description: 'The fields of the input that require it. Empty if every call does, or none.',
      resolve: ({ operation: { recentSignIn } }) => (typeof recentSignIn === 'boolean' ? [] : recentSignIn),
    }),
    subjectField: t.string({
      nullable: true,
      description:
        'Field of the input with the id of the changed record, whose version `expectedVersion` is compared with. Null if the operation has no `expectedVersion`, or the record belongs to the caller.',
      resolve: ({ operation: { record, permission }, isBulk }) =>
        isBulk || permission === 'self' ? null : (record ?? null),
    }),
    hasIdempotencyKey: t.boolean({
      description: 'Whether it takes an `idempotencyKey`.',
      resolve: ({ route }) => route.method === 'POST',
    }),
    isBulk: t.boolean({ description: 'Whether it takes many items in one call.', resolve: ({ isBulk }) => isBulk }),
    alwaysEmits: t.field({
      type: [EventType],
      description: 'Types of the events that every call with a change emits.',
      resolve: ({ operation }) => operation.always,
    }),
    mayEmit: t.field({
      type: [EventType],
      description: 'Types of the events that a call may emit in addition.',
      resolve: ({ operation }) => operation.sometimes,
    }),
    method: t.string({ description: 'Method of the REST route.', resolve: ({ route }) => route.method }),
    path: t.string({
      description: 'Path of the REST route below the address of the API, for example `/users/:userId`.',
      resolve: ({ route }) => route.path,
    }),
  }),
});

const FieldPermissionInfo = builder.objectRef<FieldPermission>('FieldPermission').implement({
  description:
    'What a field requires of its caller. A client that skips what its `viewer` lacks gets no FORBIDDEN, for example by `@include`.',
  fields: (t) => ({
    typeName: t.exposeString('typeName', { description: 'Name of the type.' }),
    fieldName: t.exposeString('fieldName', {
      nullable: true,
      description: 'Name of the field; null for what the records of the type require, whichever field leads to them.',
    }),
    permissions: t.field({
      type: [Permission],
      description: 'The permissions, all of which are required.',
      resolve: ({ permissions }) => permissions,
    }),
    isSufficientInOrganization: t.exposeBoolean('isSufficientInOrganization', {
      description: 'Whether it is sufficient to hold them in one organization, for what belongs to it.',
    }),
  }),
});

builder.queryFields((t) => ({
  operations: t.field({
    type: [OperationInfo],
    nullable: true,
    authScopes: { signedIn: true },
    description: 'All operations, by name. Requires an access token, but no permission.',
    resolve: () => catalog,
  }),
  fieldPermissions: t.field({
    type: [FieldPermissionInfo],
    nullable: true,
    authScopes: { signedIn: true },
    description:
      'The permissions of all types and fields that require one, mutations excepted. Requires an access token, but no permission.',
    resolve: (_root, _args, _context, { schema }) => fieldPermissionsOf(schema),
  }),
}));
