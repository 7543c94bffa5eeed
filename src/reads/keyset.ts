import { invalidCursor } from '../domain/failure.ts';
import { isStorable } from '../domain/text.ts';
import { isKnownTime } from '../domain/times.ts';
import { all } from './conditions.ts';
import type { Key, List } from './list.ts';

/** A sort order. Undefined is the default order of the list: by its tie-breaking keys. */
export interface OrderBy {
  field: string;
  direction: 'asc' | 'desc';
}

type Direction = OrderBy['direction'];
type Value = string | null;
type Ordered = Pick<List, 'order' | 'tie' | 'isNewestFirst'>;

/** Columns that sort a list totally: the requested one, then those that break ties, all in one direction. */
const keysOf = ({ order, tie }: Pick<Ordered, 'order' | 'tie'>, orderBy: OrderBy | undefined): readonly Key[] => {
  const key = orderBy && order[orderBy.field];
  return key ? [key, ...tie.filter(({ column }) => column !== key.column)] : tie;
};

/** The columns that `cursorOf` needs. */
export const keyColumns = (list: Ordered, orderBy: OrderBy | undefined): KeyColumns =>
  Object.fromEntries(
    keysOf(list, orderBy).map(({ column, of }) => (of ? [of, { select: { [column]: true } }] : [column, true])),
  );

/** Columns to select, of the record or of a related one. */
export type KeyColumns = Record<string, true | { select: Record<string, true> }>;

/** A condition or an order of a key, where the record has it. */
const placed = ({ column, of }: Key, value: unknown): object =>
  of ? { [of]: { [column]: value } } : { [column]: value };

const valueIn = ({ column, of }: Key, record: Record<string, unknown>): unknown =>
  of ? (record[of] as Record<string, unknown>)[column] : record[column];

const nameOf = (orderBy: OrderBy | undefined): string =>
  orderBy ? `${orderBy.direction === 'desc' ? '-' : ''}${orderBy.field}` : '';

/** The cursor of a record: opaque, for one order only. It remains valid after the record is deleted. */
export const cursorOf = (list: Ordered, orderBy: OrderBy | undefined, record: object): string =>
  Buffer.from(JSON.stringify([nameOf(orderBy), ...keyValuesOf(list, orderBy, record)])).toString('base64url');

/** The place of a record in an order. */
export const keyValuesOf = (list: Ordered, orderBy: OrderBy | undefined, record: object): KeyValues =>
  keysOf(list, orderBy).map((key) => asText(valueIn(key, record as Record<string, unknown>)));

// Sort keys have no other types.
const asText = (value: unknown): Value =>
  value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? `${value}` : ((value ?? null) as Value);

/** The values of the keys of a record, in the order of `keysOf`. */
export type KeyValues = readonly Value[];

/** The key values of a cursor. Throws INVALID_CURSOR at `path` unless it is a cursor of this list in this order. */
export function decodeCursor(list: Ordered, orderBy: OrderBy | undefined, cursor: string, path: string): KeyValues {
  const values = tryDecodeCursor(list, orderBy, cursor);
  if (!values) throw invalidCursor('Not a cursor of this list in this order.', path);
  return values;
}

/** The key values of a cursor; undefined unless it is a cursor of this list in this order. */
export function tryDecodeCursor(list: Ordered, orderBy: OrderBy | undefined, cursor: string): KeyValues | undefined {
  const keys = keysOf(list, orderBy);
  const [name, ...values] = decode(cursor);
  const isValid =
    name === nameOf(orderBy) && values.length === keys.length && keys.every((key, index) => fits(key, values[index]));
  return isValid ? (values as Value[]) : undefined;
}

function decode(cursor: string): unknown[] {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(decoded) ? decoded : [];
  } catch {
    return [];
  }
}

/** Whether a text is a time as cursors have it. `Date` alone also reads days that no month has. */
function isTime(text: string): boolean {
  const time = new Date(text);
  return isKnownTime(time) && time.toISOString() === text;
}

function fits({ type, nullable }: Key, value: unknown): boolean {
  if (value === null) return nullable;
  if (typeof value !== 'string' || !isStorable(value)) return false;
  if (type === 'time') return isTime(value);
  return type !== 'bigint' || /^\d{1,18}$/.test(value);
}

/** Bounds of a page, both exclusive. */
export interface Range {
  after?: KeyValues | undefined;
  before?: KeyValues | undefined;
}

/** `where` and `orderBy` of a page; `inverted` reads it from its end, for `last` and `before`. */
export function pageOf(list: Ordered, orderBy: OrderBy | undefined, { after, before }: Range, inverted = false) {
  const keys = keysOf(list, orderBy);
  const direction = orderBy?.direction ?? (list.isNewestFirst ? 'desc' : 'asc');
  const sort = inverted ? opposite[direction] : direction;
  return {
    where: all(after ? beyond(keys, after, direction) : {}, before ? beyond(keys, before, opposite[direction]) : {}),
    orderBy: keys.map((key) => placed(key, key.nullable ? { sort, nulls: sort === 'asc' ? 'first' : 'last' } : sort)),
  };
}

const opposite = { asc: 'desc', desc: 'asc' } as const;

/**
 * Records beyond key values: beyond the first value, or equal to it and beyond the second one, and so on. The range of
 * the first key is implied, but only an explicit one lets PostgreSQL search an index.
 */
function beyond(keys: readonly Key[], values: KeyValues, direction: Direction): object {
  const arms = keys.flatMap((key, index) => {
    const further = beyondValue(key, values[index] ?? null, direction);
    const equal = keys.slice(0, index).map((one, at) => placed(one, typed(one, values[at])));
    return further ? [all(...equal, further)] : [];
  });
  const [first] = keys;
  const range = first && arms.length > 1 ? atOrBeyondValue(first, values[0] ?? null, direction) : {};
  return all(range, { OR: arms });
}

/** Null is the least value. */
function beyondValue(key: Key, value: Value, direction: Direction): object | undefined {
  if (value === null) return direction === 'asc' ? placed(key, { not: null }) : undefined;
  if (direction === 'asc') return placed(key, { gt: typed(key, value) });
  const less = placed(key, { lt: typed(key, value) });
  return key.nullable ? { OR: [less, placed(key, null)] } : less;
}

function atOrBeyondValue(key: Key, value: Value, direction: Direction): object {
  if (value === null) return direction === 'asc' ? {} : placed(key, null);
  if (direction === 'asc') return placed(key, { gte: typed(key, value) });
  return key.nullable ? {} : placed(key, { lte: typed(key, value) });
}

const typed = (key: Key | undefined, value: Value | undefined): unknown =>
  key?.type === 'bigint' && typeof value === 'string' ? BigInt(value) : (value ?? null);
