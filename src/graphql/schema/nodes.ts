import type { Actor } from '../../kernel/actor.ts';
import { isId } from '../../platform/ids/ids.ts';
import { listOf } from '../../reads/index.ts';
import { visibleTo } from '../../reads/list.ts';
import { membershipId, type MembershipKey, membershipWith } from '../../reads/membership-ids.ts';
import { eventTypeNames } from '../../vocabulary/catalog/event-type-names.ts';
import type { EventType } from '../../vocabulary/events.ts';
import {
  idFieldOf,
  kinds,
  type MembershipKind,
  membershipKinds,
  type NodeKind,
  nodeKinds,
  publishedTypeOf,
} from '../../vocabulary/kinds.ts';

/** Kinds of record that can be looked up by id: memberships by an id that is not stored. */
export type LookUpKind = NodeKind | MembershipKind;
export const lookUpKinds: readonly LookUpKind[] = [...nodeKinds, ...membershipKinds];

/** The kind of record of an id, by its prefix; undefined if there is none. */
export const kindOf = (id: string): LookUpKind | undefined =>
  nodeKinds.find((kind) => isId(kind, id)) ?? membershipWith(id)?.kind;

/** The condition of the records of a kind that have these ids. */
export const withIds = (kind: LookUpKind, ids: readonly string[]): object =>
  isMembership(kind) ? { OR: ids.map((id) => membershipWith(id)?.key) } : { id: { in: ids } };

/** The id of a record that was looked up by id. */
export const idOfRecord = (kind: LookUpKind, record: object): string =>
  isMembership(kind) ? membershipId(kind, record as MembershipKey) : (record as { id: string }).id;

const isMembership = (kind: LookUpKind): kind is MembershipKind => 'membership' in kinds[kind];

/** The object type of a record; undefined if there is none. Each event type has its own. */
export function objectTypeOf(record: { id: string; type?: EventType }): string | undefined {
  const kind = kindOf(record.id);
  return kind === 'event' && record.type ? eventTypeNames[record.type] : kind && publishedTypeOf(kind);
}

/** A condition for the records of a kind that an actor may read. Throws FORBIDDEN if there are none. */
export const visibleNodes = (kind: LookUpKind, actor: Actor): object => visibleTo<object>(listOf[kind], actor);

/** Placeholder id that matches no record. It is looked up instead of null, in one statement with other ids. */
export const noId = '';

/**
 * The id to look a record up by: itself, or one that no record has if it is not an id of that kind. So all unknown ids
 * have the same result, and only well-formed ones reach the database.
 */
export const idOf = (kind: NodeKind, id: string): string => (isId(kind, id) ? id : noId);

/** The same as the unique condition of a query. */
export function uniqueWith(kind: LookUpKind, id: string): object {
  if (!isMembership(kind)) return { id: idOf(kind, id) };
  const member = idFieldOf(kind);
  const membership = membershipWith(id);
  const key = membership?.kind === kind ? membership.key : { organizationId: '', [member]: '' };
  return { [`organizationId_${member}`]: key };
}
