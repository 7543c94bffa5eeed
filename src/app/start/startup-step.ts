import { ConfigError } from '../../config.ts';
import { causesOf, messageOf } from '../../platform/error-message.ts';
import { foreignOwner } from '../../platform/file-owner.ts';

/**
 * Runs one step of the start. If it fails, the start ends with a sentence that names the setting to check, which is
 * nearly always the cause.
 */
export async function startupStep<Result>(
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

/** The cause on one line, without the full stop. Node's errors for an address do not contain passwords. */
const reason = (error: unknown): string =>
  causesOf(error)
    .map((cause) => (foreignOwner(cause) ?? messageOf(cause)).replaceAll(/\s+/g, ' ').replace(/\.$/, ''))
    .join(', ');
