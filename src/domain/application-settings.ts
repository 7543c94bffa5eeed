import { z } from 'zod';
import { defaultIdTokenSigningAlg, signingAlgorithms } from '../vocabulary/signing-algorithms.ts';
import { jsonObjectSchema } from './json.ts';
import { descriptionSchema, nameSchema, webAddressSchema } from './text.ts';

const addresses = z.array(z.string().max(2048).meta({ format: 'uri' })).max(100);

const settings = {
  name: nameSchema.describe('Name shown to users when they sign in.'),
  description: descriptionSchema.describe('Purpose of the application.'),
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
  logoUri: webAddressSchema.describe(
    'Address of its logo (RFC 7591): PNG, JPEG, GIF or WebP, at most 256 KiB. The consent page shows a copy of it.',
  ),
};

/** Settings that `createApplication` takes. domain/application.ts checks rules between them. */
export const newApplicationSettings = {
  name: settings.name,
  description: settings.description.default(''),
  isThirdParty: settings.isThirdParty.default(false),
  pkceRequired: settings.pkceRequired.default(true),
  idTokenSigningAlg: settings.idTokenSigningAlg.default(defaultIdTokenSigningAlg),
  redirectUris: settings.redirectUris.default([]),
  postLogoutRedirectUris: settings.postLogoutRedirectUris.default([]),
  corsOrigins: settings.corsOrigins.default([]),
  jwks: settings.jwks.nullish(),
  logoUri: settings.logoUri.nullable().default(null),
};

/** Settings that `updateApplication` takes. */
export const changedApplicationSettings = {
  name: settings.name.optional(),
  description: settings.description.optional(),
  isThirdParty: settings.isThirdParty.optional(),
  pkceRequired: settings.pkceRequired.optional(),
  idTokenSigningAlg: settings.idTokenSigningAlg.optional(),
  redirectUris: settings.redirectUris.optional(),
  postLogoutRedirectUris: settings.postLogoutRedirectUris.optional(),
  corsOrigins: settings.corsOrigins.optional(),
  jwks: settings.jwks.nullish(),
  logoUri: settings.logoUri.nullish(),
};
