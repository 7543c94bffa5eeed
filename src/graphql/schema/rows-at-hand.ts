import { queryFromInfo } from '@pothos/plugin-prisma';
import { type FieldNode, type GraphQLFieldResolver, type GraphQLResolveInfo, Kind, visit } from 'graphql';

type Row = Record<string, unknown>;
type Resolver = GraphQLFieldResolver<unknown, object>;

/** The key in the extensions of a field for a function that finds the record of the field in its parent. */
export const rowAtHand = 'rowAtHand';
export type FindRow<Parent> = (parent: Parent) => object | undefined;

/**
 * Resolves a field to the record in its parent if only columns are selected that the record has. Needed by
 * bench:management, writes through GraphQL at least 0.6 of bare Prisma: the Prisma plugin plans a query for each
 * request, and reading a changed record again takes a statement more.
 */
export const ofRow =
  (find: FindRow<unknown>, otherwise: Resolver): Resolver =>
  (parent, args, context, info) => {
    const row = find(parent);
    const columns = row && selectedColumns(context, info);
    const hasAll = columns?.every((column) => Object.hasOwn(row ?? {}, column));
    return hasAll ? row : otherwise(parent, args, context, info);
  };

type Columns = readonly string[] | undefined;

/** What is selected, by the field in a cached document, unless it depends on variables. */
const known = new WeakMap<FieldNode, { columns: Columns } | 'variable'>();

/** The selected columns; undefined if something else is selected, too. */
function selectedColumns(context: object, info: GraphQLResolveInfo): Columns {
  const [field, ...others] = info.fieldNodes;
  if (!field || others.length) return plannedColumns(context, info);
  const found = known.get(field);
  if (found === 'variable') return plannedColumns(context, info);
  if (found) return found.columns;
  const columns = plannedColumns(context, info);
  known.set(field, hasDirective(field, info) ? 'variable' : { columns });
  return columns;
}

function plannedColumns(context: object, info: GraphQLResolveInfo): Columns {
  const { select } = queryFromInfo({ context, info }) as { select?: Row };
  const isOfColumns = select && Object.values(select).every((isSelected) => isSelected === true);
  return isOfColumns ? Object.keys(select) : undefined;
}

/** Whether a directive, as `@include`, is in the field or in a fragment of the document. */
function hasDirective(field: FieldNode, { fragments }: GraphQLResolveInfo): boolean {
  let isFound = false;
  for (const node of [field, ...Object.values(fragments)]) {
    visit(node, {
      [Kind.DIRECTIVE]: () => {
        isFound = true;
      },
    });
  }
  return isFound;
}
