import { z } from 'zod';
import { idSchema, textSchema } from '../domain/text.ts';
import { isId } from '../platform/ids/ids.ts';
import type { PositionedEvent } from '../store/logged-event.ts';
import { actorKinds, channels, events, type EventType, eventTypes } from '../vocabulary/events.ts';
import { eventFamilies } from '../vocabulary/event-parts.ts';
import { type SubjectKind, subjectKinds } from '../vocabulary/kinds.ts';
import { enumFilter, equals, idFilter } from './conditions.ts';

/** The conditions of lists and subscriptions. An event meets all of them. */
export const eventConditions = {
  types: enumFilter(eventTypes, 'Only events of these types.'),
  families: enumFilter(eventFamilies, 'Only events whose types belong to these families.'),
  subjectKinds: enumFilter(subjectKinds, 'Only events about records of these kinds.'),
  subjectId: idSchema(...subjectKinds)
    .optional()
    .describe('Only events about this record, which may have been deleted.'),
  organizationId: idFilter('organization', 'Only events of this organization.'),
  actorId: idSchema('application', 'user').optional().describe('Only events caused by this user or application.'),
  excludeActorId: idSchema('application', 'user').optional().describe('No events caused by this user or application.'),
  applicationId: idFilter(
    'application',
    'Only events of changes by users in which this application acted for them: it is one of `cause.applicationIds`.',
  ),
  actorKinds: enumFilter(actorKinds, 'Only events caused by actors of these kinds.'),
  channels: enumFilter(channels, 'Only events of changes through these channels.'),
  operation: textSchema(64).optional().describe('Only events of this operation: the name of the mutation.'),
  requestId: idSchema('request')
    .optional()
    .describe('Only events of this HTTP request: the value of its header `x-request-id`.'),
  traceId: idSchema()
    .optional()
    .describe('Only events of this trace (W3C Trace Context): 32 hex digits, as in `traceparent`, in lower case.'),
};
const filter = z.strictObject(eventConditions);
export type EventConditions = z.output<typeof filter>;

/** The types that the conditions leave; undefined if all are. The type decides family and kind of record. */
function typesOf({ types, families, subjectKinds: kinds }: EventConditions): EventType[] | undefined {
  if (!types && !families && !kinds) return undefined;
  return (types ?? eventTypes).filter((type) => {
    const { family, subject } = events[type];
    return (!families || families.includes(family)) && (!kinds || kinds.includes(subject));
  });
}

/** The kind of record that an id belongs to. */
export const subjectKindOf = (id: string): SubjectKind | undefined => subjectKinds.find((kind) => isId(kind, id));

const member = (column: 'actor' | 'cause', name: string, value: string | undefined): object =>
  value === undefined ? {} : { [column]: { path: [name], equals: value } };

/** Prisma ignores an empty OR beside other conditions: no event has one of no values. */
function anyMember(column: 'actor' | 'cause', name: string, values: readonly string[] | undefined): object {
  if (values === undefined) return {};
  return values.length ? { OR: values.map((value) => member(column, name, value)) } : { id: { in: [] } };
}

/** The conditions for the database, each as a `where` of Prisma. */
export function whereEvents(conditions: EventConditions): object[] {
  const { subjectId, organizationId, actorId, excludeActorId, applicationId } = conditions;
  const { operation, requestId, traceId } = conditions;
  const types = typesOf(conditions);
  return [
    types === undefined ? {} : { type: { in: types } },
    // The kind is the first column of the index.
    subjectId === undefined ? {} : { subjectKind: subjectKindOf(subjectId) ?? '', subjectId },
    equals('organizationId', organizationId),
    member('actor', 'id', actorId),
    excludeActorId === undefined ? {} : { NOT: member('actor', 'id', excludeActorId) },
    applicationId === undefined ? {} : { cause: { path: ['applicationIds'], array_contains: [applicationId] } },
    anyMember('actor', 'kind', conditions.actorKinds),
    anyMember('cause', 'channel', conditions.channels),
    member('cause', 'operation', operation),
    member('cause', 'requestId', requestId),
    member('cause', 'traceId', traceId),
  ];
}

/** The same conditions for one event. */
export function createEventTest(conditions: EventConditions): (event: PositionedEvent) => boolean {
  const { subjectId, organizationId, actorId, excludeActorId, operation, requestId, traceId } = conditions;
  const { applicationId, actorKinds, channels } = conditions;
  const types = typesOf(conditions);
  const tests = [
    types && isOneOf(types, ({ type }) => type),
    isEqual(subjectId, (event) => event.subjectId),
    isEqual(organizationId, (event) => event.organizationId),
    isEqual(actorId, ({ actor }) => actor.id),
    excludeActorId === undefined ? undefined : ({ actor }: PositionedEvent) => actor.id !== excludeActorId,
    applicationId === undefined
      ? undefined
      : ({ cause }: PositionedEvent) => cause.applicationIds.includes(applicationId),
    actorKinds && isOneOf(actorKinds, ({ actor }) => actor.kind),
    channels && isOneOf(channels, ({ cause }) => cause.channel),
    isEqual(operation, ({ cause }) => cause.operation),
    isEqual(requestId, ({ cause }) => cause.requestId),
    isEqual(traceId, ({ cause }) => cause.traceId),
  ].filter((test) => test !== undefined);
  return tests.length ? (event) => tests.every((test) => test(event)) : always;
}

const always = () => true;

/** Undefined without a condition: only the conditions of a subscription are tested for its events. */
const isEqual = (value: string | undefined, valueOf: (event: PositionedEvent) => string | null) =>
  value === undefined ? undefined : (event: PositionedEvent) => valueOf(event) === value;

function isOneOf<Value>(candidates: readonly Value[], valueOf: (event: PositionedEvent) => Value) {
  const values = new Set(candidates);
  return (event: PositionedEvent) => values.has(valueOf(event));
}
