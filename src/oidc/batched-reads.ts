import { hedged, Unanswered } from '../platform/database/hedge.ts';
import { gather } from '../store/sql/batch.ts';

/**
 * One statement at a time: questions that come meanwhile go with the next one, and the more go together, the less each costs on both
 * sides. The database answers faster than this process asks, so that nothing is gained by a second one.
 */
const mostTogether = 64;

/**
 * A look-up of the token endpoint, on connections of its own (`database.tokenPool`): `readAll` answers many questions with one statement, in
 * their order. A statement that is late is sent a second time, and no other question waits for it.
 */
export const tokenRead = <Question, Answer>(
  readAll: (questions: Question[]) => Promise<Answer[]>,
): ((question: Question) => Promise<Answer>) =>
  gather((questions: Question[], isLate: () => void) => hedged(() => readAll(questions), isLate), {
    most: mostTogether,
    concernsAll: (error) => error instanceof Unanswered,
  });
