import { isDeepStrictEqual } from 'node:util';

/** Of T, the fields that were given a value. */
export type Given<T> = { [F in keyof T]?: Exclude<T[F], undefined> };

/** Without the fields that were left out (undefined). */
export const given = <T extends object>(wanted: T): Given<T> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Given<T>;

/** The fields of `wanted` that would give the record another value; fields left out (undefined) do not count. */
export function changesTo<T extends object, W extends { [F in keyof T]?: unknown }>(record: T, wanted: W): Given<W> {
  const isChange = ([field, value]: [string, unknown]) => !isDeepStrictEqual(record[field as keyof T], value);
  return Object.fromEntries(Object.entries(given(wanted)).filter(isChange)) as Given<W>;
}
