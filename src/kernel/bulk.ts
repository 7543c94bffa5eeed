import { z } from 'zod';
import type { Failure } from '../domain/failure.ts';
import type { Logger } from '../platform/logger.ts';
import type { Actor } from './actor.ts';
import type { CallOptions, Origin } from './execute.ts';
import type { Operation, Route } from './operation.ts';

/** Items of one call at most. */
export const maxItems = 500;

/** Whether each item is done by itself, or all as a whole. */
export const bulkModes = {
  EACH: 'A transaction each: what is refused, or fails, is told at its place, the other items are done.',
  ALL: 'One transaction: when one item is refused, nothing is done.',
} as const;
export type BulkMode = keyof typeof bulkModes;
export const bulkMode = z
  .enum(['EACH', 'ALL'])
  .default('EACH')
  .describe('Whether each item is done by itself, or all as a whole.');

/** One operation for many items in one call. Surfaces derive from it as from an operation. */
export interface BulkOperation {
  /** The GraphQL mutation's name, for instance "createUsers". */
  name: string;
  /** One sentence in the imperative. */
  summary: string;
  operation: Operation;
  /** Fields of the operation's input that are given once for all items. */
  shared: readonly string[];
  route: Route;
  /** The whole input: the shared fields, `items`, `mode`. */
  input: z.ZodObject;
  /** What one item is: the operation's input without the shared fields. */
  item: z.ZodObject;
}

/** Derives a bulk operation: its items are inputs of the operation, without what is given once. */
export function defineBulk(
  operation: Operation,
  { name, summary, shared = [] }: { name: string; summary: string; shared?: readonly string[] },
): BulkOperation {
  const { shape } = operation.input as z.ZodObject;
  const parts = Object.entries(shape);
  // Without shared fields an item is what the operation alone is given, and has the same name in GraphQL.
  const id = capitalised(shared.length ? `${name}Item` : `${operation.name}Input`);
  const item = z
    .strictObject(Object.fromEntries(parts.filter(([field]) => !shared.includes(field))))
    .meta({ id, description: `What ${operation.name} needs.` });
  const input = z.strictObject({
    ...Object.fromEntries(parts.filter(([field]) => shared.includes(field))),
    items: z.array(item).min(1).max(maxItems).describe(`1 to ${maxItems} items.`),
    mode: bulkMode,
  });
  const path = `/bulk/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` as const;
  return { name, summary, operation, shared, route: { method: 'POST', path }, input, item };
}

/** A `Failure` that is told, not thrown. */
export interface Refusal extends Pick<Failure, 'code' | 'message' | 'problems'> {
  /** Under which the log tells more of what nobody foresaw. */
  reference?: string;
  /** What nobody foresaw: for the log alone. */
  fault?: unknown;
}

/** What became of one item: what the operation answered, or why it was refused. */
export type BulkResult = { index: number } & (
  | { output: Record<string, unknown>; failure: null }
  | { output: null; failure: Refusal }
);

/** What became of all of them, in their order, and the events they emitted. */
export interface BulkExecuted {
  results: BulkResult[];
  eventIds: string[];
}

/**
 * Runs an operation for many items. In mode EACH nothing that happens to an item hides what was done with others: a fault is told at its place, and
 * when the next item meets one, too, the rest is not tried. Throws `Failure` when the whole call is refused: without the permission, for an input that holds no items, and,
 * in mode ALL, when any item is refused: its problems are at `items`, its index and its own path. Three calls run at one time: SERVICE_UNAVAILABLE
 * when there is no place for too long.
 */
export type ExecuteBulk = (
  bulk: BulkOperation,
  actor: Actor,
  input: unknown,
  origin: Origin,
  options?: BulkOptions,
) => Promise<BulkExecuted>;

export interface BulkOptions extends Pick<CallOptions, 'idempotencyKey'> {
  /** Milliseconds to wait for other calls; two seconds by default. */
  queueTimeout?: number | undefined;
}

/** Tells the log of items that met what nobody foresaw. */
export function logFaults({ results }: BulkExecuted, requestId: string, logger: Logger): void {
  for (const { index, failure } of results) {
    if (failure?.fault === undefined) continue;
    logger.error({ err: failure.fault, requestId, item: index }, 'an item of a bulk operation failed');
  }
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
