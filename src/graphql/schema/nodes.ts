import type { Actor } from '../../kernel/actor.ts';
import { isId } from '../../platform/ids/ids.ts';
import { listOf } from '../../reads/index.ts';
import { visibleTo } from '../../reads/list.ts';
import { type NodeKind, nodeKinds, type TypeName, typeNameOf } from '../../vocabulary/kinds.ts';

/** GraphQL types of records with an id. */
export type NodeType = TypeName<NodeKind>;

/** The kind of record that an identifier is for, as its prefix says; undefined when it is for none. */
export const kindOf = (id: string): NodeKind | undefined => nodeKinds.find((kind) => isId(kind, id));

/** The type of the record that an identifier is for; undefined when it is for none. */
export function typeOf(id: string): NodeType | undefined {
  const kind = kindOf(id);
  return kind && typeNameOf(kind);
}

/** Which records of a kind an actor may see, as a condition. Throws FORBIDDEN when there are none. */
export const visibleNodes = (kind: NodeKind, actor: Actor): object => visibleTo<object>(listOf[kind], actor);

/**
 * The identifier to look a record up by: itself, or one that no record has when it is not of that kind, so that every
 * unknown id is answered the same way, and nothing but a well-formed one reaches the database.
 */
export const idOf = (kind: NodeKind, id: string): string => (isId(kind, id) ? id : '');
