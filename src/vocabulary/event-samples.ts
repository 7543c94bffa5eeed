import { z } from 'zod';
import { type EventData, type EventType, events } from './events.ts';
import { type IdKind, idFieldOf, idKinds, kinds } from './kinds.ts';

/** An example of an event. */
interface EventSample<T extends EventType = EventType> {
  subjectId: string;
  organizationId: string | null;
  data: EventData<T>;
}

/** A realistic example of an event of a type, made from its schema. No record has these ids. */
export function sampleOf<T extends EventType>(type: T): EventSample<T> {
  const { subject, data } = events[type];
  const organizationId = /^organization(Invitation)?$/.test(subject) ? idOf('organization') : null;
  return { subjectId: idOf(subject), organizationId, data: valueOf(data, { type, path: '' }) as EventData<T> };
}

const suffix = '01jd3xk2m4e7wvq5z8s9t6r1ap';
/** An example id of a kind. */
const idOf = (kind: IdKind): string => `${kinds[kind].idPrefix}_${suffix}`;

/** The position of a value: the type of event, and the path of its field ("user.email"). */
interface Position {
  type: EventType;
  path: string;
}

function valueOf(schema: z.core.$ZodType, position: Position): unknown {
  const sample = valueAt(position);
  if (sample !== undefined) return sample;
  const { examples } = z.globalRegistry.get(schema) ?? {};
  if (Array.isArray(examples)) return examples[0];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, part]) => [name, valueOf(part, below(position, name))]),
      );
    case 'array':
      return [valueOf(def.element, position)];
    case 'nullable':
      return valueOf(def.innerType, position);
    case 'enum':
      return Object.values(def.entries)[0];
    default:
      throw new Error(`${position.type}: no example value for ${position.path}`);
  }
}

const below = ({ type, path }: Position, name: string): Position => ({ type, path: path ? `${path}.${name}` : name });

/**
 * The example value of this field in this type of event, of this field of this record, or of any field with this name.
 */
function valueAt({ type, path }: Position): unknown {
  const [field = ''] = path.split('.').slice(-1);
  if (field === 'createdAt' && type.endsWith('.Created')) return now;
  for (const key of [`${type} ${path}`, path, field]) if (key in values) return values[key];
  return idsNamed(field, path);
}

/**
 * "addedUserIds" → a list with the id of a user, "removedUserIds" → an empty list, "userId" and "user.id" → the id of a
 * user.
 */
function idsNamed(field: string, path: string): unknown {
  if (/^(removed|revoked).+s$/.test(field)) return [];
  const named = field === 'id' ? (path.split('.').at(-2) ?? '') : (/^(.+)Ids?$/.exec(field)?.[1] ?? '');
  const kind = idKinds
    .filter((kind) => namesOf(kind).some((name) => named.toLowerCase().endsWith(name.toLowerCase())))
    .sort((a, b) => b.length - a.length)[0];
  if (kind === undefined) return undefined;
  return field.endsWith('Ids') ? [idOf(kind)] : idOf(kind);
}

/** The names that fields have for a kind: "apiResourceId" and "apiResource.id". */
const namesOf = (kind: IdKind): string[] => [kind, idFieldOf(kind).replace(/Id$/, '')];

const before = '2026-11-02T08:00:00.000Z';
const now = '2026-11-20T10:15:30.000Z';
const later = '2026-11-27T10:15:30.000Z';

const values: Readonly<Record<string, unknown>> = {
  createdAt: before,
  updatedAt: now,
  isSuspended: false,
  suspendedAt: null,
  customData: { plan: 'enterprise' },
  changed: ['name'],
  previous: { name: 'Former name' },
  identifier: 'ada@example.com',
  'Identifier.Lockout until': later,
  sessionId: 'V1StGXR8_Z5jdHi6B-myT',

  'user.username': 'ada',
  'user.email': 'ada@example.com',
  'user.emailVerifiedAt': before,
  'user.phone': '+441632960961',
  'user.phoneVerifiedAt': null,
  'user.passwordResetRequiredAt': null,
  'user.name': 'Ada Lovelace',
  'user.avatar': 'https://example.com/ada.png',
  'user.profile': { givenName: 'Ada', familyName: 'Lovelace', locale: 'en-GB' },
  'user.lastSignInAt': now,
  'User.Created user.lastSignInAt': null,
  'User.SuspensionStatus.Updated user.isSuspended': true,
  'User.SuspensionStatus.Updated user.suspendedAt': now,

  'signInExperience.policy': {
    first: ['passkey', 'password'],
    second: { required: 'when-enrolled', ways: ['passkey', 'totp', 'backup-code'], trustedDeviceDays: 0 },
    signUp: {
      isOpen: false,
      verifies: ['email'],
      requires: ['password'],
      terms: null,
      domains: { allow: [], deny: [] },
    },
    phone: { countries: ['DE'] },
    password: { minimum: 8 },
    session: { limitSeconds: null, idleLimitSeconds: 86_400 },
  },
  'signInExperience.tests': [],
  'SignInExperience.Data.Updated changed': ['policy.password.minimum'],
  'SignInExperience.Data.Updated previous': { 'policy.password.minimum': 12 },

  'role.name': 'Editor',
  'role.description': 'Writes and changes documents.',
  'role.isDefault': false,

  'apiResource.name': 'Documents',
  'apiResource.indicator': 'https://documents.example.com',
  'apiResource.accessTokenTtl': 3600,
  'apiResource.accessTokenSigningAlg': 'ES256',
  'apiResource.isBuiltIn': false,
  'scope.name': 'documents:write',
  'scope.description': 'Write and change documents.',
  'Scope.Data.Updated changed': ['description'],
  'Scope.Data.Updated previous': { description: 'Write documents.' },

  'application.name': 'Documents service',
  'application.description': 'Stores documents.',
  'application.tokenExchangeAllowed': true,
  'application.managementApiAllowed': false,
  'application.isThirdParty': false,
  'application.pkceRequired': false,
  'application.grantTypes': ['CLIENT_CREDENTIALS'],
  'application.sessionLimitSeconds': null,
  'application.sessionIdleLimitSeconds': null,
  'application.redirectUris': [],
  'application.postLogoutRedirectUris': [],
  'application.corsOrigins': [],
  'application.lastUsedAt': '2026-11-20T00:00:00.000Z',
  'Application.Created application.lastUsedAt': null,
  'application.isBuiltIn': false,
  'application.jwks': null,
  'Application.Data.Updated changed': ['tokenExchangeAllowed'],
  'Application.Data.Updated previous': { tokenExchangeAllowed: false },
  'Application.SuspensionStatus.Updated application.isSuspended': true,
  'Application.SuspensionStatus.Updated application.suspendedAt': now,
  'addedSecrets.id': idOf('applicationSecret'),
  'addedSecrets.name': 'Production',
  'addedSecrets.prefix': 'Yx3k',
  'addedSecrets.expiresAt': null,
  'addedSecrets.lastUsedAt': null,

  'organization.name': 'Example GmbH',
  'organization.description': 'A customer of Example Inc.',
  'addedDomains.organizationRoleIds': [idOf('organizationRole')],
  removedDomains: [],
  'domains.domain': 'example.com',
  'organizationRole.name': 'Member',
  'organizationRole.description': 'Reads documents of the organization.',
  'organizationScope.name': 'documents:read',
  'organizationScope.description': 'Read documents of the organization.',
  'OrganizationScope.Data.Updated changed': ['description'],
  'OrganizationScope.Data.Updated previous': { description: 'Read documents.' },
  'members.applicationId': null,
  'Organization.MemberRoles.Updated applicationId': null,

  'organizationInvitation.inviteeEmail': 'grace@example.com',
  'organizationInvitation.inviterId': idOf('user'),
  'organizationInvitation.acceptedUserId': null,
  'organizationInvitation.expiresAt': later,
  'OrganizationInvitation.Updated changed': ['status', 'acceptedUserId'],
  'OrganizationInvitation.Updated previous': { status: 'Pending', acceptedUserId: null },
  'OrganizationInvitation.Updated organizationInvitation.status': 'Accepted',
  'OrganizationInvitation.Updated organizationInvitation.acceptedUserId': idOf('user'),

  'signingKey.algorithm': 'ES256',
  'signingKey.signsFrom': later,
  'signingKey.publishedUntil': null,
  'signingKey.createdAt': now,

  'Message.RateLimited action': 'reset-password',
  'Message.RateLimited recipient': 'ada@example.com',

  'connector.kind': 'email',
  'connector.driver': 'smtp',
  'connector.name': 'Mail relay',
  'connector.http': null,
  'connector.secretNames': ['password'],
  'connector.isEnabled': true,
  'connector.lastError': null,
  'connector.lastFailedAt': null,
  'connector.lastSucceededAt': now,
  'Connector.Created connector.isEnabled': false,
  'Connector.Created connector.lastSucceededAt': null,

  'Connector.Tested failure': null,
  'Connector.Failing connector.lastError': 'The mail server cannot be reached.',
  'Connector.Failing connector.lastFailedAt': now,

  'job.operation': 'assignUserRoles',
  'job.input': { roleIds: ['role_01jd3xk2m4e7wvq5z8s9t6r1ap'] },
  'job.state': 'finished',
  'job.reason': null,
  'job.total': 1204,
  'job.succeeded': 1203,
  'job.failed': 1,
  'job.finishedAt': now,
  'Job.Started job.state': 'running',
  'Job.Started job.succeeded': 0,
  'Job.Started job.failed': 0,
  'Job.Started job.finishedAt': null,
  'Job.Cancelled job.state': 'cancelled',

  'oneTimeToken.email': null,
  'oneTimeToken.expiresAt': later,
  'oneTimeToken.usedAt': null,
  'oneTimeToken.revokedAt': null,
  'OneTimeToken.Revoked oneTimeToken.revokedAt': now,

  'webhook.name': 'Search index',
  'webhook.url': 'https://index.example.com/events',
  'webhook.isEnabled': true,
  'webhook.disabledReason': null,
  'webhook.eventTypes': [],
  'webhook.subjectKinds': [],
  'webhook.organizationId': null,
  'webhook.excludeActorIds': [],
  'webhook.headerNames': ['Authorization'],
  'webhook.selection': null,
  'webhook.orderingTimeoutSeconds': 300,
  'Role.Deleted userCount': 1,
  'Role.Deleted applicationCount': 1,
  'OrganizationRole.Deleted memberCount': 1,
  'OrganizationRole.Deleted organizationInvitationCount': 1,
  'OrganizationRole.Deleted domainCount': 1,
  'ApiResource.Deleted deletedScopeCount': 1,
  'Webhook.Redelivery.Requested deliveryCount': 1,
  'Webhook.Redelivery.Requested since': null,
  'Webhook.Redelivery.Requested until': null,
  'Webhook.Redelivery.Requested eventTypes': [],
  'Webhook.Redelivery.Requested subjectId': null,
  'Webhook.Tested eventType': 'User.Created',
  'Webhook.Tested status': 204,
  'Webhook.Tested failure': null,
  'webhook.publicKeys': [],
  'webhook.failingSince': null,
  'webhook.pausedUntil': null,
  'Webhook.Disabled webhook.isEnabled': false,
  'Webhook.Disabled webhook.disabledReason': 'requested',
  'Webhook.Secret.Rotated previousSecretExpiresAt': later,
};
