/** How often each line was logged, by its level, message and reason. */
export type Logged = Map<string, number>;

export const add = (logged: Logged, entry: string): void => void logged.set(entry, (logged.get(entry) ?? 0) + 1);
export const firstLine = (text: string): string => text.split('\n')[0]?.slice(0, 120) ?? '';

/** An error as the log shows it. */
interface LoggedError {
  message?: string;
  code?: string;
  aggregateErrors?: LoggedError[];
}

/** Counts the lines that a process has written. */
export function countLines(logged: Logged, text: string): void {
  for (const line of text.split('\n')) {
    // The last line of a process that was killed can be half a line.
    if (!line.startsWith('{') || !line.endsWith('}')) continue;
    const { level, msg, err } = JSON.parse(line) as { level: string; msg: string; err?: LoggedError };
    const reason = err && reasonOf(err);
    add(logged, `${level}: ${msg}${reason ? ` (${reason})` : ''}`);
  }
}

/** What went wrong, in a line. One that stands for several, as for each address of a host that was tried, has no message of its own. */
function reasonOf({ message, code, aggregateErrors = [] }: LoggedError): string {
  if (message) return firstLine(message);
  return [...new Set(aggregateErrors.map(reasonOf))].join('; ') || code || '';
}
