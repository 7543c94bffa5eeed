import { badUserInput, type Failure } from '../domain/failure.ts';
import { refuse, requireActor } from './access.ts';
import type { Context } from './context.ts';
import { nodesLimit, pageComplexity, pageSize } from './limits.ts';
import { permissionFor, typeOf } from './nodes.ts';

type NodeId = { typename: string; id: string };
const once = { complexity: { field: 1, multiplier: 1 } };

/**
 * Relay's conventions (https://relay.dev/graphql/connections.htm) in our words. Ids are not wrapped: a shaped id is unique in the
 * whole platform and names its kind, which is all that a global id has to do.
 */
export const relayOptions = {
  clientMutationId: 'omit',
  cursorType: 'String',
  encodeGlobalID: (_typename: string, id: unknown) => String(id),
  decodeGlobalID: (id: string): NodeId => ({ typename: typeOf(id), id }),
  nodeTypeOptions: { description: 'A record with an id that is unique in the whole platform and names its kind.' },
  idFieldOptions: { description: 'Identifier: its prefix tells the kind of record, for instance `user_`.' },
  nodeQueryOptions: {
    description: 'The record with this id, whatever its kind; null when there is none.',
    args: { id: { description: 'Identifier of any record.' } },
    resolve: loadNode,
  },
  nodesQueryOptions: {
    description: `The records with these ids, at most ${nodesLimit}, in the same order; null where there is none.`,
    args: { ids: { description: 'Identifiers of any records.' } },
    complexity: ({ ids }: { ids: readonly unknown[] }) => ({ field: 1, multiplier: ids.length }),
    nullable: { list: true, items: true },
    resolve: loadNodes,
  },
  nodesOnConnection: { description: 'The records of this page.', ...once },
  edgesFieldOptions: { description: 'The records of this page, each with its cursor.', ...once },
  nodeFieldOptions: { description: 'The record.' },
  cursorFieldOptions: { description: 'Names this place in the list, for `before` and `after`.' },
  pageInfoFieldOptions: { description: 'Whether there are further pages, and how to ask for them.' },
  pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
  hasNextPageFieldOptions: { description: 'Whether there are records after this page.' },
  hasPreviousPageFieldOptions: { description: 'Whether there are records before this page.' },
  startCursorFieldOptions: { description: 'Cursor of the first record of this page; null when there is none.' },
  endCursorFieldOptions: { description: 'Cursor of the last record of this page; null when there is none.' },
  beforeArgOptions: { description: 'Cursor of the record that the page ends before; together with `last`.' },
  afterArgOptions: { description: 'Cursor of the record that the page begins after; together with `first`.' },
  firstArgOptions: {
    description: `Size of a page read forwards: ${pageSize.usual} by default, at most ${pageSize.most}.`,
  },
  lastArgOptions: { description: `Size of a page read backwards, at most ${pageSize.most}.` },
  defaultConnectionTypeOptions: { description: 'One page of a list.' },
  defaultEdgeTypeOptions: { description: 'A record and its place in the list.' },
  defaultConnectionFieldOptions: { complexity: pageComplexity },
} as const;

function loadNode(
  _root: unknown,
  { id }: { id: NodeId },
  context: Context,
  _info: unknown,
  load: (id: NodeId) => unknown,
): unknown {
  const refused = refuseNode(context, id);
  if (refused) throw refused;
  return id.typename ? load(id) : null;
}

async function loadNodes(
  _root: unknown,
  { ids }: { ids: NodeId[] },
  context: Context,
  _info: unknown,
  load: (ids: NodeId[]) => Promise<unknown[]>,
): Promise<unknown[]> {
  requireActor(context);
  if (ids.length > nodesLimit) throw badUserInput(`At most ${nodesLimit} ids at once.`, 'ids');
  // An error in the place of a record is answered as null and that error.
  const refusals = ids.map((id) => refuseNode(context, id));
  const isLoaded = (id: NodeId, index: number) => Boolean(id.typename) && !refusals[index];
  const loaded = (await load(ids.filter(isLoaded))).values();
  return ids.map((id, index) => refusals[index] ?? (isLoaded(id, index) ? loaded.next().value : null));
}

// Before anything is looked up: whether a record exists is not for everybody to know.
function refuseNode(context: Context, { id }: NodeId): Failure | undefined {
  requireActor(context);
  const permission = permissionFor(id);
  return permission && refuse(context, permission);
}
