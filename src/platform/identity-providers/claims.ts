import type { UpstreamIdentity } from './identity-provider.ts';
import { Invalid } from './invalid.ts';

/** Bytes of all claims as JSON. */
const largestClaims = 32 * 1024;
/** Characters (OpenID Connect Core §2). */
const longestSubject = 255;

type Claims = Record<string, unknown>;

/** Throws `Invalid` if the claims are too large, or identify no person. */
export function identityFrom(claims: Claims, subjectClaim: string): UpstreamIdentity {
  const { auth_time: authTime, acr, amr } = claims;
  return {
    subject: readSubject(claims[subjectClaim], subjectClaim),
    claims: bounded(claims),
    authenticatedAt: readTime(authTime),
    acr: typeof acr === 'string' ? acr : null,
    amr: Array.isArray(amr) ? amr.filter((value) => typeof value === 'string') : [],
  };
}

/** Throws `Invalid` if the claims are too large. */
export function bounded(claims: Claims): Claims {
  if (Buffer.byteLength(JSON.stringify(claims)) > largestClaims)
    throw new Invalid(`The claims of the person exceed ${largestClaims / 1024} KiB.`);
  return claims;
}

/** A text, or a whole number. Texts that differ must not become equal when they are stored: they are well-formed. */
export function readSubject(value: unknown, name: string): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  const isSubject = typeof text === 'string' && text !== '' && text.length <= longestSubject && text.isWellFormed();
  if (!isSubject || /\p{Cc}/u.test(text)) throw new Invalid(`The claim "${name}" does not identify a person.`);
  return text;
}

function readTime(seconds: unknown): Date | null {
  const time = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}

/**
 * The claims of an ID token, and those that only userinfo has. Those of the address come from one of both, so that no
 * address counts as verified because of a statement about another one.
 */
export function mergeClaims(idToken: Claims, userinfo: Claims, addressClaims: readonly string[]): Claims {
  const withoutAddress = (claims: Claims): Claims =>
    Object.fromEntries(Object.entries(claims).filter(([name]) => !addressClaims.includes(name)));
  return addressClaims.some((name) => Object.hasOwn(idToken, name))
    ? { ...withoutAddress(userinfo), ...idToken }
    : { ...userinfo, ...withoutAddress(idToken) };
}
