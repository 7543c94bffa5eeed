import type { z } from 'zod';
import type { EntityKind } from '../kernel/operation.ts';
import type { Prisma } from '../platform/database.ts';
import * as publicForm from '../store/shapes.ts';
import * as shape from '../vocabulary/resources.ts';

/** How records of one kind are found and shown. */
export interface RecordKind {
  /** The typed client's name of the model. */
  model: keyof Prisma;
  /** Where a record is: the last parameter is its own id, the others are columns of it. Also the name of that id in inputs. */
  path: `/${string}`;
  /** What is shown, without the version. */
  shape: z.ZodObject;
  /** Whether its changes are counted. */
  isVersioned: boolean;
  /** What the database is asked for besides its columns. No client gets to read secret ones. */
  columns: { include?: object };
  /** Its public form. */
  show(row: never, now: Date): object;
}

const versioned = { isVersioned: true, columns: {} };
const unversioned = { isVersioned: false, columns: {} };

/** Every kind of record that operations answer with. */
export const recordKinds = {
  User: {
    ...versioned,
    model: 'user',
    path: '/users/:userId',
    shape: shape.userShape,
    show: publicForm.userOf,
  },
  Role: { ...versioned, model: 'role', path: '/roles/:roleId', shape: shape.roleShape, show: publicForm.roleOf },
  ApiResource: {
    ...versioned,
    model: 'apiResource',
    path: '/resources/:resourceId',
    shape: shape.apiResourceShape,
    show: publicForm.apiResourceOf,
  },
  Scope: {
    ...versioned,
    model: 'scope',
    path: '/resources/:resourceId/scopes/:scopeId',
    shape: shape.scopeShape,
    show: publicForm.scopeOf,
  },
  Application: {
    ...versioned,
    model: 'application',
    path: '/applications/:applicationId',
    shape: shape.applicationShape,
    show: publicForm.applicationOf,
  },
  ApplicationSecret: {
    ...unversioned,
    model: 'applicationSecret',
    path: '/applications/:applicationId/secrets/:secretId',
    shape: shape.applicationSecretShape,
    show: publicForm.applicationSecretOf,
  },
  Organization: {
    ...versioned,
    model: 'organization',
    path: '/organizations/:organizationId',
    shape: shape.organizationShape,
    show: publicForm.organizationOf,
  },
  OrganizationRole: {
    ...versioned,
    model: 'organizationRole',
    path: '/organization-roles/:organizationRoleId',
    shape: shape.organizationRoleShape,
    show: publicForm.organizationRoleOf,
  },
  OrganizationScope: {
    ...versioned,
    model: 'organizationScope',
    path: '/organization-scopes/:organizationScopeId',
    shape: shape.organizationScopeShape,
    show: publicForm.organizationScopeOf,
  },
  OrganizationInvitation: {
    ...versioned,
    model: 'organizationInvitation',
    path: '/organization-invitations/:invitationId',
    shape: shape.organizationInvitationShape,
    columns: { include: { roles: { select: { organizationRoleId: true } } } },
    show: publicForm.organizationInvitationOf,
  },
  SigningKey: {
    ...unversioned,
    model: 'signingKey',
    path: '/signing-keys/:signingKeyId',
    shape: shape.signingKeyShape,
    show: publicForm.signingKeyOf,
  },
} as const satisfies Record<EntityKind, RecordKind>;

/** The name that the id of such a record has in inputs and paths. */
export const idFieldOf = (kind: EntityKind): string => /:(\w+)$/.exec(recordKinds[kind].path)?.[1] ?? '';

/** A row of the database: whatever its kind, it has an id, and a version when its changes are counted. */
export interface Row {
  id: string;
  version?: number;
}

/** The record as callers see it, with its version. */
export function showRecord(kind: EntityKind, row: Row, now: Date): Record<string, unknown> {
  const { show } = recordKinds[kind] as RecordKind;
  return { ...show(row as never, now), ...(row.version !== undefined && { version: row.version }) };
}

interface Finder {
  findFirst(query: object): Promise<Row | null>;
  findUnique(query: object): Promise<Row | null>;
}

/** The record with this id, when it meets the condition; null when there is none. */
export function findRow(
  prisma: Pick<Prisma, (typeof recordKinds)[EntityKind]['model']>,
  kind: EntityKind,
  id: string,
  condition: object = {},
): Promise<Row | null> {
  const { model, columns } = recordKinds[kind];
  const finder = prisma[model] as unknown as Finder;
  const isPlain = Object.keys(condition).length === 0;
  if (isPlain) return finder.findUnique({ ...columns, where: { id } });
  return finder.findFirst({ ...columns, where: { AND: [{ id }, condition] } });
}

/** Below the API's prefix, where a record is. */
export const pathOfRecord = (kind: EntityKind, row: Row): string =>
  recordKinds[kind].path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === idFieldOf(kind) ? row.id : String((row as unknown as Record<string, unknown>)[name]),
  );
