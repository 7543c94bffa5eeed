import type { FeedEvent } from '../../data/feed/feed.ts';
import { eventTypeOf } from '../../data/feed/use-event-types.ts';
import type { Filter } from '../../parts/list/definition.ts';

/** One value of a condition that takes a list. */
const only = (value: string): string[] => [value];

const subjectKinds = [
  'API_RESOURCE',
  'APPLICATION',
  'CONNECTOR',
  'JOB',
  'ONE_TIME_TOKEN',
  'ORGANIZATION',
  'ORGANIZATION_INVITATION',
  'ORGANIZATION_ROLE',
  'ORGANIZATION_SCOPE',
  'RECIPIENT',
  'ROLE',
  'SCOPE',
  'SIGNING_KEY',
  'SIGN_IN_EXPERIENCE',
  'USER',
  'WEBHOOK',
];

/** The filters of the audit. */
export const eventFilters: readonly Filter[] = [
  { key: 'types', title: (words) => words.common.type, input: 'event type', read: only },
  { key: 'subjectId', title: (words) => words.common.idFilters.subjectId, input: 'text' },
  { key: 'actorId', title: (words) => words.common.by, input: 'actor' },
  { key: 'applicationId', title: (words) => words.events.through, input: 'record' },
  { key: 'organizationId', title: (words) => words.kinds.Organization, input: 'record' },
  { key: 'since', title: (words) => words.common.since, input: 'time', isExtra: true },
  { key: 'until', title: (words) => words.common.until, input: 'time', isExtra: true },
  { key: 'subjectKinds', title: (words) => words.events.subjectKind, values: subjectKinds, read: only, isExtra: true },
  {
    key: 'actorKinds',
    title: (words) => words.events.actorKind,
    values: ['APPLICATION', 'PLATFORM', 'USER', 'VISITOR'],
    read: only,
    isExtra: true,
  },
  { key: 'excludeActorId', input: 'text', isExtra: true },
  {
    key: 'families',
    title: (words) => words.events.family,
    values: ['MUTATION', 'INTERACTION', 'EXCEPTION'],
    read: only,
    isExtra: true,
  },
  {
    key: 'channels',
    title: (words) => words.events.channel,
    values: ['GRAPHQL', 'REST', 'SIGN_IN', 'ACCOUNT', 'PLATFORM'],
    read: only,
    isExtra: true,
  },
  { key: 'operation', title: (words) => words.common.operation, input: 'text', isExtra: true },
  { key: 'requestId', title: (words) => words.common.idFilters.requestId, input: 'text', isExtra: true },
  { key: 'traceId', title: (words) => words.common.idFilters.traceId, input: 'text', isExtra: true },
];

type Where = Readonly<Record<string, string | boolean>>;

/** The conditions whose members are in the feed. */
const conditions: Readonly<Record<string, (event: FeedEvent, value: unknown) => boolean>> = {
  types: ({ typeName }, value) => eventTypeOf(typeName) === value,
  subjectId: ({ subject }, value) => subject.id === value,
  subjectKinds: ({ subject }, value) => subject.kind === value,
  actorId: ({ actor }, value) => actor.id === value,
  actorKinds: ({ actor }, value) => actor.kind === value,
  excludeActorId: ({ actor }, value) => actor.id !== value,
  organizationId: ({ organizationId }, value) => organizationId === value,
  since: ({ timestamp }, value) => timestamp >= String(value),
  until: ({ timestamp }, value) => timestamp < String(value),
};

/** Whether an event of the feed meets all conditions. One that the feed does not contain is not met. */
export const meets = (event: FeedEvent, where: Where): boolean =>
  Object.entries(where).every(([name, value]) => conditions[name]?.(event, value) ?? false);

/** The conditions that a webhook can have, too. */
export const liveFilters = eventFilters
  .filter(({ key }) => ['types', 'subjectKinds', 'organizationId', 'excludeActorId'].includes(key))
  .map(({ isExtra: _isExtra, ...filter }) => filter);

/** The input of a webhook for the same events. */
export function webhookOf({ types, subjectKinds, organizationId, excludeActorId }: Where): Record<string, unknown> {
  return {
    ...(types === undefined ? {} : { eventTypes: [types] }),
    ...(subjectKinds === undefined ? {} : { subjectKinds: [subjectKinds] }),
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(excludeActorId === undefined ? {} : { excludeActorIds: [excludeActorId] }),
  };
}
