import { type RecordSpan, withSpan } from '../platform/telemetry/spans.ts';
import { hedged, DatabaseUnavailable } from '../platform/database/hedge.ts';
import { createBatchLoader } from '../store/sql/batch-loader.ts';

/** Maximum number of questions in a statement. */
const batchSize = 64;

/**
 * A read of the token endpoint, on connections of its own (`database.tokenPool`). `readAll` answers many questions with
 * one statement, in the same order. One statement runs at a time, and questions that arrive meanwhile share the next
 * one. A late statement is repeated on another connection, and later questions do not wait for it.
 */
export const batchedRead = <Question, Answer>(
  readAll: (questions: Question[]) => Promise<Answer[]>,
  { name, recordSpan }: { name: string; recordSpan: RecordSpan | undefined },
): ((question: Question) => Promise<Answer>) =>
  createBatchLoader(
    (questions: Question[], isLate: () => void) =>
      withSpan(recordSpan, spanOf(name, questions.length), () => hedged(() => readAll(questions), isLate)),
    { maxBatchSize: batchSize, failsAll: (error) => error instanceof DatabaseUnavailable },
  );

/** A statement of many requests belongs to none of their traces. */
const spanOf = (name: string, size: number) =>
  ({ name: `read ${name}`, kind: 'client', attributes: { 'db.operation.batch.size': size } }) as const;
