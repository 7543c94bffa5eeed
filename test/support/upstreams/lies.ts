type Claims = Record<string, unknown>;

/** Changes of an upstream in its responses. */
export interface Hooks {
  idToken?: (claims: Claims) => Claims;
  algorithm?: 'none' | 'HS256';
  userinfo?: (claims: Claims) => Claims;
  /** The address to which the person returns. */
  callback?: (parameters: URLSearchParams) => void;
  discovery?: (metadata: Claims) => Claims;
}

const unsigned = (metadata: Claims): Claims => ({
  ...metadata,
  id_token_signing_alg_values_supported: ['none', 'HS256', 'ES256'],
});

/** Responses that a provider could send that lies, or was taken over. */
export const lies = {
  'another nonce': { idToken: (claims) => ({ ...claims, nonce: 'another' }) },
  'no nonce': { idToken: (claims) => ({ ...claims, nonce: undefined }) },
  'another issuer in the ID token': { idToken: (claims) => ({ ...claims, iss: 'https://evil.example' }) },
  'another audience': { idToken: (claims) => ({ ...claims, aud: 'another-client' }) },
  'several audiences, for another party': {
    idToken: (claims) => ({ ...claims, aud: [claims['aud'], 'another-client'], azp: 'another-client' }),
  },
  'an ID token that has expired': { idToken: (claims) => ({ ...claims, exp: Number(claims['iat']) - 3600 }) },
  'an ID token without subject': { idToken: (claims) => ({ ...claims, sub: undefined }) },
  'an ID token without signature': { algorithm: 'none', discovery: unsigned },
  'an ID token signed with the client secret': { algorithm: 'HS256', discovery: unsigned },
  'another subject in userinfo': { userinfo: (claims) => ({ ...claims, sub: 'eve' }) },
  'another issuer in the response': { callback: (parameters) => parameters.set('iss', 'https://evil.example') },
  'no issuer in the response': { callback: (parameters) => parameters.delete('iss') },
  'another state': { callback: (parameters) => parameters.set('state', 'another') },
  'no state': { callback: (parameters) => parameters.delete('state') },
  'claims that are too large': { idToken: (claims) => ({ ...claims, padding: 'x'.repeat(40_000) }) },
  'discovery of another issuer': { discovery: (metadata) => ({ ...metadata, issuer: 'https://evil.example' }) },
} as const satisfies Record<string, Hooks>;

export type Lie = keyof typeof lies;
