import { type EventType, eventTypes } from '../events.ts';

/** Names of the types of events in GraphQL and OpenAPI: "User.Data.Updated" is UserDataUpdatedEvent. */
export const eventTypeNames = Object.fromEntries(
  eventTypes.map((type) => [type, `${type.replaceAll('.', '')}Event`]),
) as Record<EventType, string>;
