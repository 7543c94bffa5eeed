/** A stored password hash that can be compared with. */
export interface PasswordHash {
  /** Whether it is at least as strong as a hash of ours, and so need not be replaced. */
  isStrong: boolean;
  /**
   * The approximate cost of a comparison, as a multiple of one with a hash of ours. Refusals wait for the most costly
   * stored hash (platform/passwords/refusal-delay.ts), so it is on the high side of what was measured.
   */
  cost: number;
  /** Takes up to a second: to be called in a process that hashes (platform/passwords/hash-worker.ts). */
  matches(password: string): boolean;
}

/**
 * A hash that was read; `too costly` if a comparison would take more than about a second, or 256 MiB; undefined if it
 * has another format.
 */
export type Reading = PasswordHash | 'too costly' | undefined;

/** Base64 of a salt, with or without padding. passlib writes "." for "+". */
export const saltPattern = '[A-Za-z0-9+/.]{1,171}={0,2}';
/** The same of a key of 16 to 128 bytes. */
export const keyPattern = '[A-Za-z0-9+/.]{22,171}={0,2}';

/** The bytes of a salt or key. */
export const decoded = (base64: string): Buffer => Buffer.from(base64.replaceAll('.', '+'), 'base64');

/** Whether base64 without padding is that of whole bytes: not cut short, and without other bits at its end. */
export const isWhole = (base64: string): boolean =>
  Buffer.from(base64, 'base64').toString('base64').replaceAll('=', '') === base64;
