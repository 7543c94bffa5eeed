import { constants, type KeyObject, sign, verify } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';
import { endOfTurn } from '../event-loop.ts';

/** Options of `node:crypto` by algorithm. JWS concatenates r and s of ECDSA (RFC 7518 §3.3, §3.4). */
const usages = {
  RS256: { padding: constants.RSA_PKCS1_PADDING },
  ES256: { dsaEncoding: 'ieee-p1363' },
} as const satisfies Record<SigningAlgorithm, object>;

/** A key with its only algorithm. */
export const signatureKey = (algorithm: SigningAlgorithm, key: KeyObject) => ({ key, ...usages[algorithm] });
export type SignatureKey = ReturnType<typeof signatureKey>;

/** The length of every signature by this key: the modulus (RFC 8017 §8.2.1), or r and s with P-256. */
export const signatureBytes = (key: KeyObject): number => (key.asymmetricKeyDetails?.modulusLength ?? 512) / 8;

/** Signatures over ASCII text by any of the algorithms: all of them hash with SHA-256. */
interface Signatures {
  sign(input: string, key: SignatureKey): Promise<Buffer>;
  verify(input: string, signature: Buffer, key: SignatureKey): Promise<boolean>;
}

/**
 * On several cores the thread pool signs and verifies. On one core, waking a thread for ES256 costs about a third more
 * than the work itself, so the main thread does it: all signatures of one turn of the event loop together
 * (bench:exchange, 0.7 of the ceiling).
 */
export function createSignatures(cores = availableParallelism()): Signatures {
  return cores > 1 ? onThreadPool : onMainThread;
}

const bytes = (input: string): Buffer => Buffer.from(input, 'latin1');

const onMainThread: Signatures = {
  sign: async (input, key) => {
    await endOfTurn();
    return sign('sha256', bytes(input), key);
  },
  verify: async (input, signature, key) => {
    await endOfTurn();
    return verify('sha256', bytes(input), key, signature);
  },
};

const onThreadPool: Signatures = {
  sign: (input, key) =>
    new Promise((resolve, reject) => {
      sign('sha256', bytes(input), key, (error, signature) => (error ? reject(error) : resolve(signature)));
    }),
  verify: (input, signature, key) =>
    new Promise((resolve, reject) => {
      verify('sha256', bytes(input), key, signature, (error, isValid) => (error ? reject(error) : resolve(isValid)));
    }),
};
