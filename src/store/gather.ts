import { endOfTurn } from '../platform/turn.ts';

interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns a function that answers many questions at once into one that answers a single one: the questions of one turn of the event
 * loop are gathered into one run of `most` at most, as a data loader does; while it is under way, they gather for the next one.
 * Nothing is remembered: each question is asked anew. `answerAll` answers in the order of its questions; when it fails, it fails for
 * all of them.
 */
export function gather<Question, Answer>(
  answerAll: (questions: Question[]) => Promise<Answer[]>,
  most: number,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let busy = false;

  const run = async () => {
    busy = true;
    while (waiting.length > 0) {
      // Every request and every finished signature check of this turn has asked by then.
      await endOfTurn();
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await settle(batch, answerAll);
    }
    busy = false;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (!busy) void run();
    });
}

async function settle<Question, Answer>(
  batch: Waiting<Question, Answer>[],
  answerAll: (questions: Question[]) => Promise<Answer[]>,
): Promise<void> {
  try {
    const answers = await answerAll(batch.map(({ question }) => question));
    if (answers.length !== batch.length) throw new Error('a question was left without an answer');
    answers.forEach((answer, index) => batch[index]?.resolve(answer));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
