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
): ((question: Question) => Promise<Answer>) =>
  createBatchLoader((questions: Question[], isLate: () => void) => hedged(() => readAll(questions), isLate), {
    maxBatchSize: batchSize,
    failsAll: (error) => error instanceof DatabaseUnavailable,
  });
