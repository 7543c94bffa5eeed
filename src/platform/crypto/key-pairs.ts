import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';

/**
 * Generates a key pair for an algorithm, off the main thread. Returns the private key, which contains the public one.
 */
export type NewKeyPair = (algorithm: SigningAlgorithm) => Promise<JWK>;

const generate = promisify(generateKeyPair);

/**
 * RSA with 2048 bits has 112 bits of strength, which NIST SP 800-57 accepts until 2030: enough for keys that are
 * rotated and tokens that live for a day at most. A signature with 3072 bits costs three times as much.
 */
const generators: Record<SigningAlgorithm, () => Promise<{ privateKey: KeyObject }>> = {
  RS256: () => generate('rsa', { modulusLength: 2048 }),
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
};

export const newKeyPair: NewKeyPair = async (algorithm) =>
  (await generators[algorithm]()).privateKey.export({ format: 'jwk' });
