import { inject } from 'vitest';
import { type NewKeyPair, newKeyPair } from '../../src/platform/crypto/key-pairs.ts';

let used = 0;

/** Key pairs that need no generation: RSA keys are those of the run, repeatedly. */
export const quickKeyPair: NewKeyPair = (algorithm) => {
  const keys = inject('rsaKeys');
  const known = algorithm === 'RS256' ? keys[used++ % keys.length] : undefined;
  return known ? Promise.resolve(known) : newKeyPair(algorithm);
};
