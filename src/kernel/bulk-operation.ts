import { z } from 'zod';
import { capitalized } from '../domain/text.ts';
import type { ExposedOperation, Route } from './operation.ts';
import type { OperationWords } from '../vocabulary/operation-words.ts';

/** Items per call. */
export const maxItems = 500;

/** Whether each item has its own transaction. */
export const bulkModes = {
  EACH: 'Each item in its own transaction. An item that is refused or fails has an error; the others are applied.',
  ALL: 'All items in one transaction. If one is refused, none is applied.',
} as const;
export type BulkMode = keyof typeof bulkModes;
export const bulkMode = z
  .enum(['EACH', 'ALL'])
  .default('EACH')
  .describe('Whether items are applied one by one or all together.');

/** One operation for many items in one call. Both APIs derive from it as from an operation. */
export interface BulkOperation {
  /** The GraphQL mutation's name, for example "createUsers". */
  name: string;
  /** One sentence in the imperative. */
  summary: string;
  words: OperationWords;
  operation: ExposedOperation;
  /** Fields of the operation's input that apply to all items. */
  shared: readonly string[];
  route: Route;
  /** The whole input: the shared fields, `items`, `mode`. */
  input: z.ZodObject;
  /** One item: the operation's input without the shared fields. */
  item: z.ZodObject;
}

/** Derives a bulk operation. Its items are inputs of the operation, without the shared fields. */
export function defineBulk(
  operation: ExposedOperation,
  {
    name,
    summary,
    words,
    shared = [],
  }: { name: string; summary: string; words: OperationWords; shared?: readonly string[] },
): BulkOperation {
  const { shape } = operation.input as z.ZodObject;
  const parts = Object.entries(shape);
  // Without shared fields an item is the input of the operation, and has the same name in GraphQL.
  const id = capitalized(shared.length ? `${name}Item` : `${operation.name}Input`);
  const rest = shared.map((field) => `\`${field}\``).join(', ');
  const description = `Item of \`${name}\`: the input of \`${operation.name}\` without ${rest}.`;
  const item = z
    .strictObject(Object.fromEntries(parts.filter(([field]) => !shared.includes(field))))
    .meta({ id, ...(shared.length && { description }) });
  const input = z.strictObject({
    ...Object.fromEntries(parts.filter(([field]) => shared.includes(field))),
    items: z.array(item).min(1).max(maxItems).describe(`1 to ${maxItems} items.`),
    mode: bulkMode,
  });
  const path = `/bulk/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` as const;
  return { name, summary, words, operation, shared, route: { method: 'POST', path }, input, item };
}
