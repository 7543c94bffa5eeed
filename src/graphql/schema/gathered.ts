import { createContextCache } from '@pothos/core';
import { createBatchLoader } from '../../store/sql/batch-loader.ts';
import type { Context } from '../request/context.ts';

/** Questions per statement: more than a page has. */
const most = 1000;

/**
 * A look-up that records make one by one and the database answers for a whole page at once. One per operation: each is asked with its own
 * context, in a dry run with what its transaction sees.
 */
export function gathered<Question, Answer>(
  answerAll: (context: Context, questions: Question[]) => Promise<Answer[]>,
): (context: Context, question: Question) => Promise<Answer> {
  const asking = createContextCache((context: Context) =>
    createBatchLoader<Question, Answer>((questions) => answerAll(context, questions), { maxBatchSize: most }),
  );
  return (context, question) => asking(context)(question);
}
