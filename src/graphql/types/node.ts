import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { badUserInput } from '../../domain/failure.ts';
import { requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import type { Context } from '../request/context.ts';
import { nodesLimit } from '../request/limits.ts';
import { kindOf, typeOf, visibleNodes } from '../schema/nodes.ts';
import { findRecords } from '../schema/records.ts';
import { typeNameOf } from '../../vocabulary/kinds.ts';

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

/** The records with these ids that the caller may see, with one statement per kind. Throws FORBIDDEN before anything is looked up. */
async function load(context: Context, info: GraphQLResolveInfo, ids: readonly string[]) {
  const actor = requireActor(context);
  const asked = [...Map.groupBy(ids, kindOf)].flatMap(([kind, ofKind]) =>
    kind ? [{ kind, where: { AND: [{ id: { in: ofKind } }, visibleNodes(kind, actor)] } }] : [],
  );
  const found = await Promise.all(
    asked.map(({ kind, where }) => {
      const type = typeNameOf(kind);
      return findRecords(context.prisma, type, { ...queryFromInfo({ context, info, typeName: type }), where });
    }),
  );
  return new Map(found.flat().map((record) => [record.id, record]));
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description:
      'The record with this id, whatever its kind; null when there is none. Needs the permission of its kind.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of any record.' }) },
    resolve: async (_root, { id }, context, info) => (await load(context, info, [id])).get(id),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: true, items: true },
    description: `The records with these ids, at most ${nodesLimit}, in the same order; null where there is none. Needs the permissions of their kinds.`,
    args: { ids: t.arg.idList({ required: true, description: 'Identifiers of any records.' }) },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    resolve: async (_root, { ids }, context, info) => {
      if (ids.length > nodesLimit) throw badUserInput(`At most ${nodesLimit} ids at once.`, 'ids');
      const found = await load(context, info, ids);
      return ids.map((id) => found.get(id));
    },
  }),
}));
