import { importJWK, type JWK } from 'jose';
import { badUserInput } from '../failure.ts';
import type { JsonObject } from '../json.ts';

const maxKeys = 10;
const minModulusLength = 2048;

/** Members that exist in private and symmetric keys only (RFC 7518 §6.2.2, §6.3.2, §6.4; RFC 8037 §2). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/** Members that are stored: enough to verify signatures. Unknown members are ignored (RFC 7517 §4). */
const storedMembers = ['kty', 'kid', 'use', 'key_ops', 'alg', 'crv', 'x', 'y', 'n', 'e'];

/** Signature algorithms by kind of key. A key without "alg" is used with the first. */
const algorithms: Record<string, readonly string[]> = {
  'EC P-256': ['ES256'],
  'EC P-384': ['ES384'],
  'EC P-521': ['ES512'],
  'OKP Ed25519': ['EdDSA', 'Ed25519'],
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
};

/**
 * The public keys of a JWK set (RFC 7517 §5), reduced to what verifies a signature. Refuses private and symmetric keys,
 * unsupported kinds, short RSA keys and repeated key ids, with the path of the invalid key.
 */
export async function publicKeySet(jwks: JsonObject): Promise<{ keys: JWK[] }> {
  const { keys } = jwks;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > maxKeys) {
    throw badUserInput(`Must have 1 to ${maxKeys} keys.`, 'jwks', 'keys');
  }
  const kept: JWK[] = [];
  for (const [index, key] of (keys as unknown[]).entries()) {
    const problem = shapeProblem(key) ?? (await keyProblem(key as JWK));
    if (problem) throw badUserInput(problem, 'jwks', 'keys', index);
    if (kept.some(({ kid }) => kid === (key as JWK).kid)) {
      throw badUserInput('Key ids must be unique within the set.', 'jwks', 'keys', index, 'kid');
    }
    kept.push(Object.fromEntries(Object.entries(key as object).filter(([name]) => storedMembers.includes(name))));
  }
  return { keys: kept };
}

function shapeProblem(key: unknown): string | undefined {
  if (typeof key !== 'object' || key === null || Array.isArray(key)) return 'Must be a JWK.';
  if (privateMembers.some((member) => member in key)) return 'Private or symmetric key: register the public key.';
  const jwk = key as JWK;
  if (jwk.use !== undefined && jwk.use !== 'sig') return 'Must be a key for signatures ("use": "sig").';
  return jwk.kid === undefined || typeof jwk.kid === 'string' ? undefined : 'The key id must be a string.';
}

async function keyProblem(key: JWK): Promise<string | undefined> {
  const allowed = algorithms[[key.kty, key.kty === 'RSA' ? undefined : key.crv].filter(Boolean).join(' ')];
  const algorithm = key.alg ?? allowed?.[0];
  if (!allowed || !algorithm || !allowed.includes(algorithm)) {
    return 'Unsupported key type, curve or algorithm.';
  }
  try {
    const imported = await importJWK({ ...key, ext: true }, algorithm);
    if (imported instanceof Uint8Array) return 'Symmetric key: register a public key.';
    const { modulusLength } = imported.algorithm as Partial<RsaHashedKeyAlgorithm>;
    const isShort = modulusLength !== undefined && modulusLength < minModulusLength;
    return isShort ? `An RSA key must have at least ${minModulusLength} bits.` : undefined;
  } catch {
    return 'Must be a valid public key.';
  }
}
