import { ConfigError } from '../config.ts';
import { messageOf } from '../platform/error-message.ts';

/**
 * Runs one step of the start. When it fails, the start ends with one sentence that names the variable to look at:
 * a failed start is nearly always a setting that does not fit its surroundings.
 */
export async function step<Result>(
  variable: string,
  what: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${variable}: ${what}: ${reason(error)}.`, { cause: error });
  }
}

/** The cause in words, on one line and without the full stop. Node's errors for an address hold no password. */
function reason(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors.map(reason) : [messageOf(error)];
  return causes.join(', ').replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}
