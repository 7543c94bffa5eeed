import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { Ids } from '../../platform/ids/ids.ts';
import { pageCookie } from './page-cookie.ts';

/** Seconds that a browser is known after a sign-in. */
const lifetime = 90 * 86_400;
const secretPattern = /^[\w-]{43}$/;
/** The users of a browser who are remembered. */
const maxUsers = 5;

/** The secrets that make a browser known: one for each user who has signed in with it, the last one first. */
interface DeviceCookie {
  /** SHA-256 of each secret. */
  hashes: Buffer[];
  /** SHA-256 of the secret that a sign-in stores. */
  nextHash: Buffer;
  /** Sets the cookie after a sign-in. `replaced` is the hash of the secret that the user had in this browser. */
  keep(replaced: Uint8Array | null): void;
}

/**
 * Reads the cookie of a browser. Each sign-in gives its user a new secret, so a secret of one user is never that of
 * another one, neither in a shared browser nor after a cookie was planted in it, and copies of it end.
 */
export function deviceCookie(context: Context, ids: Pick<Ids, 'secret'>, publicUrl: string): DeviceCookie {
  const cookie = pageCookie(context, publicUrl, { name: 'mandate_device', path: '/', lifetime });
  const parts = (cookie.value ?? '').split('.').slice(0, maxUsers);
  const secrets = parts.filter((secret) => secretPattern.test(secret));
  const next = ids.secret();
  return {
    hashes: secrets.map(hashOf),
    nextHash: hashOf(next),
    keep(replaced) {
      const others = secrets.filter((secret) => !replaced || !hashOf(secret).equals(replaced));
      cookie.keep([next, ...others].slice(0, maxUsers).join('.'));
    },
  };
}

const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');
