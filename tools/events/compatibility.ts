type Schema = Record<string, unknown>;

/**
 * The incompatibilities of a later catalog, as sentences with their place: event types and members that are missing
 * or changed. Additions and descriptions are compatible.
 */
export function breaks(earlier: Schema, later: Schema): string[] {
  return lost(earlier['$defs'] as Schema, later['$defs'] as Schema, '');
}

/** Keywords whose lists may only grow. */
const growing = new Set(['required', 'enum']);
const ignored = new Set(['description', 'title', '$schema', 'oneOf']);

function lost(earlier: Schema, later: Schema, place: string): string[] {
  return Object.entries(earlier)
    .filter(([key]) => !ignored.has(key) || place === '' || place.endsWith('.properties'))
    .flatMap(([key, before]) => lostAt(before, later[key], place ? `${place}.${key}` : key, key));
}

function lostAt(before: unknown, after: unknown, place: string, key: string): string[] {
  if (after === undefined) return [`${place} is missing`];
  if (growing.has(key) && Array.isArray(before) && Array.isArray(after)) {
    return before.filter((one) => !after.includes(one)).map((one) => `${place} has lost ${one}`);
  }
  if (isObject(before) && isObject(after)) return lost(before, after, place);
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [`${place} has changed`];
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
