/**
 * The algorithms that tokens are signed with (RFC 7518 §3.1). Each has a key of its own (RFC 8725 §3.1), and a rotation replaces all of them.
 * RS256 comes first in the key set, for clients that read one key only.
 */
export const signingAlgorithms = ['RS256', 'ES256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** What every client can verify: OpenID Connect Core §15.1 requires it. */
export const defaultIdTokenSigningAlg: SigningAlgorithm = 'RS256';
/** The cheapest to issue and verify together; an API that knows RS256 only can have that (RFC 9068 §2.1). */
export const defaultAccessTokenSigningAlg: SigningAlgorithm = 'ES256';
