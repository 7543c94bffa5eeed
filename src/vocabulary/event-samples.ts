import { z } from 'zod';
import { type EventData, type EventType, events } from './events.ts';
import { exampleIdOf } from './ids.ts';
import { type IdKind, idFieldOf, idKinds } from './kinds.ts';
import { examples, exampleTimes } from './shape-parts.ts';

/** An example of an event. */
interface EventSample<T extends EventType = EventType> {
  subjectId: string;
  organizationId: string | null;
  data: EventData<T>;
}

/** A realistic example of an event of a type, made from its schema. No record has these ids. */
export function sampleOf<T extends EventType>(type: T): EventSample<T> {
  const { subject, data } = events[type];
  const organizationId = /^organization(Invitation)?$/.test(subject) ? exampleIdOf('organization') : null;
  return { subjectId: exampleIdOf(subject), organizationId, data: valueOf(data, { type, path: '' }) as EventData<T> };
}

/** The position of a value: the type of event, and the path of its field ("user.email"). */
interface Position {
  type: EventType;
  path: string;
}

function valueOf(schema: z.core.$ZodType, position: Position): unknown {
  const { type, path } = position;
  if (`${type} ${path}` in values) return values[`${type} ${path}`];
  const described = exampleOf(schema);
  if (described) return described.example;
  const named = valueAt(position);
  if (named !== undefined) return named;
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

/** The example in the shape of the record, or in its JSON schema. */
function exampleOf(schema: z.core.$ZodType): { example: unknown } | undefined {
  const published = z.globalRegistry.get(schema)?.['examples'];
  return examples.get(schema) ?? (Array.isArray(published) ? { example: published[0] } : undefined);
}

const below = ({ type, path }: Position, name: string): Position => ({ type, path: path ? `${path}.${name}` : name });

/** The example value of this field of this record, or of any field with this name. */
function valueAt({ type, path }: Position): unknown {
  const [field = ''] = path.split('.').slice(-1);
  if (field === 'createdAt' && type.endsWith('.Created')) return now;
  for (const key of [path, field]) if (key in values) return values[key];
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
  return field.endsWith('Ids') ? [exampleIdOf(kind)] : exampleIdOf(kind);
}

/** The names that fields have for a kind: "apiResourceId" and "apiResource.id". */
const namesOf = (kind: IdKind): string[] => [kind, idFieldOf(kind).replace(/Id$/, '')];

const { before, now, later } = exampleTimes;

/** Examples of fields that several records have, and of fields in one type of event. */
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

  'User.Created user.lastSignInAt': null,
  'User.SuspensionStatus.Updated user.isSuspended': true,
  'User.SuspensionStatus.Updated user.suspendedAt': now,

  'SignInExperience.Data.Updated changed': ['policy.password.minimum'],
  'SignInExperience.Data.Updated previous': { 'policy.password.minimum': 12 },

  'Scope.Data.Updated changed': ['description'],
  'Scope.Data.Updated previous': { description: 'Write documents.' },

  'Application.Created application.lastUsedAt': null,
  'Application.Data.Updated changed': ['tokenExchangeAllowed'],
  'Application.Data.Updated previous': { tokenExchangeAllowed: false },
  'Application.SuspensionStatus.Updated application.isSuspended': true,
  'Application.SuspensionStatus.Updated application.suspendedAt': now,
  'addedSecrets.id': exampleIdOf('applicationSecret'),

  'addedDomains.organizationRoleIds': [exampleIdOf('organizationRole')],
  removedDomains: [],
  'domains.domain': 'example.com',
  'OrganizationScope.Data.Updated changed': ['description'],
  'OrganizationScope.Data.Updated previous': { description: 'Read documents.' },
  'members.applicationId': null,
  'Organization.MemberRoles.Updated applicationId': null,

  'organizationInvitation.inviterId': exampleIdOf('user'),
  'OrganizationInvitation.Updated changed': ['status', 'acceptedUserId'],
  'OrganizationInvitation.Updated previous': { status: 'Pending', acceptedUserId: null },
  'OrganizationInvitation.Updated organizationInvitation.status': 'Accepted',
  'OrganizationInvitation.Updated organizationInvitation.acceptedUserId': exampleIdOf('user'),

  'Message.RateLimited action': 'reset-password',
  'Message.RateLimited recipient': 'ada@example.com',

  'Connector.Created connector.isEnabled': false,
  'Connector.Created connector.lastSucceededAt': null,

  'Connector.Tested failure': null,
  'Connector.Failing connector.lastError': 'The mail server cannot be reached.',
  'Connector.Failing connector.lastFailedAt': now,

  'Job.Started job.state': 'running',
  'Job.Started job.succeeded': 0,
  'Job.Started job.failed': 0,
  'Job.Started job.finishedAt': null,
  'Job.Cancelled job.state': 'cancelled',

  'OneTimeToken.Revoked oneTimeToken.revokedAt': now,

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
  'Webhook.Disabled webhook.isEnabled': false,
  'Webhook.Disabled webhook.disabledReason': 'requested',
  'Webhook.Secret.Rotated previousSecretExpiresAt': later,
};
