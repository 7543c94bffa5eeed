// Keeps what is shown true: a query whose answer contains a record is sent again after an event about that record.
import type { Client, CombinedError, Exchange, Operation, OperationResult } from '@urql/core';
import { map, pipe, tap } from 'wonka';

/** Milliseconds in which changes are collected: one transaction often emits several events. */
const collecting = 30;
/** A query is repeated at most this often in `busyWindow` milliseconds, then once in `busyPause`. */
const busyCount = 5;
const busyWindow = 10_000;
const busyPause = 5000;

interface Watched {
  operation: Operation;
  ids: ReadonlySet<string>;
  /** The latest answer. */
  data?: unknown;
  /** Whether the platform did not answer the latest request. */
  isUnanswered?: boolean;
  /** Times of the latest repetitions. */
  repeated: number[];
}

const watched = new Map<number, Watched>();
const changed = new Set<string>();
let collector: ReturnType<typeof setTimeout> | undefined;
let client: Client;

export const freshExchange: Exchange = (input) => {
  client = input.client;
  return (operations) =>
    pipe(
      operations,
      tap((operation) => {
        if (operation.kind === 'teardown') watched.delete(operation.key);
        else if (operation.kind === 'query' && !watched.has(operation.key)) {
          watched.set(operation.key, { operation, ids: new Set(), repeated: [] });
        }
      }),
      input.forward,
      map((result) => {
        const query = watched.get(result.operation.key);
        return query ? keep(query, result) : result;
      }),
    );
};

/** Keeps an answer. While the platform does not answer, the latest one stays on screen. */
function keep(query: Watched, result: OperationResult): OperationResult {
  const { error, ...others } = result;
  query.isUnanswered = isUnavailable(error);
  if (query.isUnanswered && query.data) return { ...others, data: query.data, stale: true };
  if (result.data) {
    query.data = result.data;
    query.ids = idsIn(result.data);
  }
  return result;
}

function isUnavailable(error: CombinedError | undefined): boolean {
  const { status = 0 } = (error?.response ?? {}) as { status?: number };
  return error?.networkError !== undefined || status >= 500;
}

/** Sends the queries again that the platform did not answer. */
export function repeatUnanswered(): void {
  for (const query of watched.values()) if (query.isUnanswered) repeat(query);
}

/** Sends the queries again whose answers contain one of these records. */
export function refresh(ids: Iterable<string>): void {
  for (const id of ids) changed.add(id);
  collector ??= setTimeout(repeatQueries, collecting);
}

/** The queries whose answers are on screen. */
export const shownQueries = (): Operation[] => [...watched.values()].map(({ operation }) => operation);

/** Sends all queries on screen again: what changed in between is unknown. */
export function refreshAll(): void {
  for (const query of watched.values()) repeat(query);
}

function repeatQueries(): void {
  collector = undefined;
  const later = new Set<string>();
  for (const query of watched.values()) {
    if (query.ids.isDisjointFrom(changed)) continue;
    if (isBusy(query)) for (const id of query.ids.intersection(changed)) later.add(id);
    else repeat(query);
  }
  changed.clear();
  if (later.size === 0) return;
  for (const id of later) changed.add(id);
  collector = setTimeout(repeatQueries, busyPause);
}

function isBusy({ repeated }: Watched): boolean {
  const now = performance.now();
  const latest = repeated.at(-1) ?? -Infinity;
  return repeated.filter((time) => now - time < busyWindow).length >= busyCount && now - latest < busyPause;
}

function repeat(query: Watched): void {
  query.repeated = [...query.repeated.slice(1 - busyCount), performance.now()];
  const context = { ...query.operation.context, requestPolicy: 'network-only' as const };
  client.reexecuteOperation(client.createRequestOperation('query', query.operation, context));
}

/** The ids of all records in an answer. */
function idsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) idsIn(item, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (name === 'id' && typeof member === 'string') found.add(member);
      else idsIn(member, found);
    }
  }
  return found;
}
