/** Which events a webhook receives. An empty list means all. */
export interface WebhookFilter {
  eventTypes: readonly string[];
  subjectKinds: readonly string[];
  organizationId: string | null;
  excludeActorIds: readonly string[];
}

interface FilteredEvent {
  type: string;
  subjectKind: string;
  organizationId: string | null;
  actor: { id: string | null };
}

/** Whether a filter can match events of a type. The type decides the kind of the subject. */
export const matchesType = (
  { eventTypes, subjectKinds }: WebhookFilter,
  { type, subjectKind }: Pick<FilteredEvent, 'type' | 'subjectKind'>,
): boolean =>
  (!eventTypes.length || eventTypes.includes(type)) && (!subjectKinds.length || subjectKinds.includes(subjectKind));

/** Whether a filter matches an event: the same rule as the SQL condition `matchesFilter` (store/webhooks/events.ts). */
export const matches = (filter: WebhookFilter, event: FilteredEvent): boolean =>
  matchesType(filter, event) &&
  (filter.organizationId === null || filter.organizationId === event.organizationId) &&
  (!filter.excludeActorIds.length || !filter.excludeActorIds.includes(event.actor.id ?? ''));
