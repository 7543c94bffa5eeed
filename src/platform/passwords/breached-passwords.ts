import { hash } from 'node:crypto';
import type { Logger } from '../logger.ts';
import type { FetchOutcome, SafeFetch } from '../network/safe-fetch.ts';

/** Whether a password is known from a breach. */
export type BreachedPasswords = (password: string) => Promise<boolean>;

/** A padded response has about 1,000 lines of 38 characters and more. */
const maxBytes = 256 * 1024;
const timeoutMs = 2000;

interface BreachedPasswordsOptions {
  /** Address of a range API, to which the first five digits of a SHA-1 are appended; with a slash at its end. */
  url: string;
  safeFetch: SafeFetch;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Queries the range API of Have I Been Pwned, or of a copy (https://haveibeenpwned.com/API/v3#PwnedPasswords). It
 * receives five digits of the SHA-1, which hundreds of passwords share, and responds with the other digits of all that
 * begin with them, padded so that the length reveals nothing. Without a response, the password counts as not breached.
 */
export function createBreachedPasswords({ url, safeFetch, logger }: BreachedPasswordsOptions): BreachedPasswords {
  return async (password) => {
    const digest = hash('sha1', password.normalize('NFKC'), 'hex').toUpperCase();
    const headers = { accept: 'text/plain', 'add-padding': 'true', 'user-agent': 'Mandate' };
    const outcome = await safeFetch({ url: url + digest.slice(0, 5), method: 'GET', headers, timeoutMs, maxBytes });
    const failure = failureOf(outcome);
    if (failure !== undefined) logger.warn({ reason: failure }, 'breached passwords: not checked; password accepted');
    return failure === undefined && countIn(outcome, digest.slice(5)) > 0;
  };
}

function failureOf(outcome: FetchOutcome): string | undefined {
  if (!outcome.ok) return outcome.message;
  if (outcome.status !== 200) return `The response has the status ${outcome.status}.`;
  return outcome.isCut ? 'The response is too long.' : undefined;
}

/** The number of breaches in a line such as "0018A45C4D1DEF81644B54AB7F969B88D65:10". Lines of padding have 0. */
function countIn(outcome: FetchOutcome, suffix: string): number {
  const line =
    outcome.ok &&
    outcome.bytes
      .toString('latin1')
      .split(/\r?\n/)
      .find((entry) => entry.toUpperCase().startsWith(`${suffix}:`));
  return line ? Number(line.slice(suffix.length + 1)) : 0;
}
