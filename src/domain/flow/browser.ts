import { timingSafeEqual } from 'node:crypto';
import { tokenHash } from '../people/one-time-token.ts';

/** The hash by which a browser that has come back from an identity provider is known, base64url. */
export const browserHashOf = (secret: string): string => tokenHash(secret).toString('base64url');

/**
 * True in the browser that has come back. Who begins a sign-in could send another person to the provider with it, and
 * would be signed in as that person (RFC 9700 §4.7).
 */
export const isBrowserOf = ({ browserHash }: { browserHash?: string | undefined }, secret = ''): boolean =>
  browserHash === undefined ||
  timingSafeEqual(Buffer.from(browserHash, 'base64url'), Buffer.from(browserHashOf(secret), 'base64url'));
