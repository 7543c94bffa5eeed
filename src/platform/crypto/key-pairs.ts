import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';

/** Makes a new key pair for an algorithm, off the main thread. Answers the private key, which holds the public one. */
export type NewKeyPair = (algorithm: SigningAlgorithm) => Promise<JWK>;

const generate = promisify(generateKeyPair);

/**
 * RSA with 2048 bits: 112 bits of strength, which NIST SP 800-57 accepts until 2030, for keys that are rotated and tokens that
 * live for a day at most. With 3072 bits a signature would cost three times as much.
 */
const makers: Record<SigningAlgorithm, () => Promise<{ privateKey: KeyObject }>> = {
  RS256: () => generate('rsa', { modulusLength: 2048 }),
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
};

export const newKeyPair: NewKeyPair = async (algorithm) =>
  (await makers[algorithm]()).privateKey.export({ format: 'jwk' });
