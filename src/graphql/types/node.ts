import { badUserInput } from '../../domain/failure.ts';
import { refuse, requireActor } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { nodesLimit } from '../limits.ts';
import { permissionFor, typeOf } from '../nodes.ts';

// Before anything is looked up: whether a record exists is not for everybody to know.
function loadable(context: Context, id: string): string | null {
  requireActor(context);
  const permission = permissionFor(id);
  const refused = permission && refuse(context, permission);
  if (refused) throw refused;
  return typeOf(id) ? id : null;
}

function allLoadable(context: Context, ids: readonly string[]): (string | null)[] {
  requireActor(context);
  if (ids.length > nodesLimit) throw badUserInput(`At most ${nodesLimit} ids at once.`, 'ids');
  return ids.map((id) => loadable(context, id));
}

builder.queryFields((t) => ({
  node: t.node({
    description:
      'The record with this id, whatever its kind; null when there is none. Needs the permission of its kind.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of any record.' }) },
    id: (_root, { id }, context) => loadable(context, id),
  }),
  nodes: t.nodeList({
    description: `The records with these ids, at most ${nodesLimit}, in the same order; null where there is none. Needs the permissions of their kinds.`,
    args: { ids: t.arg.idList({ required: true, description: 'Identifiers of any records.' }) },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    ids: (_root, { ids }, context) => allLoadable(context, ids),
  }),
}));
