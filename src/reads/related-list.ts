import { all } from './conditions.ts';
import { cursorOf, keyColumns, type OrderBy, pageOf, placeOf, type Span } from './keyset.ts';
import type { List } from './list.ts';

/** How the records of a list belong to another record. */
export interface Belonging {
  list: List;
  /** The column that says whose they are: of the list's records, or of the joining table. */
  owner: string;
  /** When a joining table lies between: the client's names of it, of its relation to the list's records and of its column with their ids. */
  through?: { model: 'userRole' | 'applicationRole'; relation: string; key: string };
}

type Row = Record<string, unknown>;

/**
 * The keys of the list below its owner. Behind a joining table the ids stand in the table itself, too: without another order its own index
 * has the records of an owner as they were created.
 */
function keyedBy({ list, owner, through }: Belonging, orderBy: OrderBy | undefined): Pick<List, 'order' | 'tie'> {
  const { order } = list;
  if (through && !orderBy) return { order, tie: [{ column: through.key, type: 'text', nullable: false }] };
  return { order, tie: list.tie.filter(({ column }) => column !== owner) };
}

/** The place that a cursor names. BAD_USER_INPUT at `path` for anything but a cursor of such a list in this order. */
export const relatedPlace = (related: Belonging, orderBy: OrderBy | undefined, cursor: string, path: string) =>
  placeOf(keyedBy(related, orderBy), orderBy, cursor, path);

/** The place of a record: of a row of the joining table, where there is one. */
export function relatedCursor(related: Belonging, orderBy: OrderBy | undefined, row: Row): string {
  const { through } = related;
  return cursorOf(keyedBy(related, orderBy), orderBy, through && orderBy ? (row[through.relation] as Row) : row);
}

/** What is asked of the relation that leads to the list's records, for the client. */
export interface RelatedQuery {
  /** Undefined when every record is asked for: of the page, and of all pages together. */
  where: object | undefined;
  counted: object | undefined;
  orderBy: object;
  /** Columns that cursors are made of: of the relation, and behind a joining table. */
  columns: Record<string, true>;
  beyond: Record<string, true>;
}

/** `condition` is on the records of the list (reads/page.ts). */
export function relatedQuery(
  related: Belonging,
  condition: object,
  orderBy: OrderBy | undefined,
  { span, inverted }: { span: Span; inverted: boolean },
): RelatedQuery {
  const { through } = related;
  const keyed = keyedBy(related, orderBy);
  const page = pageOf(keyed, orderBy, span, inverted);
  const columns = keyColumns(keyed, orderBy);
  const joined = (part: object) => (through && !isEmpty(part) ? { [through.relation]: part } : part);
  const where = through && orderBy ? joined(all(condition, page.where)) : all(joined(condition), page.where);
  // The ids that end an order are read where the rows are.
  const orders = page.orderBy.map((key) =>
    through && orderBy ? ('id' in key ? { [through.key]: key['id'] } : joined(key)) : key,
  );
  const isBeyond = through !== undefined && orderBy !== undefined;
  return {
    where: isEmpty(where) ? undefined : where,
    counted: isEmpty(condition) ? undefined : joined(condition),
    orderBy: orders.length === 1 && orders[0] ? orders[0] : orders,
    columns: isBeyond ? { [through.key]: true } : columns,
    beyond: isBeyond ? columns : {},
  };
}

const isEmpty = (condition: object): boolean => Object.keys(condition).length === 0;
