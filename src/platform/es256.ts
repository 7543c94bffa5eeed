import { type KeyObject, sign, verify } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { endOfTurn } from './turn.ts';

/** A key as `node:crypto` takes it for ES256: JWS wants r and s side by side (RFC 7518 §3.4). */
export const es256Key = (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' as const });
export type Es256Key = ReturnType<typeof es256Key>;

/** ECDSA with P-256 and SHA-256 (RFC 7518 §3.4) over ASCII text. */
export interface Es256 {
  /** The signature: 64 bytes. */
  sign(input: string, key: Es256Key): Promise<Buffer>;
  verify(input: string, signature: Buffer, key: Es256Key): Promise<boolean>;
}

/**
 * On several cores the thread pool does it, and the main thread goes on. On one there is nobody to hand the work to: waking
 * a thread for it costs about a third more than doing it. The signatures of one turn are then worked on one after the other.
 */
export function createEs256(cores = availableParallelism()): Es256 {
  return cores > 1 ? inThePool : atOnce;
}

const bytes = (input: string): Buffer => Buffer.from(input, 'latin1');

const atOnce: Es256 = {
  sign: async (input, key) => {
    await endOfTurn();
    return sign('sha256', bytes(input), key);
  },
  verify: async (input, signature, key) => {
    await endOfTurn();
    return verify('sha256', bytes(input), key, signature);
  },
};

const inThePool: Es256 = {
  sign: (input, key) =>
    new Promise((resolve, reject) => {
      sign('sha256', bytes(input), key, (error, signature) => (error ? reject(error) : resolve(signature)));
    }),
  verify: (input, signature, key) =>
    new Promise((resolve, reject) => {
      verify('sha256', bytes(input), key, signature, (error, good) => (error ? reject(error) : resolve(good)));
    }),
};
