// Sends users to the import of the platform, a slice at a time.
import { accessToken } from '../session/session.ts';
import { ownChanges } from './feed/own-changes.ts';
import type { Reason } from './reason.ts';

/** A user to be created: the line and the text in the file, and what is sent for it, or why nothing can be. */
export interface Row {
  line: number;
  text: string;
  user: Readonly<Record<string, unknown>> | null;
  problem: Reason | null;
}

/** Why the platform did not do what was sent; without a reason if the connection was lost. */
export class Interruption extends Error {
  readonly reason: Reason | null;
  constructor(reason: Reason | null) {
    super(reason?.code);
    this.reason = reason;
  }
}

/** Rows that the dry run tries, and rows of one request. */
export const triedRows = 1000;
const slice = 500;

export interface Failure {
  row: Row;
  reasons: readonly Reason[];
}

/** The progress of an import. */
export interface Progress {
  /** Rows that were sent, or that could not be. */
  rowCount: number;
  created: number;
  failures: readonly Failure[];
}

export const nothingDone: Progress = { rowCount: 0, created: 0, failures: [] };

interface ResponseLine {
  line?: number;
  failure?: Reason & { problems?: readonly Reason[] };
  done?: true;
}

/** Options of a request: without a key, it is a dry run. With the same key again, no user is created twice. */
interface Sending {
  key: string | null;
  signal: AbortSignal | null;
}

/** The status and the body. */
async function post(rows: readonly Row[], { key, signal }: Sending): Promise<[number, string]> {
  const token = await accessToken('write');
  const headers = { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/x-ndjson' };
  try {
    const response = await fetch(`/api${key === null ? '/dry-run' : ''}/users/import`, {
      method: 'POST',
      headers: key === null ? headers : { ...headers, 'idempotency-key': key },
      body: rows.map(({ user }) => `${JSON.stringify(user)}\n`).join(''),
      signal,
    });
    return [response.status, await response.text()];
  } catch {
    throw new Interruption(null);
  }
}

/** Sends rows, and returns those that were refused. Throws `Interruption` if the platform did not finish them. */
async function send(rows: readonly Row[], sending: Sending): Promise<Failure[]> {
  const validRows = rows.filter(({ user }) => user !== null);
  const unsent = rows.flatMap((row) => (row.problem === null ? [] : [{ row, reasons: [row.problem] }]));
  if (validRows.length === 0) return unsent;
  const [status, text] = await post(validRows, sending);
  if (status !== 200) throw new Interruption(reasonOf(status, text));
  const answers = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ResponseLine);
  const last = answers.at(-1);
  if (!last?.done) throw new Interruption(last?.failure ?? null);
  const refused = answers.flatMap(({ line, failure }) => {
    const row = line === undefined ? undefined : validRows[line - 1];
    return row && failure ? [{ row, reasons: reasonsOf(failure) }] : [];
  });
  return [...unsent, ...refused].toSorted((one, other) => one.row.line - other.row.line);
}

/** The mistake in each field; otherwise that of the row. */
const reasonsOf = ({ problems = [], ...failure }: NonNullable<ResponseLine['failure']>): readonly Reason[] =>
  problems.length > 0 ? problems : [failure];

/** The reason in a response (RFC 9457); a proxy answers with a status alone. */
function reasonOf(status: number, text: string): Reason {
  try {
    const { code, detail, ...rest } = JSON.parse(text) as { code: string; detail: string; reference?: string };
    return { code, message: detail, ...rest };
  } catch {
    return { code: String(status) };
  }
}

/** The refusals that the first rows would get. */
export const tryRows = (rows: readonly Row[], signal: AbortSignal): Promise<Failure[]> =>
  send(rows.slice(0, triedRows), { key: null, signal });

/**
 * Imports what is not done yet, a slice at a time, and reports how far it is. A slice begins at the same row again, so
 * it has a key of its own under that of the import.
 */
export async function importRows(
  { rows, key }: { rows: readonly Row[]; key: string },
  begun: Progress,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  let progress = begun;
  while (progress.rowCount < rows.length && !signal.aborted) {
    const next = rows.slice(progress.rowCount, progress.rowCount + slice);
    // A slice that has begun is not interrupted: what became of it would be unknown.
    const failures = await send(next, { key: `${key}/${progress.rowCount}`, signal: null });
    ownChanges.announce();
    progress = {
      rowCount: progress.rowCount + next.length,
      created: progress.created + next.length - failures.length,
      failures: [...progress.failures, ...failures],
    };
    onProgress(progress);
  }
}
