import { z } from 'zod';
import { signInPolicySchema } from '../../domain/flow/policy.ts';
import { policyTestsSchema } from '../../domain/flow/policy-tests.ts';
import { stateInRotation } from '../../domain/oauth/signing-keys.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { withRoles } from '../../store/records/invitations.ts';
import { withProviderDomains, withProviderRoles } from '../../store/identity-providers/parts.ts';
import { withDomainRoles } from '../../store/records/organization-domains.ts';
import * as person from '../../store/records/people-shapes.ts';
import * as publicForm from '../../store/records/shapes.ts';
import { statisticsOfLastDay } from '../../store/webhooks/statistics.ts';
import { webhookParts } from '../../store/webhooks/webhook.ts';
import { connectorShape } from '../../vocabulary/connectors/connector-shapes.ts';
import { eventShape } from '../../vocabulary/catalog/event-shape.ts';
import * as provider from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import * as personShape from '../../vocabulary/records/people-shapes.ts';
import { idFieldOf, kinds, type RecordKind } from '../../vocabulary/kinds.ts';
import { jobFailures, jobShape } from '../../vocabulary/records/job-shapes.ts';
import { oneTimeTokenShape } from '../../vocabulary/records/one-time-token-shape.ts';
import * as organization from '../../vocabulary/records/organization-shapes.ts';
import * as delivery from '../../vocabulary/records/delivery-shapes.ts';
import * as shape from '../../vocabulary/resources.ts';
import { describedLike, version } from '../../vocabulary/shape-parts.ts';
import { signInExperienceShape } from '../../vocabulary/sign-in-experience.ts';
import { showEvent } from './events.ts';
import { organizationApplication, organizationUser } from './memberships.ts';
import { parametersIn } from '../route.ts';
import type { Viewer } from './viewer.ts';

/** Functions that find and show records of a kind. */
interface RecordView {
  /** The path of a record. Its last parameter identifies the record; the others are columns. */
  path: `/${string}`;
  /** The column that the last parameter is compared with. */
  key: string;
  /** The JSON of a record, without the version. */
  shape: z.ZodObject;
  /** Relations to read with the columns, which exclude secrets. */
  columns: { include?: object };
  /** Its public form. */
  show(row: never, viewer: Viewer): object;
  /** Extra fields of each record that are not stored in it. */
  extras?(ids: readonly string[], viewer: Viewer): Promise<object[]>;
}

const byId = { key: 'id', columns: {} };

/** Every kind of record. */
export const recordViews = {
  user: {
    ...byId,
    path: '/users/:userId',
    shape: shape.userShape,
    show: publicForm.userOf,
  },
  factor: {
    ...byId,
    path: '/users/:userId/factors/:factorId',
    shape: shape.factorShape,
    show: publicForm.factorOf,
  },
  device: {
    ...byId,
    path: '/users/:userId/devices/:deviceId',
    shape: personShape.deviceShape,
    columns: { include: { user: { select: { sessionEpoch: true } } } },
    show: (row: Parameters<typeof person.deviceOf>[0], { now }: Viewer) => person.deviceOf(row, now),
  },
  userIdentity: {
    ...byId,
    path: '/users/:userId/identities/:identityId',
    shape: provider.userIdentityShape,
    show: publicForm.userIdentityOf,
  },
  signInAttempt: {
    ...byId,
    path: '/sign-in-attempts/:signInAttemptId',
    shape: personShape.signInAttemptShape,
    columns: { include: person.newestEntries },
    show: (row: Parameters<typeof person.signInAttemptOf>[0], { now }: Viewer) => person.signInAttemptOf(row, now),
  },
  signInExperience: {
    ...byId,
    path: '/sign-in-experiences/:signInExperienceId',
    shape: signInExperienceShape.extend({
      policy: describedLike(signInExperienceShape.shape.policy, signInPolicySchema),
      tests: describedLike(signInExperienceShape.shape.tests, policyTestsSchema),
    }),
    show: publicForm.signInExperienceOf,
  },
  message: { ...byId, path: '/messages/:messageId', shape: personShape.messageShape, show: person.publicMessageOf },
  role: { ...byId, path: '/roles/:roleId', shape: shape.roleShape, show: publicForm.roleOf },
  apiResource: {
    ...byId,
    path: '/resources/:apiResourceId',
    shape: shape.apiResourceShape,
    show: publicForm.apiResourceOf,
  },
  scope: {
    ...byId,
    path: '/resources/:apiResourceId/scopes/:scopeId',
    shape: shape.scopeShape,
    show: publicForm.scopeOf,
  },
  application: {
    ...byId,
    path: '/applications/:applicationId',
    shape: shape.applicationShape,
    show: (row: Parameters<typeof publicForm.applicationOf>[0], { now }: Viewer) => publicForm.applicationOf(row, now),
  },
  applicationSecret: {
    ...byId,
    path: '/applications/:applicationId/secrets/:secretId',
    shape: shape.applicationSecretShape,
    show: publicForm.applicationSecretOf,
  },
  organization: {
    ...byId,
    path: '/organizations/:organizationId',
    shape: organization.organizationShape,
    show: publicForm.organizationOf,
  },
  organizationDomain: {
    path: '/organizations/:organizationId/domains/:domain',
    key: 'domain',
    shape: organization.organizationDomainShape,
    columns: { include: withDomainRoles },
    show: publicForm.organizationDomainOf,
  },
  organizationRole: {
    ...byId,
    path: '/organization-roles/:organizationRoleId',
    shape: organization.organizationRoleShape,
    show: publicForm.organizationRoleOf,
  },
  organizationScope: {
    ...byId,
    path: '/organization-scopes/:organizationScopeId',
    shape: organization.organizationScopeShape,
    show: publicForm.organizationScopeOf,
  },
  organizationInvitation: {
    ...byId,
    path: '/organization-invitations/:organizationInvitationId',
    shape: organization.organizationInvitationShape,
    columns: { include: withRoles },
    show: (row: Parameters<typeof publicForm.organizationInvitationOf>[0], { now }: Viewer) =>
      publicForm.organizationInvitationOf(row, now),
  },
  signingKey: {
    ...byId,
    path: '/signing-keys/:signingKeyId',
    shape: shape.signingKeyShape.extend(shape.signingKeyRotation),
    show: publicForm.signingKeyOf,
    extras: async (ids, { prisma, now }) => {
      const keys = await prisma.signingKey.findMany();
      return ids.map((id) => {
        const { state, lastTokenUntil } = stateInRotation(id, keys, now);
        return { state, lastTokenUntil: lastTokenUntil?.toISOString() ?? null };
      });
    },
  },
  connector: { ...byId, path: '/connectors/:connectorId', shape: connectorShape, show: publicForm.connectorOf },
  identityProvider: {
    ...byId,
    path: '/identity-providers/:identityProviderId',
    shape: provider.identityProviderShape,
    columns: { include: withProviderDomains },
    show: publicForm.identityProviderOf,
  },
  identityProviderOrganization: {
    path: '/organizations/:organizationId/identity-providers/:identityProviderId',
    key: 'identityProviderId',
    shape: provider.identityProviderOrganizationShape,
    columns: { include: withProviderRoles },
    show: publicForm.identityProviderOrganizationOf,
  },
  oneTimeToken: {
    ...byId,
    path: '/one-time-tokens/:oneTimeTokenId',
    shape: oneTimeTokenShape,
    show: publicForm.oneTimeTokenOf,
  },
  job: {
    ...byId,
    path: '/jobs/:jobId',
    shape: jobShape.extend({ failures: jobFailures }),
    show: (row: Parameters<typeof publicForm.jobOf>[0]) => ({ ...publicForm.jobOf(row), failures: row.failures }),
  },
  webhook: {
    ...byId,
    path: '/webhooks/:webhookId',
    shape: delivery.webhookShape.extend({ deliveryStats: delivery.deliveryStats }),
    columns: { include: webhookParts },
    show: (row: Parameters<typeof publicForm.webhookOf>[0], { now }: Viewer) => publicForm.webhookOf(row, now),
    extras: async (ids, { prisma, now }) =>
      (await statisticsOfLastDay(prisma, ids, now)).map((deliveryStats) => ({ deliveryStats })),
  },
  webhookDelivery: {
    ...byId,
    path: '/webhooks/:webhookId/deliveries/:deliveryId',
    shape: delivery.webhookDeliveryShape,
    show: publicForm.webhookDeliveryOf,
  },
  event: { ...byId, path: '/events/:eventId', shape: eventShape, show: showEvent },
  organizationUser: {
    ...byId,
    path: '/organizations/:organizationId/users/:userId',
    key: 'userId',
    ...organizationUser,
  },
  organizationApplication: {
    ...byId,
    path: '/organizations/:organizationId/applications/:applicationId',
    key: 'applicationId',
    ...organizationApplication,
  },
} as const satisfies Record<RecordKind, RecordView>;

/** Whether records of the kind have a version, which is their entity tag. */
const isVersioned = (kind: RecordKind): boolean => 'table' in kinds[kind];

/** The JSON of a record, with its version. */
export const publishedShape = (kind: RecordKind): z.ZodObject =>
  z.strictObject({ ...recordViews[kind].shape.shape, ...(isVersioned(kind) && { version }) });

/** A row of any kind; versioned kinds have a version. */
export interface Row {
  version?: number;
}

/** The JSON of records, with their versions. */
export async function showRecords(
  kind: RecordKind,
  rows: readonly Row[],
  viewer: Viewer,
): Promise<Record<string, unknown>[]> {
  const { show, extras } = recordViews[kind] as RecordView;
  const ids = rows.map((row) => String((row as { id?: string }).id));
  const more = await extras?.(ids, viewer);
  return rows.map((row, index) => ({
    ...show(row as never, viewer),
    ...more?.[index],
    ...(isVersioned(kind) && { version: row.version }),
  }));
}

/** The JSON of one record. */
export const showRecord = async (kind: RecordKind, row: Row, viewer: Viewer): Promise<object> => ({
  ...(await showRecords(kind, [row], viewer))[0],
});

interface Finder {
  findFirst(query: object): Promise<Row | null>;
  findUnique(query: object): Promise<Row | null>;
  findMany(query: object): Promise<(Row & { id: string })[]>;
}

/** The row that an operation returned, if the JSON of the kind needs only columns. */
export const rowAtHand = (kind: RecordKind, row: Row | undefined): Row | undefined =>
  Object.keys(recordViews[kind].columns).length ? undefined : row;

/** The record with this id, or null. */
export function findRow(prisma: Pick<Prisma, RecordKind>, kind: RecordKind, id: string): Promise<Row | null> {
  const { columns } = recordViews[kind];
  return (prisma[kind] as unknown as Finder).findUnique({ ...columns, where: { id } });
}

/** The records with these ids that exist. */
export function findRows(
  prisma: Pick<Prisma, RecordKind>,
  kind: RecordKind,
  ids: string[],
): Promise<(Row & { id: string })[]> {
  const { columns } = recordViews[kind];
  return (prisma[kind] as unknown as Finder).findMany({ ...columns, where: { id: { in: ids } } });
}

/** The record at a path that meets the condition, or null. */
export function findAt(
  prisma: Pick<Prisma, RecordKind>,
  kind: RecordKind,
  parameters: Readonly<Record<string, string>>,
  condition: object,
): Promise<Row | null> {
  const { columns, path, key } = recordViews[kind];
  const names = parametersIn(path);
  const place = names.map((name, index) => ({ [index === names.length - 1 ? key : name]: parameters[name] }));
  return (prisma[kind] as unknown as Finder).findFirst({ ...columns, where: { AND: [...place, condition] } });
}

/** The path of a record, without the prefix of the API. */
export function pathOfRecord(kind: RecordKind, row: Row): string {
  const { path, key } = recordViews[kind];
  const columns = row as Record<string, unknown>;
  return path.replaceAll(/:(\w+)/g, (_, name: string) => String(columns[name === idFieldOf(kind) ? key : name]));
}
