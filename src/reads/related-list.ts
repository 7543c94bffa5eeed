import { all } from './conditions.ts';
import { cursorOf, decodeCursor, type KeyColumns, keyColumns, type OrderBy, pageOf, type Range } from './keyset.ts';
import type { List } from './list.ts';

/** The way in which the records of a list belong to another record. */
export interface Belonging {
  list: List;
  /** The table of the list, or the join table. */
  table: string;
  /** The condition of the list that holds for all records of an owner that exists. */
  existing?: object | undefined;
  /** The same in SQL, if not all rows of an owner are records of the list. */
  existingRows?: string;
  /** The column with the id of the owner, in the table of the list or in the join table. */
  owner: string;
  /**
   * With a join table: Prisma's names of its model, of its relation to the records of the list, and of its column with
   * their ids.
   */
  through?: { model: 'userRole' | 'applicationRole' | 'servedResource'; relation: string; key: string };
}

type Row = Record<string, unknown>;

/**
 * The keys of the list below its owner. A join table has the ids of the records, too: in the default order its own
 * index has the records of an owner in creation order.
 */
function keyedBy(
  { list, owner, through }: Belonging,
  orderBy: OrderBy | undefined,
): Pick<List, 'order' | 'tie' | 'isNewestFirst'> {
  const { order, isNewestFirst } = list;
  if (through && !orderBy)
    return { order, isNewestFirst, tie: [{ column: through.key, type: 'text', nullable: false }] };
  return { order, isNewestFirst, tie: list.tie.filter(({ column }) => column !== owner) };
}

/** The key values of a cursor. Throws INVALID_CURSOR at `path` unless it is a cursor of such a list in this order. */
export const decodeRelatedCursor = (related: Belonging, orderBy: OrderBy | undefined, cursor: string, path: string) =>
  decodeCursor(keyedBy(related, orderBy), orderBy, cursor, path);

/** The cursor of a record, or of its row in the join table. */
export function relatedCursor(related: Belonging, orderBy: OrderBy | undefined, row: Row): string {
  const { through } = related;
  return cursorOf(keyedBy(related, orderBy), orderBy, through && orderBy ? (row[through.relation] as Row) : row);
}

/** The query of the relation that leads to the records of the list. */
export interface RelatedQuery {
  /** The condition of the page; undefined for all records. */
  where: object | undefined;
  /** The condition of all pages; undefined for all records. */
  counted: object | undefined;
  orderBy: object;
  /** Columns of cursors: of the relation, and of the records behind a join table. */
  columns: KeyColumns;
  beyond: KeyColumns;
}

/** `condition` is on the records of the list (reads/page.ts). */
export function relatedQuery(
  related: Belonging,
  condition: object,
  orderBy: OrderBy | undefined,
  { range, inverted }: { range: Range; inverted: boolean },
): RelatedQuery {
  const { through } = related;
  const keyed = keyedBy(related, orderBy);
  const page = pageOf(keyed, orderBy, range, inverted);
  const columns = keyColumns(keyed, orderBy);
  const joined = (part: object) => (through && !isEmpty(part) ? { [through.relation]: part } : part);
  const where = through && orderBy ? joined(all(condition, page.where)) : all(joined(condition), page.where);
  // The ids that break ties are read from the join table.
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
