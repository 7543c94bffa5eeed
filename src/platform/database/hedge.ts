import pg from 'pg';

/** Milliseconds after which an answer is late. */
const late = 250;
/** Attempts in all. */
const attempts = 3;

/** The database did not answer any of the attempts. */
export class Unanswered extends Error {
  constructor(cause: Error) {
    super('the database does not answer', { cause });
  }
}

/**
 * A hedged request (Dean and Barroso, "The Tail at Scale"): when the answer is late, the query is sent on another connection, and when a
 * connection fails, on another one again. The first answer counts. At most two are in progress at a time. For idempotent queries.
 * `onLate` is called at most once, when the answer is late. Rejects with `Unanswered`, or with PostgreSQL's error about the statement.
 */
export function hedged<Answer>(ask: () => Promise<Answer>, onLate?: () => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let begun = 0;
    let underWay = 0;
    let isSettled = false;
    const timer = setTimeout(() => {
      onLate?.();
      attempt();
    }, late);
    const settle = (): void => {
      isSettled = true;
      clearTimeout(timer);
    };
    const succeed = (answer: Answer): void => {
      settle();
      resolve(answer);
    };
    const fail = (error: Error): void => {
      underWay -= 1;
      if (isSettled) return;
      const refused = isRefusal(error);
      if (!refused) attempt();
      if (!refused && underWay > 0) return;
      settle();
      reject(refused ? error : new Unanswered(error));
    };
    const attempt = (): void => {
      if (begun === attempts) return;
      begun += 1;
      underWay += 1;
      ask().then(succeed, fail);
    };
    attempt();
  });
}

/** Whether PostgreSQL answered that the statement is wrong, and not that the connection ends or is not to be had (classes 08, 53, 57). */
const isRefusal = (error: Error): boolean => error instanceof pg.DatabaseError && !/^(08|53|57)/.test(error.code ?? '');
