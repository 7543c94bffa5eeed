import { isDeepStrictEqual } from 'node:util';

/** The fields of `wanted` whose value differs from the record's; absent (undefined) fields do not count. */
export function changedFields<T extends object>(record: T, wanted: { [F in keyof T]?: T[F] | undefined }): (keyof T & string)[] {
  const fields = Object.keys(wanted) as (keyof T & string)[];
  return fields.filter((field) => wanted[field] !== undefined && !isDeepStrictEqual(record[field], wanted[field]));
}

/** What a set gained and lost. */
export function difference(before: readonly string[], after: readonly string[]): { added: string[]; removed: string[] } {
  const [old, now] = [new Set(before), new Set(after)];
  return { added: [...now].filter((id) => !old.has(id)), removed: [...old].filter((id) => !now.has(id)) };
}
