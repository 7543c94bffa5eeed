// Sends users to the import of the platform, a slice at a time.
import { accessToken } from '../session/session.ts';

/** A user to be created: the line and the text in the file, and what is sent for it, or why nothing can be. */
export interface Row {
  line: number;
  text: string;
  user: Readonly<Record<string, unknown>> | null;
  problem: string | null;
}

/** Rows that the dry run tries, and rows of one request. */
export const triedRows = 1000;
const slice = 500;

export interface Failure {
  row: Row;
  message: string;
}

/** What an import has done so far. */
export interface Progress {
  /** Rows that were sent, or that could not be. */
  done: number;
  created: number;
  failures: readonly Failure[];
}

export const nothingDone: Progress = { done: 0, created: 0, failures: [] };

interface ResponseLine {
  line?: number;
  failure?: { message: string; problems?: readonly { path: readonly (string | number)[]; message: string }[] };
  done?: true;
}

/** The status and the body. An error without a message if the connection is lost: the browser's is in its language. */
async function post(rows: readonly Row[], isDryRun: boolean, signal: AbortSignal | null): Promise<[number, string]> {
  const token = await accessToken('write');
  try {
    const response = await fetch(`/api${isDryRun ? '/dry-run' : ''}/users/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/x-ndjson' },
      body: rows.map(({ user }) => `${JSON.stringify(user)}\n`).join(''),
      signal,
    });
    return [response.status, await response.text()];
  } catch {
    throw new Error('');
  }
}

/** Sends rows, and returns those that were refused. Throws if the platform did not finish them. */
async function send(rows: readonly Row[], isDryRun: boolean, signal: AbortSignal | null): Promise<Failure[]> {
  const sent = rows.filter(({ user }) => user !== null);
  const unsent = rows.flatMap((row) => (row.problem === null ? [] : [{ row, message: row.problem }]));
  if (sent.length === 0) return unsent;
  const [status, text] = await post(sent, isDryRun, signal);
  if (status !== 200) throw new Error(reasonOf(text) ?? String(status));
  const answers = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ResponseLine);
  const last = answers.at(-1);
  if (!last?.done) throw new Error(last?.failure?.message ?? '');
  const refused = answers.flatMap(({ line, failure }) => {
    const row = line === undefined ? undefined : sent[line - 1];
    return row && failure ? [{ row, message: messageOf(failure) }] : [];
  });
  return [...unsent, ...refused].toSorted((one, other) => one.row.line - other.row.line);
}

/** What is wrong with each field; otherwise with the row. */
const messageOf = ({ message, problems = [] }: NonNullable<ResponseLine['failure']>): string =>
  problems.length > 0 ? problems.map(({ path, message: problem }) => [...path, problem].join(': ')).join(' ') : message;

function reasonOf(text: string): string | null {
  try {
    return (JSON.parse(text) as { detail?: string }).detail ?? null;
  } catch {
    return null;
  }
}

/** What would be refused of the first rows. */
export const tryRows = (rows: readonly Row[], signal: AbortSignal): Promise<Failure[]> =>
  send(rows.slice(0, triedRows), true, signal);

/** Imports what is not done yet, a slice at a time, and reports how far it is. */
export async function importRows(
  rows: readonly Row[],
  begun: Progress,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  let progress = begun;
  while (progress.done < rows.length && !signal.aborted) {
    const next = rows.slice(progress.done, progress.done + slice);
    // A slice that has begun is not interrupted: what became of it would be unknown.
    const failures = await send(next, false, null);
    progress = {
      done: progress.done + next.length,
      created: progress.created + next.length - failures.length,
      failures: [...progress.failures, ...failures],
    };
    onProgress(progress);
  }
}
