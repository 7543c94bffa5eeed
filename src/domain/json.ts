import { z } from 'zod';
import { badUserInput } from './failure.ts';
import { isStorable } from './text.ts';

/** Bounds of what a customer may keep beside a record. */
const maxBytes = 65_536;
const maxDepth = 16;

export type JsonObject = { [key: string]: unknown };

const isPlain = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the value is JSON that PostgreSQL's jsonb keeps as it is, nested at most `depth` levels deep. */
function isKeepable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'object' || depth === 0) return false;
  return Object.entries(value).every(([key, part]) => isStorable(key) && isKeepable(part, depth - 1));
}

const isSmall = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) <= maxBytes;
// As it will come back from the database, so that a comparison tells whether something changed (-0, objects without a prototype).
const asStored = (value: JsonObject): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** A JSON object of bounded size and depth. */
export const jsonObjectSchema = z
  .record(z.string(), z.unknown())
  .refine((value) => isKeepable(value, maxDepth), {
    message: `Nested deeper than ${maxDepth} levels, or holds a value or character that cannot be stored.`,
    abort: true,
  })
  .refine(isSmall, { message: `Larger than ${maxBytes} bytes.`, abort: true })
  .overwrite(asStored)
  .describe('A JSON object, at most 64 KiB and 16 levels deep.');

/** JSON merge patch (RFC 7396, section 2): members are replaced, null removes, objects are merged. */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  const merged = new Map(isPlain(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, isPlain(value) ? mergePatch(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}

/** The target after a merge patch; refused at `path` when it is then too large: many small patches must not add up to more. */
export function patched(target: unknown, patch: JsonObject, ...path: string[]): JsonObject {
  const merged = mergePatch(target, patch);
  if (isKeepable(merged, maxDepth) && isSmall(merged)) return merged;
  throw badUserInput('Larger or nested deeper than allowed, after the change.', ...path);
}
