import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import { createEs256, type Es256Key, es256Key } from '../platform/es256.ts';
import { type AccessTokenClaims, readClaims, type VerifiedToken } from './access-token-claims.ts';
import { decodePart, readObject, whyNotOurs } from './foreign-token.ts';
import type { KeyRing } from './keys.ts';
import { createSightings } from './sightings.ts';
import type { TokenFault } from './token-fault.ts';

/** Issues and reads our JWT access tokens (RFC 9068). */
export interface AccessTokens {
  /**
   * The token, once its form, type, issuer, signature and times are found good (RFC 9068 §4), or what is wrong with it.
   * Says nothing about its user, grant or client: those change at any moment and are asked of the access policy.
   */
  verify(token: string): Promise<VerifiedToken | TokenFault>;
  /** Signs with the current key. */
  sign(claims: AccessTokenClaims): Promise<string>;
}

/**
 * Tokens whose signature is remembered to be good, from the second time on that they come: most never do, and a flood of
 * different ones does not push out those that do. Known by their SHA-256: a token itself would keep its whole request alive.
 */
const rememberedLimit = 10_000;

export function createAccessTokens(services: { issuer: string; keys: KeyRing; clock: Clock }): AccessTokens {
  const { issuer, keys, clock } = services;
  const cameBefore = createSightings();
  let tools = createTools(keys);
  // Rebuilt when the ring changes, and with it goes what was remembered under keys that may be gone.
  const present = () => (tools.generation === keys.generation() ? tools : (tools = createTools(keys)));
  return {
    async verify(token) {
      const { good } = present();
      const key = hash('sha256', token, 'base64url');
      const known = good.get(key);
      if (known) return timely(known, clock);
      const checked = await check(token, issuer, keys, present);
      if (typeof checked === 'string') return checked;
      if (cameBefore(token)) good.set(key, checked);
      return timely(checked, clock);
    },
    async sign(claims) {
      const { header, signer } = present();
      const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      const signature = await es256.sign(input, signer);
      return `${input}.${signature.toString('base64url')}`;
    },
  };
}

const es256 = createEs256();

interface Tools {
  generation: string;
  header: string;
  signer: Es256Key;
  /** The one protected header per key that this issuer writes, ours and oidc-provider's, in base64url. */
  verifiers: ReadonlyMap<string, Es256Key>;
  /** Sound because one string is one token: its form is canonical and its header is compared as a whole. */
  good: LRUCache<string, VerifiedToken>;
}

function createTools(keys: KeyRing): Tools {
  const current = keys.current();
  const published = keys.published();
  return {
    generation: keys.generation(),
    header: headerOf(current.id),
    signer: es256Key(current.privateKey),
    verifiers: new Map(published.map((key) => [headerOf(key.id), es256Key(key.publicKey)])),
    good: new LRUCache({ max: rememberedLimit }),
  };
}

function headerOf(kid: string): string {
  return Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid })).toString('base64url');
}

function timely(token: VerifiedToken, clock: Clock): VerifiedToken | TokenFault {
  const now = Math.floor(clock.now().getTime() / 1000);
  if (token.expiresAt <= now) return 'expired';
  return token.notBefore > now ? 'notYetValid' : token;
}

// The algorithm follows from the key, never from the token; "crit", "alg" or "typ" of a stranger's making is another header.
async function check(
  token: string,
  issuer: string,
  keys: KeyRing,
  present: () => Tools,
): Promise<VerifiedToken | TokenFault> {
  const headerEnd = token.indexOf('.');
  const payloadEnd = token.lastIndexOf('.');
  const header = token.slice(0, Math.max(headerEnd, 0));
  const verifier = present().verifiers.get(header) ?? (await seek(token, header, issuer, keys, present));
  if (typeof verifier === 'string') return verifier;
  const payload = decodePart(token.slice(headerEnd + 1, payloadEnd));
  const signed = decodePart(token.slice(payloadEnd + 1));
  if (headerEnd === payloadEnd || !payload || signed?.length !== 64) return 'malformed';
  if (!(await es256.verify(token.slice(0, payloadEnd), signed, verifier))) return 'badSignature';
  return readClaims(readObject(payload), issuer);
}

/** What to do with a header that we do not know: another process may have a new key; all else is a refusal with its reason. */
async function seek(
  token: string,
  header: string,
  issuer: string,
  keys: KeyRing,
  present: () => Tools,
): Promise<Es256Key | TokenFault> {
  const reason = whyNotOurs(token, issuer);
  if (typeof reason === 'string') return reason;
  if (!(await keys.seek(reason.kid))) return 'unknownKey';
  return present().verifiers.get(header) ?? 'malformed';
}
