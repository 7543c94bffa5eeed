import { z } from 'zod';
import { badUserInput } from './failure.ts';
import { isStorable } from './text.ts';

/** Limits of custom data. */
const maxBytes = 65_536;
const maxDepth = 16;

export type JsonObject = { [key: string]: unknown };

/** True for an object, which is no array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the value is JSON that jsonb stores unchanged, nested at most `depth` levels deep. */
function isStorableJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'object' || depth === 0) return false;
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorableJson(part, depth - 1));
}

/**
 * Whether every name is the same in JSON as in memory. If a name with an escape sequence follows one that contains a
 * backslash, even in another text, JSON.parse may return that one instead: https://github.com/nodejs/node/issues/63785,
 * in Node.js 24 to 26. PostgreSQL and JSON.stringify escape only the names that are refused, so what is stored is read
 * correctly; and a name that was read incorrectly contains a backslash, so it is refused.
 */
const hasPlainNames = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Object.entries(value).every(([name, part]) => JSON.stringify(name) === `"${name}"` && hasPlainNames(part));

const isSmall = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) <= maxBytes;
// As the database will return it (-0, objects without a prototype), so that comparing detects a change.
const asStored = (value: JsonObject): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** A JSON object of limited size and depth. */
export const jsonObjectSchema = z
  .record(z.string(), z.unknown())
  .refine((value) => isStorableJson(value, maxDepth), {
    message: `Nested deeper than ${maxDepth} levels, or contains a value or character that cannot be stored.`,
    abort: true,
  })
  .refine(hasPlainNames, {
    message: 'Names must not contain quotation marks, backslashes or control characters.',
    abort: true,
  })
  .refine(isSmall, { message: `Must be at most ${maxBytes} bytes of JSON.`, abort: true })
  .overwrite(asStored)
  .describe(
    'A JSON object, at most 64 KiB and 16 levels deep. Names contain no quotation marks, backslashes or control characters.',
  );

/** JSON merge patch (RFC 7396, section 2). */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, isJsonObject(value) ? mergePatch(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}

/** The target after a merge patch. Refused if the result exceeds the limits. */
export function patched(target: unknown, patch: JsonObject, ...path: string[]): JsonObject {
  const merged = mergePatch(target, patch);
  if (isStorableJson(merged, maxDepth) && isSmall(merged)) return merged;
  throw badUserInput('The result would be too large or nested too deeply.', ...path);
}
