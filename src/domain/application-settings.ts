import { z } from 'zod';
import { signingAlgorithms } from '../vocabulary/signing-algorithms.ts';
import { jsonObjectSchema } from './json.ts';

const addresses = z.array(z.string().max(2048).meta({ format: 'uri' })).max(100);

/** Settings of an application that are given when it is created and when it is changed. domain/application.ts judges them together. */
export const applicationSettings = {
  isThirdParty: z
    .boolean()
    .describe("Whether it is someone else's application: it asks people for consent and may not exchange tokens."),
  pkceRequired: z
    .boolean()
    .describe('Whether PKCE (RFC 7636) is demanded. Only an application that keeps a secret can do without.'),
  idTokenSigningAlg: z
    .enum(signingAlgorithms)
    .describe('How its ID tokens are signed (RFC 7518 §3.1). RS256 is the default of most client libraries.'),
  redirectUris: addresses.describe(
    'Where people return to after signing in, compared as exact strings: https, http on localhost, or a scheme of its own for native applications.',
  ),
  postLogoutRedirectUris: addresses.describe('Where people return to after signing out, under the same rules.'),
  corsOrigins: addresses.describe(
    'Origins, such as https://app.example.com, whose pages may call the token endpoint and userinfo.',
  ),
  jwks: jsonObjectSchema.describe(
    'Public keys for private_key_jwt (RFC 7523), a JWK set (RFC 7517). While there are any, secrets are not accepted.',
  ),
};
