import { needs, requireActor } from './access.ts';
import { builder } from './builder.ts';
import { constantName } from './enums.ts';
import { idOf, type NodeKind, nodeKinds, permissionOf, typeOfKind, visibleNodes } from './nodes.ts';
import { findRecord } from './records.ts';

/** Adds a field of Query for every kind of record that has an id: `user(id:)`. What cannot be seen is not there. */
export function addSingleRecords(): void {
  for (const kind of nodeKinds) addSingleRecord(kind);
}

function addSingleRecord(kind: NodeKind): void {
  const type = typeOfKind(kind);
  const name = constantName(type).toLowerCase().replaceAll('_', ' ').replace('api', 'API');
  builder.queryField(type.charAt(0).toLowerCase() + type.slice(1), (t) =>
    t.prismaField({
      type,
      ...needs(permissionOf(kind)),
      description: `The ${name} with this id; null when there is none, or none that you may see.`,
      args: { id: t.arg.id({ required: true, description: `Identifier of the ${name}.` }) },
      resolve: (query, _root, { id }, context) => {
        const where = { id: idOf(kind, id), AND: [visibleNodes(kind, requireActor(context))] };
        return findRecord(context.prisma, type, { ...query, where });
      },
    }),
  );
}
