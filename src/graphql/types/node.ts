import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { invalidField } from '../../domain/failure.ts';
import { labelOf, nameFieldsOf } from '../../domain/events/labels.ts';
import { requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import type { Context } from '../context/context.ts';
import { nodesLimit } from '../context/limits.ts';
import { idOfRecord, kindOf, objectTypeOf, visibleNodes, withIds } from '../schema/nodes.ts';
import { findRecords } from '../schema/find-records.ts';
import { kinds, nodeKinds, publishedTypeOf, typeNameOf } from '../../vocabulary/kinds.ts';

const tooManyIds = () =>
  invalidField({ path: ['ids'], code: 'TOO_LONG', message: `At most ${nodesLimit} ids.`, maximum: nodesLimit });

/** Kinds of record that events can be about and that can be read. */
const namedKinds = nodeKinds.filter((kind) => 'subject' in kinds[kind]);
const displayNameMeaning =
  'What people recognize the record by: its name; for a user name, username, email address or phone number, for an invitation or a one-time token the email address. The id if it has none.';

/** Ids are not encoded as in Relay: they are unique in the whole platform, and their prefix shows the kind. */
export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'A record with an id that is unique in the whole platform.',
  resolveType: (record) => objectTypeOf(record),
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Unique identifier, for example `user_…`.',
    }),
  }),
});

export const Named = builder.interfaceRef<{ id: string }>('Named').implement({
  description: 'A record that events can be about, with the name that people recognize it by.',
  resolveType: (record) => objectTypeOf(record),
  fields: (t) => ({ displayName: t.string({ description: displayNameMeaning, resolve: ({ id }) => id }) }),
});

// The fields depend on the kind.
for (const kind of namedKinds) {
  const select = Object.fromEntries(['id', ...nameFieldsOf(kind)].map((field) => [field, true as const]));
  builder.prismaObjectField(typeNameOf(kind) as 'User', 'displayName', (t) =>
    t.string({
      select: select as { id: true },
      description: displayNameMeaning,
      resolve: (record) => labelOf(kind, record) ?? record.id,
    }),
  );
}

/**
 * The records with these ids that the caller may read, with one statement per kind. Throws FORBIDDEN before any
 * look-up.
 */
export async function loadNodes(context: Context, info: GraphQLResolveInfo, ids: readonly string[]) {
  const actor = requireActor(context);
  const lookUps = [...Map.groupBy(ids, kindOf)].flatMap(([kind, ofKind]) =>
    kind ? [{ kind, where: { AND: [withIds(kind, ofKind), visibleNodes(kind, actor)] } }] : [],
  );
  const groups = await Promise.all(
    lookUps.map(async ({ kind, where }) => {
      const query = queryFromInfo({ context, info, typeName: publishedTypeOf(kind) });
      const records = await findRecords(context.prisma, kind, { ...query, where });
      return records.map((record) => Object.assign(record, { id: idOfRecord(kind, record) }));
    }),
  );
  return new Map(groups.flat().map((record) => [record.id, record]));
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'The record of any kind with this id; null if it does not exist. Requires the permission of its kind.',
    args: { id: t.arg.id({ required: true, description: 'Id of a record of any kind.' }) },
    resolve: async (_root, { id }, context, info) => (await loadNodes(context, info, [id])).get(id),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: true, items: true },
    description: `The records with these ids, at most ${nodesLimit}, in the same order; null for those that do not exist. Requires the permissions of their kinds.`,
    args: { ids: t.arg.idList({ required: true, description: 'Ids of records of any kind.' }) },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    resolve: async (_root, { ids }, context, info) => {
      if (ids.length > nodesLimit) throw tooManyIds();
      const records = await loadNodes(context, info, ids);
      return ids.map((id) => records.get(id));
    },
  }),
}));
