import { importJWK, type JWK } from 'jose';
import { badUserInput } from './failure.ts';
import type { JsonObject } from './json.ts';

const maxKeys = 10;
const minModulusLength = 2048;

/** Members that exist in private and symmetric keys only (RFC 7518 §6.2.2, §6.3.2, §6.4; RFC 8037 §2). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/** What is kept of a key: enough to verify with. Unknown members are ignored (RFC 7517 §4). */
const keptMembers = ['kty', 'kid', 'use', 'key_ops', 'alg', 'crv', 'x', 'y', 'n', 'e'];

/** The signature algorithms per kind of key; a key that names none is used with the first. */
const algorithms: Record<string, readonly string[]> = {
  'EC P-256': ['ES256'],
  'EC P-384': ['ES384'],
  'EC P-521': ['ES512'],
  'OKP Ed25519': ['EdDSA', 'Ed25519'],
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
};

/**
 * The public keys of a JWK set (RFC 7517 §5), reduced to what verifies a signature. Refused as BAD_USER_INPUT at
 * "jwks" and the place of the bad key: private and symmetric keys, kinds we cannot verify with, short RSA keys, equal key ids.
 */
export async function publicKeySet(jwks: JsonObject): Promise<{ keys: JWK[] }> {
  const { keys } = jwks;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > maxKeys) {
    throw badUserInput(`A JWK set has 1 to ${maxKeys} keys.`, 'jwks', 'keys');
  }
  const kept: JWK[] = [];
  for (const [index, key] of (keys as unknown[]).entries()) {
    const problem = shapeProblem(key) ?? (await keyProblem(key as JWK));
    if (problem) throw badUserInput(problem, 'jwks', 'keys', index);
    if (kept.some(({ kid }) => kid === (key as JWK).kid)) {
      throw badUserInput('Keys of one set have different key ids.', 'jwks', 'keys', index, 'kid');
    }
    kept.push(Object.fromEntries(Object.entries(key as object).filter(([name]) => keptMembers.includes(name))));
  }
  return { keys: kept };
}

function shapeProblem(key: unknown): string | undefined {
  if (typeof key !== 'object' || key === null || Array.isArray(key)) return 'Is not a JWK.';
  if (privateMembers.some((member) => member in key)) return 'Is a private or symmetric key: register the public one.';
  const jwk = key as JWK;
  if (jwk.use !== undefined && jwk.use !== 'sig') return 'Is not a key for signatures.';
  return jwk.kid === undefined || typeof jwk.kid === 'string' ? undefined : 'Has a key id that is no text.';
}

async function keyProblem(key: JWK): Promise<string | undefined> {
  const allowed = algorithms[[key.kty, key.kty === 'RSA' ? undefined : key.crv].filter(Boolean).join(' ')];
  const algorithm = key.alg ?? allowed?.[0];
  if (!allowed || !algorithm || !allowed.includes(algorithm)) {
    return 'Is of a kind or for an algorithm that is not accepted.';
  }
  try {
    const imported = await importJWK({ ...key, ext: true }, algorithm);
    if (imported instanceof Uint8Array) return 'Is a symmetric key.';
    const { modulusLength } = imported.algorithm as Partial<RsaHashedKeyAlgorithm>;
    const isShort = modulusLength !== undefined && modulusLength < minModulusLength;
    return isShort ? `Is an RSA key of less than ${minModulusLength} bits.` : undefined;
  } catch {
    return 'Is not a valid public key.';
  }
}
