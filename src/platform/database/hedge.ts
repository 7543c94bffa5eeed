import pg from 'pg';

/** Milliseconds after which a response is late. */
const late = 250;
/** Attempts in total. */
const attempts = 3;

/** No attempt got a response from the database. */
export class DatabaseUnavailable extends Error {
  constructor(cause: Error) {
    super('the database does not respond', { cause });
  }
}

/**
 * A hedged request (Dean and Barroso, "The Tail at Scale"): if the response is late, the query is also sent on another
 * connection; if a connection fails, on another one. The first response counts. At most two are in progress at a time.
 * For idempotent queries. Calls `onLate` at most once, when the response is late. Rejects with `DatabaseUnavailable`,
 * or with PostgreSQL's error about the statement.
 */
export function hedged<Result>(query: () => Promise<Result>, onLate?: () => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    let started = 0;
    let inProgress = 0;
    let isSettled = false;
    const timer = setTimeout(() => {
      onLate?.();
      attempt();
    }, late);
    const settle = (): void => {
      isSettled = true;
      clearTimeout(timer);
    };
    const succeed = (result: Result): void => {
      settle();
      resolve(result);
    };
    const fail = (error: Error): void => {
      inProgress -= 1;
      if (isSettled) return;
      const refused = isRefusal(error);
      if (!refused) attempt();
      if (!refused && inProgress > 0) return;
      settle();
      reject(refused ? error : new DatabaseUnavailable(error));
    };
    const attempt = (): void => {
      if (started === attempts) return;
      started += 1;
      inProgress += 1;
      query().then(succeed, fail);
    };
    attempt();
  });
}

/**
 * Whether PostgreSQL rejected the statement: not a connection error, shutdown or lack of resources (classes 08, 53,
 * 57).
 */
const isRefusal = (error: Error): boolean => error instanceof pg.DatabaseError && !/^(08|53|57)/.test(error.code ?? '');
