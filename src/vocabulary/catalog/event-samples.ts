import { type EventData, type EventType, events } from '../events.ts';
import { exampleOf } from '../examples.ts';
import { exampleIdOf } from '../ids.ts';
import type { SubjectKind } from '../kinds.ts';
import { exampleTimes } from '../shape-parts.ts';

/** An example of an event. */
interface EventSample<T extends EventType = EventType> {
  subjectId: string;
  organizationId: string | null;
  data: EventData<T>;
}

/** A realistic example of an event of a type, made from its schema. No record has these ids. */
export function sampleOf<T extends EventType>(type: T): EventSample<T> {
  const { subject, data: schema, lifecycle } = events[type];
  const subjectId = exampleIdOf(subject);
  const { [subject]: changed, ...others } = (particular[type] ?? {}) as Readonly<Record<string, unknown>>;
  const data = { ...(exampleOf(schema, type) as Record<string, unknown>), ...others };
  const record = data[subject];
  // A recipient is only a text.
  if (typeof record === 'object')
    data[subject] = { ...record, ...(lifecycle === 'created' && { createdAt: now }), ...(changed as object) };
  return { subjectId, organizationId: organizationOf(subject, record), data: data as EventData<T> };
}

const organizationOf = (subject: SubjectKind, record: unknown): string | null =>
  subject === 'organization'
    ? exampleIdOf('organization')
    : ((record as { organizationId?: string | null } | undefined)?.organizationId ?? null);

const { now } = exampleTimes;

/** The differences from the examples of the fields: whole fields, and fields of the record. */
type Particular<T extends EventType> = { [Field in keyof EventData<T>]?: Partial<EventData<T>[Field]> };

const particular: { [T in EventType]?: Particular<T> } = {
  'User.Created': { user: { lastSignInAt: null } },
  'User.Data.Updated': { sessionEpoch: null },
  'User.SuspensionStatus.Updated': { user: { isSuspended: true, suspendedAt: now } },
  'SignInExperience.Data.Updated': {
    changed: ['policy.password.minimum'],
    previous: { 'policy.password.minimum': 12 },
  },
  'Scope.Data.Updated': { changed: ['description'], previous: { description: 'Write documents.' } },
  'OrganizationScope.Data.Updated': { changed: ['description'], previous: { description: 'Read documents.' } },
  'Application.Created': { application: { lastUsedAt: null } },
  'Application.Data.Updated': {
    changed: ['tokenExchangeAllowed'],
    previous: { tokenExchangeAllowed: false },
    sessionEpoch: null,
  },
  'Application.SuspensionStatus.Updated': { application: { isSuspended: true, suspendedAt: now } },
  'OrganizationInvitation.Updated': {
    changed: ['status', 'acceptedUserId'],
    previous: { status: 'Pending', acceptedUserId: null },
    organizationInvitation: { status: 'Accepted', acceptedUserId: exampleIdOf('user') },
  },
  'Connector.Created': { connector: { isEnabled: false, lastSucceededAt: null } },
  'Connector.Failing': { connector: { lastError: 'The mail server cannot be reached.', lastFailedAt: now } },
  'IdentityProvider.Created': { identityProvider: { isEnabled: false, lastSucceededAt: null } },
  'IdentityProvider.Failing': {
    identityProvider: { lastError: 'The identity provider cannot be reached.', lastFailedAt: now },
  },
  'Job.Started': { job: { state: 'running', succeeded: 0, failed: 0, finishedAt: null } },
  'Job.Cancelled': { job: { state: 'cancelled' } },
  'OneTimeToken.Revoked': { oneTimeToken: { revokedAt: now } },
  'Webhook.Disabled': { webhook: { isEnabled: false, disabledReason: 'requested' } },
};
