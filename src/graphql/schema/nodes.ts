import type { Actor } from '../../kernel/actor.ts';
import { isId } from '../../platform/ids/ids.ts';
import { listOf } from '../../reads/index.ts';
import { visibleTo } from '../../reads/list.ts';
import { type EventType, eventTypes } from '../../vocabulary/events.ts';
import { type NodeKind, nodeKinds, type TypeName, typeNameOf } from '../../vocabulary/kinds.ts';

/** GraphQL types of records with an id. */
export type NodeType = TypeName<NodeKind>;

/** The kind of record of an id, by its prefix; undefined if there is none. */
export const kindOf = (id: string): NodeKind | undefined => nodeKinds.find((kind) => isId(kind, id));

/** "User.Data.Updated" → "UserDataUpdatedEvent". */
export const eventTypeNames = Object.fromEntries(
  eventTypes.map((type) => [type, `${type.replaceAll('.', '')}Event`]),
) as Record<EventType, string>;

/** The object type of a record; undefined if there is none. Each event type has its own. */
export function objectTypeOf(record: { id: string; type?: EventType }): string | undefined {
  const kind = kindOf(record.id);
  return kind === 'event' && record.type ? eventTypeNames[record.type] : kind && typeNameOf(kind);
}

/** A condition for the records of a kind that an actor may read. Throws FORBIDDEN if there are none. */
export const visibleNodes = (kind: NodeKind, actor: Actor): object => visibleTo<object>(listOf[kind], actor);

/**
 * The id to look a record up by: itself, or one that no record has if it is not an id of that kind. So all unknown ids
 * have the same result, and only well-formed ones reach the database.
 */
export const idOf = (kind: NodeKind, id: string): string => (isId(kind, id) ? id : '');
