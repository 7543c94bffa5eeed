import type { z } from 'zod';
import { usableGrantTypes } from '../../domain/grant-types.ts';
import { statusAt } from '../../domain/invitation.ts';
import { consoleClientId } from '../../vocabulary/console.ts';
import type * as model from '../../generated/prisma/client.ts';
import type { Row } from '../../platform/database/database.ts';
import type { signInExperienceShape } from '../../vocabulary/sign-in-experience.ts';
import { policyOf, policyTestsOf } from '../flows/policies.ts';
import type { connectorShape, HttpSettings, SmtpSettings } from '../../vocabulary/connector-shapes.ts';
import type { ConnectorDriver, ConnectorKind } from '../../vocabulary/connectors.ts';
import type { JobOperation, jobShape, JobState } from '../../vocabulary/job-shapes.ts';
import type { oneTimeTokenShape } from '../../vocabulary/one-time-token-shape.ts';
import type { organizationDomainShape } from '../../vocabulary/organization-shapes.ts';
import type * as delivery from '../../vocabulary/delivery-shapes.ts';
import type * as shape from '../../vocabulary/resources.ts';
import type { FactorKind } from '../../vocabulary/factors.ts';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';
import { iso, isoOrNull } from './times.ts';

/** Rows in their public shape (vocabulary/resources.ts), for events and responses. */
const stamps = (row: { createdAt: Date; updatedAt: Date }) => ({
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});
type Json = Record<string, unknown>;

export const userOf = (row: Row<'user'>): z.input<typeof shape.userShape> => ({
  id: row.id,
  username: row.username,
  email: row.email,
  emailVerifiedAt: isoOrNull(row.emailVerifiedAt),
  phone: row.phone,
  phoneVerifiedAt: isoOrNull(row.phoneVerifiedAt),
  passwordResetRequiredAt: isoOrNull(row.passwordResetRequiredAt),
  name: row.name,
  avatar: row.avatar,
  profile: row.profile as Json,
  customData: row.customData as Json,
  isSuspended: row.suspendedAt !== null,
  suspendedAt: isoOrNull(row.suspendedAt),
  lastSignInAt: isoOrNull(row.lastSignInAt),
  ...stamps(row),
});

export const factorOf = (row: Omit<model.Factor, 'encryptedSecret' | 'hash'>): z.input<typeof shape.factorShape> => ({
  id: row.id,
  userId: row.userId,
  kind: row.kind as FactorKind,
  name: row.name,
  isBackedUp: row.isBackedUp,
  aaguid: row.aaguid,
  createdAt: iso(row.createdAt),
  lastUsedAt: isoOrNull(row.lastUsedAt),
});

export const roleOf = (row: model.Role): z.input<typeof shape.roleShape> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  isDefault: row.isDefault,
  ...stamps(row),
});

export const apiResourceOf = (row: model.ApiResource): z.input<typeof shape.apiResourceShape> => ({
  id: row.id,
  name: row.name,
  indicator: row.indicator,
  accessTokenTtl: row.accessTokenTtl,
  accessTokenSigningAlg: row.accessTokenSigningAlg as SigningAlgorithm,
  isBuiltIn: row.isBuiltIn,
  ...stamps(row),
});

export const scopeOf = (row: model.Scope): z.input<typeof shape.scopeShape> => ({
  id: row.id,
  apiResourceId: row.apiResourceId,
  name: row.name,
  description: row.description,
  ...stamps(row),
});

export const applicationOf = (row: model.Application): z.input<typeof shape.applicationShape> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  isThirdParty: row.isThirdParty,
  tokenExchangeAllowed: row.tokenExchangeAllowed,
  pkceRequired: row.pkceRequired,
  idTokenSigningAlg: row.idTokenSigningAlg as SigningAlgorithm,
  grantTypes: usableGrantTypes(row),
  sessionLimitSeconds: row.sessionLimitSeconds,
  sessionIdleLimitSeconds: row.sessionIdleLimitSeconds,
  redirectUris: row.redirectUris,
  postLogoutRedirectUris: row.postLogoutRedirectUris,
  corsOrigins: row.corsOrigins,
  jwks: row.jwks as Json | null,
  logoUri: row.logoUri,
  customData: row.customData as Json,
  lastUsedAt: isoOrNull(row.lastUsedAt),
  isBuiltIn: row.id === consoleClientId,
  isSuspended: row.suspendedAt !== null,
  suspendedAt: isoOrNull(row.suspendedAt),
  ...stamps(row),
});

export const applicationSecretOf = (
  row: Omit<model.ApplicationSecret, 'hash'>,
): z.input<typeof shape.applicationSecretShape> => ({
  id: row.id,
  applicationId: row.applicationId,
  name: row.name,
  prefix: row.prefix,
  expiresAt: isoOrNull(row.expiresAt),
  lastUsedAt: isoOrNull(row.lastUsedAt),
  createdAt: iso(row.createdAt),
});

export const organizationOf = (row: Row<'organization'>): z.input<typeof shape.organizationShape> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  customData: row.customData as Json,
  ...stamps(row),
});

export const organizationDomainOf = (
  row: model.OrganizationDomain & { roles: { organizationRoleId: string }[] },
): z.input<typeof organizationDomainShape> => ({
  organizationId: row.organizationId,
  domain: row.domain,
  organizationRoleIds: row.roles.map(({ organizationRoleId }) => organizationRoleId).sort(),
  createdAt: iso(row.createdAt),
});

export const organizationRoleOf = (row: model.OrganizationRole): z.input<typeof shape.organizationRoleShape> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  ...stamps(row),
});

export const organizationScopeOf = (row: model.OrganizationScope): z.input<typeof shape.organizationScopeShape> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  ...stamps(row),
});

/** `now` determines whether it has expired. */
export const organizationInvitationOf = (
  row: model.OrganizationInvitation & { roles: { organizationRoleId: string }[] },
  now: Date,
): z.input<typeof shape.organizationInvitationShape> => ({
  id: row.id,
  organizationId: row.organizationId,
  inviteeEmail: row.inviteeEmail,
  inviterId: row.inviterId,
  acceptedUserId: row.acceptedUserId,
  organizationRoleIds: row.roles.map(({ organizationRoleId }) => organizationRoleId).sort(),
  status: statusAt(row, now),
  expiresAt: iso(row.expiresAt),
  ...stamps(row),
});

export const signingKeyOf = (row: Omit<model.SigningKey, 'encryptedKey'>): z.input<typeof shape.signingKeyShape> => ({
  id: row.id,
  algorithm: row.algorithm as SigningAlgorithm,
  signsFrom: iso(row.signsFrom),
  publishedUntil: isoOrNull(row.publishedUntil),
  createdAt: iso(row.createdAt),
});

/** `now` determines which key pairs are in use. */
export const webhookOf = (
  row: Omit<model.Webhook, 'encryptedHeaders'> & { secrets: { publicKey: string | null; expiresAt: Date | null }[] },
  now: Date,
): z.input<typeof shape.webhookShape> => ({
  id: row.id,
  name: row.name,
  url: row.url,
  isEnabled: row.isEnabled,
  disabledReason: row.disabledReason as shape.DisabledReason | null,
  eventTypes: row.eventTypes,
  subjectKinds: row.subjectKinds,
  organizationId: row.organizationId,
  excludeActorIds: row.excludeActorIds,
  headerNames: row.headerNames,
  selection: row.selection,
  orderingTimeoutSeconds: row.orderingTimeoutSeconds,
  publicKeys: signingPublicKeys(row.secrets, now),
  failingSince: isoOrNull(row.failingSince),
  pausedUntil: isoOrNull(row.pausedUntil),
  ...stamps(row),
});

export const oneTimeTokenOf = (row: Omit<model.OneTimeToken, 'secretHash'>): z.input<typeof oneTimeTokenShape> => ({
  id: row.id,
  email: row.email,
  userId: row.userId,
  organizationIds: row.organizationIds,
  expiresAt: iso(row.expiresAt),
  usedAt: isoOrNull(row.usedAt),
  revokedAt: isoOrNull(row.revokedAt),
  createdAt: iso(row.createdAt),
});

export const jobOf = (row: model.Job): z.input<typeof jobShape> => ({
  id: row.id,
  operation: row.operation as JobOperation,
  input: row.input as Json,
  state: row.state as JobState,
  reason: row.reason,
  total: row.total,
  succeeded: row.succeeded,
  failed: row.failed,
  requestId: (row.cause as { requestId: string }).requestId,
  createdAt: iso(row.createdAt),
  finishedAt: isoOrNull(row.finishedAt),
});

export const connectorOf = (row: Row<'connector'>): z.input<typeof connectorShape> => ({
  id: row.id,
  kind: row.kind as ConnectorKind,
  driver: row.driver as ConnectorDriver,
  name: row.name,
  smtp: row.driver === 'smtp' ? (row.settings as SmtpSettings) : null,
  http: row.driver === 'http' ? (row.settings as HttpSettings) : null,
  secretNames: row.secretNames,
  isEnabled: row.isEnabled,
  lastError: row.lastError,
  lastFailedAt: isoOrNull(row.lastFailedAt),
  lastSucceededAt: isoOrNull(row.lastSucceededAt),
  ...stamps(row),
});

export const signInExperienceOf = (row: model.SignInExperience): z.input<typeof signInExperienceShape> => ({
  id: row.id,
  policy: policyOf(row),
  tests: policyTestsOf(row),
  ...stamps(row),
});

/** The stored attempts of a delivery. Those of earlier versions have no digest. */
export const attemptsOf = ({ log }: Pick<model.WebhookDelivery, 'log'>): delivery.WebhookAttempt[] =>
  (log as delivery.WebhookAttempt[]).map((attempt) => ({ ...attempt, bodySha256: attempt.bodySha256 ?? null }));

export const webhookDeliveryOf = (row: model.WebhookDelivery): z.input<typeof delivery.webhookDeliveryShape> => ({
  id: row.id,
  webhookId: row.webhookId,
  eventId: row.eventId,
  eventType: row.eventType,
  status: row.status as delivery.DeliveryStatus,
  sequence: row.sequence === null ? null : Number(row.sequence),
  previousEventId: row.previousId,
  redelivery: row.redelivery as delivery.Redelivery | null,
  nextAttemptAt: isoOrNull(row.nextAttemptAt),
  firstAttemptAt: isoOrNull(row.firstAttemptAt),
  finishedAt: isoOrNull(row.finishedAt),
  attempts: attemptsOf(row),
  createdAt: iso(row.createdAt),
});

/** The public keys of the key pairs in use at `now`, in the given order. */
export const signingPublicKeys = (
  secrets: readonly { publicKey: string | null; expiresAt: Date | null }[],
  now: Date,
): string[] =>
  secrets.flatMap(({ publicKey, expiresAt }) =>
    publicKey !== null && (expiresAt === null || expiresAt > now) ? [publicKey] : [],
  );
