import type { z } from 'zod';
import type { Actor } from '../kernel/actor.ts';
import type { EntityKind } from '../kernel/operation.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import type { ListedKind } from '../reads/list.ts';
import * as publicForm from '../store/records/shapes.ts';
import { figuresOfLastDay } from '../store/webhook-figures.ts';
import { webhookParts } from '../store/webhooks.ts';
import * as shape from '../vocabulary/resources.ts';
import { eventShape, showEvent } from './events.ts';
import { organizationApplication, organizationUser } from './memberships.ts';

/** Who reads a record, when, and the client to read with: in a dry run its transaction. */
export interface Viewer {
  actor: Actor;
  now: Date;
  prisma: Prisma | Transaction;
}

/** How records of one kind are found and shown. */
export interface RecordKind {
  /** The typed client's name of the model. */
  model: keyof Prisma;
  /** Where a record is: the last parameter names it among those that the others (columns of it) lead to. Also names of ids in inputs. */
  path: `/${string}`;
  /** The column that the last parameter is compared with. */
  key: string;
  /** What is shown, without the version. */
  shape: z.ZodObject;
  /** Whether its changes are counted. */
  isVersioned: boolean;
  /** What the database is asked for besides its columns. No client gets to read secret ones. */
  columns: { include?: object };
  /** Its public form. */
  show(row: never, viewer: Viewer): object;
  /** What is shown besides of each of these, which is no part of the records. */
  besides?(ids: readonly string[], viewer: Viewer): Promise<object[]>;
}

const versioned = { key: 'id', isVersioned: true, columns: {} };
const unversioned = { key: 'id', isVersioned: false, columns: {} };

/** Every kind of record that operations answer with, or that is listed. */
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
    show: (row: Parameters<typeof publicForm.organizationInvitationOf>[0], { now }: Viewer) =>
      publicForm.organizationInvitationOf(row, now),
  },
  SigningKey: {
    ...unversioned,
    model: 'signingKey',
    path: '/signing-keys/:signingKeyId',
    shape: shape.signingKeyShape,
    show: publicForm.signingKeyOf,
  },
  Webhook: {
    ...versioned,
    model: 'webhook',
    path: '/webhooks/:webhookId',
    shape: shape.webhookShape.extend({
      deliveryStats: shape.webhookDeliveryStatsShape.describe('How its deliveries went in the last 24 hours.'),
    }),
    columns: { include: webhookParts },
    show: (row: Parameters<typeof publicForm.webhookOf>[0], { now }: Viewer) => publicForm.webhookOf(row, now),
    besides: async (ids, { prisma, now }) =>
      (await figuresOfLastDay(prisma, ids, now)).map((deliveryStats) => ({ deliveryStats })),
  },
  WebhookDelivery: {
    ...unversioned,
    model: 'webhookDelivery',
    path: '/webhooks/:webhookId/deliveries/:deliveryId',
    shape: shape.webhookDeliveryShape,
    show: publicForm.webhookDeliveryOf,
  },
  Event: { ...unversioned, model: 'event', path: '/events/:eventId', shape: eventShape, show: showEvent },
  OrganizationUser: {
    ...unversioned,
    model: 'organizationUser',
    path: '/organizations/:organizationId/users/:userId',
    key: 'userId',
    ...organizationUser,
  },
  OrganizationApplication: {
    ...unversioned,
    model: 'organizationApplication',
    path: '/organizations/:organizationId/applications/:applicationId',
    key: 'applicationId',
    ...organizationApplication,
  },
} as const satisfies Record<ListedKind, RecordKind>;

/** The name that the id of such a record has in inputs and paths. */
export const idFieldOf = (kind: ListedKind): string => /:(\w+)$/.exec(recordKinds[kind].path)?.[1] ?? '';

/** A row of the database: whatever its kind, it has a version when its changes are counted. */
export interface Row {
  version?: number;
}

/** Records as callers see them, with their versions. */
export async function showRecords(
  kind: ListedKind,
  rows: readonly Row[],
  viewer: Viewer,
): Promise<Record<string, unknown>[]> {
  const { show, besides, isVersioned } = recordKinds[kind] as RecordKind;
  const ids = rows.map((row) => String((row as { id?: string }).id));
  const more = await besides?.(ids, viewer);
  return rows.map((row, index) => ({
    ...show(row as never, viewer),
    ...more?.[index],
    ...(isVersioned && { version: row.version }),
  }));
}

/** One of them. */
export const showRecord = async (kind: ListedKind, row: Row, viewer: Viewer): Promise<object> => ({
  ...(await showRecords(kind, [row], viewer))[0],
});

type Model = (typeof recordKinds)[ListedKind]['model'];
interface Finder {
  findFirst(query: object): Promise<Row | null>;
  findUnique(query: object): Promise<Row | null>;
  findMany(query: object): Promise<(Row & { id: string })[]>;
}

/** The row that an operation left, when no more than its columns is shown of such a record. */
export const rowAtHand = (kind: EntityKind, row: Row | undefined): Row | undefined =>
  Object.keys(recordKinds[kind].columns).length ? undefined : row;

/** The record with this id; null when there is none. */
export function findRow(prisma: Pick<Prisma, Model>, kind: EntityKind, id: string): Promise<Row | null> {
  const { model, columns } = recordKinds[kind];
  return (prisma[model] as unknown as Finder).findUnique({ ...columns, where: { id } });
}

/** Those records of these ids that there are. */
export function findRows(
  prisma: Pick<Prisma, Model>,
  kind: EntityKind,
  ids: string[],
): Promise<(Row & { id: string })[]> {
  const { model, columns } = recordKinds[kind];
  return (prisma[model] as unknown as Finder).findMany({ ...columns, where: { id: { in: ids } } });
}

/** The record that the parameters of its path name and that meets the condition; null when there is none. */
export function findAt(
  prisma: Pick<Prisma, Model>,
  kind: ListedKind,
  parameters: Readonly<Record<string, string>>,
  condition: object,
): Promise<Row | null> {
  const { model, columns, path, key } = recordKinds[kind];
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const place = names.map((name, index) => ({ [index === names.length - 1 ? key : name]: parameters[name] }));
  return (prisma[model] as unknown as Finder).findFirst({ ...columns, where: { AND: [...place, condition] } });
}

/** Below the API's prefix, where a record is. */
export function pathOfRecord(kind: ListedKind, row: Row): string {
  const { path, key } = recordKinds[kind];
  const columns = row as Record<string, unknown>;
  return path.replaceAll(/:(\w+)/g, (_, name: string) => String(columns[name === idFieldOf(kind) ? key : name]));
}

/** The version as an entity tag (RFC 9110 §8.8.3): what `If-Match` of the next change says. A strong one, for a weak one would never match there. */
export const etagOf = ({ version }: Row): { etag?: string } => (version === undefined ? {} : { etag: `"${version}"` });
