import { type RecordSpan, withSpan } from '../platform/telemetry/spans.ts';
import { hedged, DatabaseUnavailable } from '../platform/database/hedge.ts';
import { createBatchLoader } from '../store/sql/batch-loader.ts';

/** Maximum number of queries per statement. */
const batchSize = 64;

/**
 * A read of the token endpoint, on connections of its own (`database.tokenPool`). `readAll` reads the results of many
 * queries with one statement, in the same order. One statement runs at a time, and queries that arrive meanwhile share
 * the next one. A late statement is repeated on another connection, and later queries do not wait for it.
 */
export const batchedRead = <Query, Result>(
  readAll: (queries: Query[]) => Promise<Result[]>,
  { name, recordSpan }: { name: string; recordSpan: RecordSpan | undefined },
): ((query: Query) => Promise<Result>) =>
  createBatchLoader(
    (queries: Query[], isLate: () => void) =>
      withSpan(recordSpan, spanOf(name, queries.length), () => hedged(() => readAll(queries), isLate)),
    { maxBatchSize: batchSize, failsAll: (error) => error instanceof DatabaseUnavailable },
  );

/** A statement of many requests belongs to none of their traces. */
const spanOf = (name: string, size: number) =>
  ({ name: `read ${name}`, kind: 'client', attributes: { 'db.operation.batch.size': size } }) as const;
