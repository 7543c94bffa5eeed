// Names as they are shown: what is invisible in them, or turns the direction of the text, could make one look like
// another name, or like another end of a file's name.
import type { Exchange } from '@urql/core';
import { map, pipe } from 'wonka';

/** The members of answers that are names; forms and events have the others as they are stored. */
const names = new Set(['displayName', 'label']);
/** Members with JSON of its own. */
const opaque = new Set(['data', 'customData']);

/** Controls, marks of direction (Unicode UAX 9), and characters without a width; those that join letters stay. */
const deceiving = /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

export const plainName = (name: string): string => name.replaceAll(/[\n\u2028\u2029]+/g, ' ').replaceAll(deceiving, '');

/** An answer with plain names. */
export function withPlainNames<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withPlainNames) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]: [string, unknown]) => {
    if (opaque.has(key)) return [key, member];
    return [key, names.has(key) && typeof member === 'string' ? plainName(member) : withPlainNames(member)];
  });
  return Object.fromEntries(members) as Value;
}

export const plainNamesExchange: Exchange =
  ({ forward }) =>
  (operations) =>
    pipe(
      forward(operations),
      map((result) => ({ ...result, data: withPlainNames(result.data) as unknown })),
    );
