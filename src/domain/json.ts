import { z } from 'zod';

/** Bounds of what a customer may keep beside a record. */
const maxBytes = 65_536;
const maxDepth = 16;

export type JsonObject = { [key: string]: unknown };

const isPlain = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const deeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' && value !== null && (depth === 0 || Object.values(value).some((part) => deeperThan(part, depth - 1)));

/** A JSON object: bounded, and without U+0000, which PostgreSQL's jsonb refuses. */
export const jsonObjectSchema = z
  .record(z.string(), z.unknown())
  .refine((value) => !deeperThan(value, maxDepth), `Nested deeper than ${maxDepth} levels.`)
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= maxBytes, `Larger than ${maxBytes} bytes.`)
  .refine((value) => !JSON.stringify(value).includes('\\u0000'), 'Holds the character U+0000.')
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
