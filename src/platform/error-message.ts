/** The message of an error, or of anything else that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The errors of which an error is a list, as when a connection fails on every address of a name; or the one error. */
export const causesOf = (error: unknown): unknown[] =>
  error instanceof AggregateError ? error.errors.flatMap(causesOf) : [error];
