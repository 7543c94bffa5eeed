import { badUserInput } from '../domain/failure.ts';
import { isStorable } from '../domain/text.ts';
import { all } from './conditions.ts';
import type { Key, List } from './list.ts';

/** The order that is asked for; undefined is the order of the list's own keys: that of creation. */
export interface OrderBy {
  field: string;
  direction: 'asc' | 'desc';
}

type Direction = OrderBy['direction'];
type Value = string | null;
type Ordered = Pick<List, 'order' | 'tie'>;

/** Columns that order a list totally, the one that is asked for first; they are all read in one direction. */
export const keysOf = ({ order, tie }: Ordered, orderBy: OrderBy | undefined): readonly Key[] => {
  const asked = orderBy && order[orderBy.field];
  return asked ? [asked, ...tie.filter(({ column }) => column !== asked.column)] : tie;
};

/** What a statement needs to select, so that `cursorOf` can be asked. */
export const keyColumns = (list: Ordered, orderBy: OrderBy | undefined): Record<string, true> =>
  Object.fromEntries(keysOf(list, orderBy).map(({ column }) => [column, true]));

const nameOf = (orderBy: OrderBy | undefined): string =>
  orderBy ? `${orderBy.direction === 'desc' ? '-' : ''}${orderBy.field}` : '';

/** A record's place in the list: opaque, and good for this order only. It stays good when the record has been removed. */
export function cursorOf(list: Ordered, orderBy: OrderBy | undefined, record: object): string {
  const values = keysOf(list, orderBy).map(({ column }) => asText((record as Record<string, unknown>)[column]));
  return Buffer.from(JSON.stringify([nameOf(orderBy), ...values])).toString('base64url');
}

// Columns that order a list hold nothing else.
const asText = (value: unknown): Value =>
  value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? `${value}` : ((value ?? null) as Value);

/** The keys of a record, in the order of `keysOf`. */
export type Place = readonly Value[];

/** The place that a cursor names. BAD_USER_INPUT at `path` for anything but a cursor of this list in this order. */
export function placeOf(list: Ordered, orderBy: OrderBy | undefined, cursor: string, path: string): Place {
  const place = placeIn(list, orderBy, cursor);
  if (!place) throw badUserInput('This is not a cursor of this list in this order.', path);
  return place;
}

/** The place that a cursor names; undefined for anything but a cursor of this list in this order. */
export function placeIn(list: Ordered, orderBy: OrderBy | undefined, cursor: string): Place | undefined {
  const keys = keysOf(list, orderBy);
  const [name, ...values] = decode(cursor);
  const isOurs =
    name === nameOf(orderBy) && values.length === keys.length && keys.every((key, index) => fits(key, values[index]));
  return isOurs ? (values as Value[]) : undefined;
}

function decode(cursor: string): unknown[] {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(decoded) ? decoded : [];
  } catch {
    return [];
  }
}

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function fits({ type, nullable }: Key, value: unknown): boolean {
  if (value === null) return nullable;
  if (typeof value !== 'string' || !isStorable(value)) return false;
  if (type === 'time') return isoTime.test(value) && !Number.isNaN(Date.parse(value));
  return type !== 'bigint' || /^\d{1,18}$/.test(value);
}

/** Places that a page lies between. */
export interface Span {
  after?: Place | undefined;
  before?: Place | undefined;
}

/** `where` and `orderBy` of a page; `inverted` reads it from its end, for what comes before a place. */
export function pageOf(list: Ordered, orderBy: OrderBy | undefined, { after, before }: Span, inverted = false) {
  const keys = keysOf(list, orderBy);
  const direction = orderBy?.direction ?? 'asc';
  const reading = inverted ? opposite[direction] : direction;
  return {
    where: all(
      after ? beyondPlace(keys, after, direction) : {},
      before ? beyondPlace(keys, before, opposite[direction]) : {},
    ),
    orderBy: keys.map(({ column, nullable }) => ({
      [column]: nullable ? { sort: reading, nulls: reading === 'asc' ? 'first' : 'last' } : reading,
    })),
  };
}

const opposite = { asc: 'desc', desc: 'asc' } as const;

/**
 * What comes behind a place: further in the first key, or as far and further in the second one, and so on. That it is not before
 * the place in the first key follows from it, and is said besides, because that is what an index can be searched for.
 */
function beyondPlace(keys: readonly Key[], values: Place, direction: Direction): object {
  const arms = keys.flatMap((key, index) => {
    const further = furtherThan(key, values[index] ?? null, direction);
    const asFar = keys.slice(0, index).map(({ column }, place) => ({ [column]: typed(keys[place], values[place]) }));
    return further ? [all(...asFar, further)] : [];
  });
  const [first] = keys;
  const range = first && arms.length > 1 ? notBefore(first, values[0] ?? null, direction) : {};
  return all(range, { OR: arms });
}

/** Nulls come first: nothing lies before them, and everything else behind them. */
function furtherThan(key: Key, value: Value, direction: Direction): object | undefined {
  const { column, nullable } = key;
  if (value === null) return direction === 'asc' ? { [column]: { not: null } } : undefined;
  if (direction === 'asc') return { [column]: { gt: typed(key, value) } };
  const less = { [column]: { lt: typed(key, value) } };
  return nullable ? { OR: [less, { [column]: null }] } : less;
}

function notBefore(key: Key, value: Value, direction: Direction): object {
  if (value === null) return direction === 'asc' ? {} : { [key.column]: null };
  if (direction === 'asc') return { [key.column]: { gte: typed(key, value) } };
  return key.nullable ? {} : { [key.column]: { lte: typed(key, value) } };
}

const typed = (key: Key | undefined, value: Value | undefined): unknown =>
  key?.type === 'bigint' && typeof value === 'string' ? BigInt(value) : (value ?? null);
