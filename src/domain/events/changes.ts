import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../json.ts';

/** The fields of T that have a value. */
type Defined<T> = { [F in keyof T]?: Exclude<T[F], undefined> };

/** Without omitted fields (undefined). */
export const omitUndefined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;

/** The fields of `values` whose value differs from the record's. Omitted fields (undefined) do not count. */
export function changesTo<T extends object, W extends { [F in keyof T]?: unknown }>(record: T, values: W): Defined<W> {
  const isChange = ([field, value]: [string, unknown]) => !isDeepStrictEqual(record[field as keyof T], value);
  return Object.fromEntries(Object.entries(omitUndefined(values)).filter(isChange)) as Defined<W>;
}

/** The names of the fields that differ, with those of objects in them: "oidc.issuer". */
export const changedNames = (before: object, after: object, prefix = ''): string[] =>
  Object.keys(changesTo(before, after)).flatMap((name) => {
    const [one, other] = [valueAt(before, name), valueAt(after, name)];
    return isJsonObject(one) && isJsonObject(other)
      ? changedNames(one, other, `${prefix}${name}.`)
      : [`${prefix}${name}`];
  });

/**
 * The part of an event that describes a change: names of the changed fields, and their values before it. `before` is
 * the record in its public form, so the values of secrets are not in it: their fields are only named.
 */
export const changeOf = (
  before: object,
  changed: string[],
): { changed: string[]; previous: Record<string, unknown> } => ({
  changed,
  previous: Object.fromEntries(
    changed.map((name) => [name, valueAt(before, name)]).filter(([, value]) => value !== undefined),
  ),
});

/** The value at a name such as "smtp.host"; undefined if there is none. */
const valueAt = (record: object, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], record);
