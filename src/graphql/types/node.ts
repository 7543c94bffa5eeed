import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { badUserInput } from '../../domain/failure.ts';
import { refuse, requireActor } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { nodesLimit } from '../limits.ts';
import { permissionFor, typeOf } from '../nodes.ts';
import { findRecord } from '../records.ts';

/** Ids are not wrapped as Relay's are: a shaped id is unique in the whole platform and names its kind already. */
export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'A record with an id that is unique in the whole platform and names its kind.',
  resolveType: ({ id }) => typeOf(id),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier: its prefix tells the kind of record, for instance `user_`.' }),
  }),
});

/** What `version` of a record means, for its field and for the argument `expectedVersion`. */
export const versionMeaning =
  'Counts its changes, from 1. A mutation that is given it as `expectedVersion` changes nothing once someone else did.';

// Before anything is looked up: whether a record exists is not for everybody to know.
function requireVisible(context: Context, ids: readonly string[]): void {
  requireActor(context);
  for (const id of ids) {
    const permission = permissionFor(id);
    const refused = permission && refuse(context, permission);
    if (refused) throw refused;
  }
}

/** One look-up each, which the client gathers: one statement per kind. */
function loadAll(
  context: Context,
  info: GraphQLResolveInfo,
  ids: readonly string[],
): (Promise<{ id: string } | null> | undefined)[] {
  const queries = new Map(
    ids.map(typeOf).map((type) => [type, type && queryFromInfo({ context, info, typeName: type })]),
  );
  return ids.map((id) => {
    const type = typeOf(id);
    return type && findRecord(context.prisma, type, { ...queries.get(type), where: { id } });
  });
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description:
      'The record with this id, whatever its kind; null when there is none. Needs the permission of its kind.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of any record.' }) },
    resolve: (_root, { id }, context, info) => {
      requireVisible(context, [id]);
      return loadAll(context, info, [id])[0];
    },
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: true, items: true },
    description: `The records with these ids, at most ${nodesLimit}, in the same order; null where there is none. Needs the permissions of their kinds.`,
    args: { ids: t.arg.idList({ required: true, description: 'Identifiers of any records.' }) },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    resolve: (_root, { ids }, context, info) => {
      requireVisible(context, ids);
      if (ids.length > nodesLimit) throw badUserInput(`At most ${nodesLimit} ids at once.`, 'ids');
      return loadAll(context, info, ids);
    },
  }),
}));
