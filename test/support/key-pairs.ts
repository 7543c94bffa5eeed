import { inject } from 'vitest';
import { type NewKeyPair, newKeyPair } from '../../src/platform/crypto/key-pairs.ts';

let used = 0;

/** Key pairs that take no time to make: RSA keys come from those of the run, again and again. */
export const quickKeyPair: NewKeyPair = (algorithm) => {
  const keys = inject('rsaKeys');
  const known = algorithm === 'RS256' ? keys[used++ % keys.length] : undefined;
  return known ? Promise.resolve(known) : newKeyPair(algorithm);
};
