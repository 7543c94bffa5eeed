import { z } from 'zod';
import type { Fields } from './flow/context.ts';
import { parseJson } from './parse-json.ts';

/** The fields of a form, or of JSON. Any other body has none. */
export function readFields(mediaType: string | undefined, body: Buffer): Fields {
  const isJson = mediaType?.startsWith('application/json') ?? false;
  if (!isJson) return Object.fromEntries(new URLSearchParams(body.toString()));
  const { data = {} } = z.record(z.string(), z.union([z.string(), z.int()])).safeParse(parseJson(body.toString()));
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
}
