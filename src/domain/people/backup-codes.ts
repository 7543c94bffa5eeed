/** Codes of a set. */
const setSize = 10;
/** Characters of a code, 5 bits each. */
const codeLength = 12;
/** The first ones are stored, to find the code; the other 50 bits are secret. */
const prefixLength = 2;

/** Crockford's base32 in lower case: without i, l, o and u, which are misread or form words. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A backup code as it is stored and compared. */
interface BackupCode {
  /** Differs from those of the other codes of the set, so that a typed code is compared with one hash only. */
  prefix: string;
  /** Its hash is stored encrypted: 50 bits are too few for a fast hash alone (OWASP ASVS 6.5.2). */
  secret: string;
}

/** Makes ten codes as they are shown, for example "7k2q-m9xa-4wbc". `random` returns that many random bytes. */
export function makeBackupCodes(random: (length: number) => Uint8Array): string[] {
  const codes = new Map<string, string>();
  while (codes.size < setSize) {
    // 32 divides 256, so every character is equally likely.
    const code = Array.from(random(codeLength), (byte) => alphabet.charAt(byte % alphabet.length)).join('');
    codes.set(code.slice(0, prefixLength), code.replaceAll(/.{4}(?=.)/g, '$&-'));
  }
  return [...codes.values()];
}

/**
 * Reads a code as a person types it: in any case, with any spaces and dashes, with "o" for "0", "i" and "l" for "1".
 * Undefined if it cannot be one.
 */
export function readBackupCode(typed: string): BackupCode | undefined {
  const text = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '');
  const secret = text.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{12}$/.test(secret) ? { prefix: secret.slice(0, prefixLength), secret } : undefined;
}
