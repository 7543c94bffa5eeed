// Keeps what is shown up to date: a query whose answer contains a record is sent again after an event about it.
import type { Client, CombinedError, Exchange, Operation, OperationResult } from '@urql/core';
import { map, pipe, tap } from 'wonka';

/** Milliseconds in which changes are collected: one transaction often emits several events. */
const collecting = 30;
/** A query is repeated at most this often in `busyWindow` milliseconds, then once in `busyPause`. */
const busyCount = 5;
const busyWindow = 10_000;
const busyPause = 5000;
/** Milliseconds until queries that the platform did not answer are sent again, at most. */
const retryPause = 5000;

interface Watched {
  operation: Operation;
  ids: ReadonlySet<string>;
  /** The latest answer. */
  data?: unknown;
  /** Whether the platform did not answer the latest request. */
  isUnanswered?: boolean;
  /** Requests without an answer yet. */
  pending: number;
  /** Records of the events that arrived while a request was pending: its answer may be older than they are. */
  changedMeanwhile: Set<string>;
  /** Whether it is sent again as soon as no request is pending: an answer never replaces a later one. */
  mustRepeat: boolean;
  /** Times of the latest repetitions. */
  repeated: number[];
}

const watched = new Map<number, Watched>();
const changed = new Set<string>();
let collector: ReturnType<typeof setTimeout> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let client: Client;

export const refetchExchange: Exchange = (input) => {
  client = input.client;
  return (operations) =>
    pipe(
      operations,
      tap((operation) => {
        if (operation.kind === 'teardown') watched.delete(operation.key);
        else if (operation.kind === 'query') watch(operation);
      }),
      input.forward,
      map((result) => {
        const query = watched.get(result.operation.key);
        return query ? keep(query, result) : result;
      }),
    );
};

function watch(operation: Operation): void {
  const query: Watched = watched.get(operation.key) ?? {
    operation,
    ids: new Set(),
    pending: 0,
    changedMeanwhile: new Set(),
    mustRepeat: false,
    repeated: [],
  };
  query.pending += 1;
  watched.set(operation.key, query);
}

/** Keeps an answer. While the platform does not answer, the latest one stays on screen. */
function keep(query: Watched, result: OperationResult): OperationResult {
  const { error, ...others } = result;
  query.pending -= 1;
  query.isUnanswered = isUnavailable(error);
  if (result.data && !query.isUnanswered) {
    query.data = result.data;
    query.ids = idsIn(result.data);
  }
  if (query.isUnanswered) repeatUnansweredLater();
  if (query.pending === 0) repeatOutdated(query);
  return query.isUnanswered && query.data ? { ...others, data: query.data, stale: true } : result;
}

function repeatOutdated(query: Watched): void {
  const isOutdated = !query.ids.isDisjointFrom(query.changedMeanwhile);
  if (isOutdated) refresh(query.changedMeanwhile);
  query.changedMeanwhile.clear();
  if (query.mustRepeat) repeat(query);
}

function isUnavailable(error: CombinedError | undefined): boolean {
  const { status = 0 } = (error?.response ?? {}) as { status?: number };
  return error?.networkError !== undefined || status >= 500;
}

/** Sends the queries again that the platform did not answer. */
export function repeatUnanswered(): void {
  for (const query of watched.values()) if (query.isUnanswered) repeat(query);
}

/** For a feed that is live, on another process or an older connection: nothing else repeats them. */
function repeatUnansweredLater(): void {
  retry ??= setTimeout(
    () => {
      retry = undefined;
      repeatUnanswered();
    },
    retryPause * (0.5 + Math.random() / 2),
  );
}

/** Sends the queries again whose answers contain one of these records. */
export function refresh(ids: Iterable<string>): void {
  for (const id of ids) changed.add(id);
  for (const query of watched.values()) if (query.pending > 0) for (const id of ids) query.changedMeanwhile.add(id);
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
    // A pending request is newer than the event, or has noted it.
    if (query.pending > 0 || query.ids.isDisjointFrom(changed)) continue;
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
  query.mustRepeat = query.pending > 0;
  if (query.mustRepeat) return;
  query.repeated = [...query.repeated.slice(1 - busyCount), performance.now()];
  const context = { ...query.operation.context, requestPolicy: 'network-only' as const };
  client.reexecuteOperation(client.createRequestOperation('query', query.operation, context));
}

/** The ids of all records in an answer. */
function idsIn(value: unknown, ids = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) idsIn(item, ids);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (name === 'id' && typeof member === 'string') ids.add(member);
      else idsIn(member, ids);
    }
  }
  return ids;
}
