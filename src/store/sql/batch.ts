import { endOfTurn } from '../../platform/event-loop.ts';

interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** Answers questions in their order. It may call `isLate` once: then the next run no longer waits for this one. */
export type AnswerAll<Question, Answer> = (questions: Question[], isLate: () => void) => Promise<Answer[]>;

interface GatherOptions {
  /** Questions of one run at most. */
  most: number;
  /** Whether an error does not depend on the questions: then those that wait are rejected with it, too. */
  concernsAll?: (error: unknown) => boolean;
}

/** Runs at most that are late and no longer waited for. */
const mostLate = 2;

/**
 * Turns a function that answers many questions at once into one that answers a single one: the questions of one turn of the event
 * loop are gathered into one run of `most` at most, as a data loader does; while it is under way, they gather for the next one.
 * Nothing is remembered: each question is asked anew. `answerAll` answers in the order of its questions; when it fails, it fails for
 * all of them.
 */
export function gather<Question, Answer>(
  answerAll: AnswerAll<Question, Answer>,
  { most, concernsAll = () => false }: GatherOptions,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let isBusy = false;
  let late = 0;

  /** Ends when the run has ended, or is late. */
  const runOne = (batch: Waiting<Question, Answer>[]): Promise<void> =>
    new Promise((goOn) => {
      let isLate = false;
      const leaveBehind = () => {
        if (isLate || late === mostLate) return;
        isLate = true;
        late += 1;
        goOn();
      };
      void settle(batch, answerAll, leaveBehind).then((error) => {
        if (isLate) late -= 1;
        if (error !== undefined && concernsAll(error)) rejectAll(waiting.splice(0), error);
        goOn();
      });
    });
  const run = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      // Every request and every finished signature check of this turn has asked by then.
      await endOfTurn();
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      if (batch.length > 0) await runOne(batch);
    }
    isBusy = false;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (!isBusy) void run();
    });
}

/** Answers or rejects every question of the run. Returns what it failed with; undefined when it did not. */
async function settle<Question, Answer>(
  batch: Waiting<Question, Answer>[],
  answerAll: AnswerAll<Question, Answer>,
  isLate: () => void,
): Promise<unknown> {
  try {
    const answers = await answerAll(
      batch.map(({ question }) => question),
      isLate,
    );
    if (answers.length !== batch.length) throw new Error('a question was left without an answer');
    answers.forEach((answer, index) => batch[index]?.resolve(answer));
    return undefined;
  } catch (error) {
    rejectAll(batch, error);
    return error;
  }
}

function rejectAll(batch: readonly { reject: (error: unknown) => void }[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}
