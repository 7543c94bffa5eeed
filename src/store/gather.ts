import { endOfTurn } from '../platform/turn.ts';

export interface GatherOptions {
  /** Runs of `answerAll` under way at once; while they are busy, questions gather for the next one. */
  lanes: number;
  /** Questions per run at most. */
  most: number;
}

interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns a function that answers many questions at once into one that answers a single one: the questions of one turn of
 * the event loop are gathered into one run, as a data loader does. Nothing is remembered: each question is asked anew.
 * `answerAll` answers in the order of its questions; when it fails, it fails for all of them.
 */
export function gather<Question, Answer>(
  answerAll: (questions: Question[]) => Promise<Answer[]>,
  { lanes, most }: GatherOptions,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let scheduled = false;
  let running = 0;

  // Every request and every finished signature check of this turn has asked by then.
  const schedule = () => {
    if (scheduled || running >= lanes || waiting.length === 0) return;
    scheduled = true;
    void endOfTurn().then(runOnce);
  };
  const runOnce = async () => {
    scheduled = false;
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    running += 1;
    schedule();
    await settle(batch, answerAll);
    running -= 1;
    schedule();
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      schedule();
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
