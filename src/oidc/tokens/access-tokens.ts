import type { Clock } from '../../platform/clock.ts';
import { createSignatures, signatureBytes, type SignatureKey, signatureKey } from '../../platform/crypto/signatures.ts';
import type { SigningKey } from '../../store/signing-keys.ts';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';
import { type AccessTokenClaims, readClaims, type VerifiedToken } from './access-token-claims.ts';
import { decodePart, readObject, foreignTokenFault } from './unverified-token.ts';
import type { KeyRing } from '../key-ring.ts';
import { createRepeatedTokens, digestOf, type RepeatedTokens } from './repeated-tokens.ts';
import type { TokenFault } from '../../vocabulary/exchanges/token-faults.ts';

/** Issues and reads our JWT access tokens (RFC 9068). */
export interface AccessTokens {
  /**
   * Checks form, type, issuer, signature and times (RFC 9068 §4). The access policy checks the user, grant and client,
   * which can change at any time.
   */
  verify(token: string): Promise<VerifiedToken | TokenFault>;
  /** Signs with the current key of the algorithm. */
  sign(claims: AccessTokenClaims, algorithm: SigningAlgorithm): Promise<string>;
}

export function createAccessTokens(services: { issuer: string; keys: KeyRing; clock: Clock }): AccessTokens {
  const { issuer, keys, clock } = services;
  let tools = createTools(keys);
  // Rebuilt with the keys, and the cache with them, because a key may have been withdrawn. A token that is being
  // checked meanwhile is added to the old cache.
  const present = () => (tools.generation === keys.generation() ? tools : (tools = createTools(keys)));
  return {
    async verify(token) {
      const { repeated } = present();
      const digest = digestOf(token);
      const cached = repeated.find(digest);
      if (cached) return checkTimes(cached, clock);
      const checked = await check(token, issuer, keys, present);
      if (typeof checked === 'string') return checked;
      repeated.add(digest, checked);
      return checkTimes(checked, clock);
    },
    async sign(claims, algorithm) {
      const { header, key } = present().signer(algorithm);
      const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      const signature = await signatures.sign(input, key);
      return `${input}.${signature.toString('base64url')}`;
    },
  };
}

const signatures = createSignatures();

interface Tools {
  generation: string;
  /** Throws if there is no key for the algorithm. */
  signer(algorithm: SigningAlgorithm): Signer;
  /** By protected header in base64url: this issuer, with oidc-provider, writes exactly one for each key. */
  verifiers: ReadonlyMap<string, Verifier>;
  /** Of these keys. The times of a token are checked each time. */
  repeated: RepeatedTokens;
}

interface Signer {
  /** The protected header, in base64url. */
  header: string;
  key: SignatureKey;
}

interface Verifier {
  keyId: string;
  key: SignatureKey;
  /** Length of its signatures. */
  signatureBytes: number;
}

function createTools(keys: KeyRing): Tools {
  const signers = new Map<SigningAlgorithm, Signer>();
  return {
    generation: keys.generation(),
    signer(algorithm) {
      const signer = signers.get(algorithm) ?? createSigner(keys.current(algorithm));
      signers.set(algorithm, signer);
      return signer;
    },
    verifiers: new Map(keys.published().map((key) => [headerOf(key), createVerifier(key)])),
    repeated: createRepeatedTokens(),
  };
}

const headerOf = ({ algorithm, id }: SigningKey): string =>
  Buffer.from(JSON.stringify({ alg: algorithm, typ: 'at+jwt', kid: id })).toString('base64url');

const createSigner = (key: SigningKey): Signer => ({
  header: headerOf(key),
  key: signatureKey(key.algorithm, key.privateKey),
});

const createVerifier = ({ id, algorithm, publicKey }: SigningKey): Verifier => ({
  keyId: id,
  key: signatureKey(algorithm, publicKey),
  signatureBytes: signatureBytes(publicKey),
});

function checkTimes(token: VerifiedToken, clock: Clock): VerifiedToken | TokenFault {
  const now = Math.floor(clock.now().getTime() / 1000);
  if (token.expiresAt <= now) return 'EXPIRED';
  return token.notBefore > now ? 'NOT_YET_VALID' : token;
}

// The algorithm follows from the key, never from the token. Any other "alg", "typ" or "crit" makes another header.
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
  const signed = decodePart(token.slice(payloadEnd + 1));
  if (headerEnd === payloadEnd || signed?.length !== verifier.signatureBytes) return 'MALFORMED';
  const payload = token.slice(headerEnd + 1, payloadEnd);
  if (await signatures.verify(token.slice(0, payloadEnd), signed, verifier.key)) {
    return readClaims(readObject(Buffer.from(payload, 'base64url')), issuer, verifier.keyId);
  }
  return decodePart(payload) ? 'BAD_SIGNATURE' : 'MALFORMED';
}

/** Handles an unknown header: of a new key of another process, or of a token that is not ours. */
async function seek(
  token: string,
  header: string,
  issuer: string,
  keys: KeyRing,
  present: () => Tools,
): Promise<Verifier | TokenFault> {
  const reason = foreignTokenFault(token, issuer);
  if (typeof reason === 'string') return reason;
  if (!(await keys.seek(reason.kid))) return 'UNKNOWN_KEY';
  return present().verifiers.get(header) ?? 'MALFORMED';
}
