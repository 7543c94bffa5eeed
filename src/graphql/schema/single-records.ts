import { kinds, publishedTypeOf, readPermissionOf, typeNameOf } from '../../vocabulary/kinds.ts';
import { requires, requireActor } from './access.ts';
import { builder } from './builder.ts';
import { lookUpKinds, type LookUpKind, uniqueWith, visibleNodes } from './nodes.ts';
import { findRecord } from './find-records.ts';

/**
 * Adds a field of Query for every kind of record with an id: `user(id:)`. A record that the caller may not read is
 * null.
 */
export function addSingleRecords(): void {
  for (const kind of lookUpKinds) addSingleRecord(kind);
}

function addSingleRecord(kind: LookUpKind): void {
  const type = typeNameOf(kind) as 'User';
  const name = publishedTypeOf(kind);
  const field = name.charAt(0).toLowerCase() + name.slice(1);
  const { label } = kinds[kind];
  builder.queryField(field, (t) =>
    t.prismaField({
      type,
      ...requires(readPermissionOf(kind)),
      description: `The ${label} with this id; null if it does not exist or the caller may not read it.`,
      args: { id: t.arg.id({ required: true, description: `Id of the ${label}.` }) },
      resolve: (query, _root, { id }, context) => {
        const where = { ...uniqueWith(kind, id), AND: [visibleNodes(kind, requireActor(context))] };
        return findRecord(context.prisma, kind, { ...query, where });
      },
    }),
  );
}
