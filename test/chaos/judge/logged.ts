/** The number of times that each line was logged, by level, message and reason. */
export type Logged = Map<string, number>;

export const add = (logged: Logged, entry: string): void => void logged.set(entry, (logged.get(entry) ?? 0) + 1);
export const firstLine = (text: string): string => text.split('\n')[0]?.slice(0, 120) ?? '';

/** A logged error. */
interface LoggedError {
  message?: string;
  code?: string;
  aggregateErrors?: LoggedError[];
}

/** Counts the log lines of a process. */
export function countLines(logged: Logged, text: string): void {
  for (const line of text.split('\n')) {
    // A killed process can leave half a line.
    if (!line.startsWith('{') || !line.endsWith('}')) continue;
    const { level, msg, err } = JSON.parse(line) as { level: string; msg: string; err?: LoggedError };
    const reason = err && reasonOf(err);
    add(logged, `${level}: ${msg}${reason ? ` (${reason})` : ''}`);
  }
}

/** The reason in one line. An error with several causes, as for each address of a host, has no message of its own. */
function reasonOf({ message, code, aggregateErrors = [] }: LoggedError): string {
  if (message) return firstLine(message);
  return [...new Set(aggregateErrors.map(reasonOf))].join('; ') || code || '';
}
