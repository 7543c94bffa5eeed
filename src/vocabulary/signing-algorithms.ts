/**
 * Algorithms that sign tokens (RFC 7518 §3.1). Each has its own key (RFC 8725 §3.1); a rotation replaces all keys.
 * RS256 is first in the key set, for clients that only read one key.
 */
export const signingAlgorithms = ['RS256', 'ES256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** Every client can verify it: OpenID Connect Core §15.1 requires it. */
export const defaultIdTokenSigningAlg: SigningAlgorithm = 'RS256';
/** The cheapest to sign and verify in sum. An API that only supports RS256 can be set to it (RFC 9068 §2.1). */
export const defaultAccessTokenSigningAlg: SigningAlgorithm = 'ES256';
