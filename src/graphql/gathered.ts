import { gather } from '../store/gather.ts';
import type { Context } from './context.ts';

/** Questions per statement: more than a page has. */
const gathering = { lanes: 2, most: 1000 };

/**
 * A look-up that records make one by one and the database answers for a whole page at once. One per client: in a dry run, what its
 * transaction sees.
 */
export function gathered<Question, Answer>(
  answerAll: (context: Context, questions: Question[]) => Promise<Answer[]>,
): (context: Context, question: Question) => Promise<Answer> {
  const asking = new WeakMap<Context['prisma'], (question: Question) => Promise<Answer>>();
  return (context, question) => {
    const ask = asking.get(context.prisma) ?? gather((questions) => answerAll(context, questions), gathering);
    asking.set(context.prisma, ask);
    return ask(question);
  };
}
