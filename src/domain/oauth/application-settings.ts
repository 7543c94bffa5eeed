import { z } from 'zod';
import { defaultIdTokenSigningAlg, signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { applicationKinds, applicationShape, type ApplicationType, grantTypes } from '../../vocabulary/resources.ts';
import { brandingChangeSchema } from '../branding/branding.ts';
import { jsonObjectSchema } from '../json.ts';
import { sessionIdleLimit, sessionLimit } from './session-limits.ts';
import { descriptionSchema, idSchema, nameSchema, webAddressSchema } from '../text.ts';
import { timeSchema } from '../times.ts';
import { describedLike, field } from '../../vocabulary/shape-parts.ts';

const addresses = z.array(z.string().max(2048).meta({ format: 'uri' })).max(100);

const settings = {
  name: nameSchema.describe('Name by which people recognize it.'),
  description: descriptionSchema.describe('Purpose of the application.'),
  kind: z
    .enum(applicationKinds)
    .describe('Whether it is an AI agent: it needs an owner, and tokens that it exchanges name it as an agent.'),
  ownerId: idSchema('user').describe(
    'The user responsible for the application. While the owner is suspended, or after the owner is deleted, token exchange is refused.',
  ),
  expiresAt: describedLike(applicationShape.shape.expiresAt, timeSchema),
  isThirdParty: z
    .boolean()
    .describe(
      "Whether a third party provides the application: it needs the users' consent and cannot exchange tokens.",
    ),
  pkceRequired: z
    .boolean()
    .describe('Whether PKCE (RFC 7636) is required. Can be false only for confidential applications.'),
  idTokenSigningAlg: z
    .enum(signingAlgorithms)
    .describe('Signing algorithm of its ID tokens (RFC 7518 §3.1). RS256 is the default of most client libraries.'),
  grantTypes: z
    .array(z.enum(grantTypes))
    .max(grantTypes.length)
    .describe(
      'Grants that it may use, beside token exchange: machine-to-machine applications `client_credentials`; others `authorization_code` and `refresh_token`, traditional web applications all three.',
    ),
  sessionLimitSeconds: sessionLimit
    .describe(
      'Maximum session age in seconds, 300 to 15552000. After it, the person must sign in again. Null: as long as the session lasts.',
    )
    .register(fieldFacts, {
      description: 'After it, the person must sign in again. Empty: as long as the session lasts.',
    }),
  sessionIdleLimitSeconds: sessionIdleLimit
    .describe(
      'Seconds without activity in a session after which it gets no tokens for the person without a new sign-in, 900 to 1209600; null: as long as the session lasts.',
    )
    .register(fieldFacts, {
      description: 'Without activity for so long, the person must sign in again. Empty: as long as the session lasts.',
    }),
  redirectUris: addresses.describe(
    'Where users return after signing in, compared as exact strings: https, http on localhost, or a private-use scheme for native applications.',
  ),
  postLogoutRedirectUris: addresses.describe(
    'Where users return after signing out; the rules of `redirectUris` apply.',
  ),
  corsOrigins: addresses.describe(
    'Origins, such as https://app.example.com, whose pages may call the platform with tokens of the application (CORS): the token endpoint, userinfo, and the Management API over HTTP and WebSockets.',
  ),
  jwks: jsonObjectSchema.describe(
    'Public keys for private_key_jwt (RFC 7523), as a JWK set (RFC 7517). While it is set, secrets are not accepted.',
  ),
  logoUri: webAddressSchema.describe(
    'URL of its logo (RFC 7591): PNG, JPEG, GIF or WebP, at most 256 KiB. Pages show a copy if `branding` has no logo; the pages of a third-party application only when they ask for consent.',
  ),
  branding: brandingChangeSchema
    .optional()
    .describe('How its pages and mails look: the fields to set. Without its own, those of the sign-in experience.'),
};

/** The fields that describe a secret of an application, besides its value. */
export const secretSettings = {
  name: field(nameSchema, 'Name of the secret, unique within the application.', 'Production'),
  expiresAt: field(timeSchema.nullish(), 'When it expires. Without a time, it never does.', null),
};

/** The name of the secret that replaces another one: "Production 2" after "Production", with the first free number. */
export function nextSecretName(name: string, secrets: readonly { name: string }[]): string {
  const names = new Set(secrets.map((secret) => secret.name));
  const stem = name.replace(/ \d{1,6}$/, '').slice(0, 90);
  for (let number = Number(/ (\d{1,6})$/.exec(name)?.[1] ?? 1) + 1; ; number++) {
    const next = `${stem} ${number}`;
    if (!names.has(next)) return next;
  }
}

/** The first secret of an application, in the input that creates the application. */
export const firstSecretSchema = z
  .strictObject(secretSettings)
  .meta({ id: 'FirstApplicationSecretInput', description: 'The first secret of an application.' });

/** A setting that only applications of these types have. */
const ofTypes = (...values: ApplicationType[]) => ({ onlyWith: { field: 'type', values } });
export const forConfidential = ofTypes('MACHINE_TO_MACHINE', 'TRADITIONAL_WEB');
const forPeople = ofTypes('NATIVE', 'SINGLE_PAGE', 'TRADITIONAL_WEB');

/** Settings that `createApplication` takes. domain/oauth/application.ts checks rules between them. */
export const newApplicationSettings = {
  name: settings.name,
  description: settings.description.default(''),
  kind: settings.kind.default('SERVICE'),
  ownerId: settings.ownerId.nullable().default(null),
  expiresAt: settings.expiresAt.nullable().default(null),
  isThirdParty: settings.isThirdParty.default(false),
  pkceRequired: settings.pkceRequired.default(true).register(fieldFacts, ofTypes('TRADITIONAL_WEB')),
  idTokenSigningAlg: settings.idTokenSigningAlg.default(defaultIdTokenSigningAlg).register(fieldFacts, forPeople),
  grantTypes: settings.grantTypes
    .nullish()
    .register(fieldFacts, forPeople)
    .describe(`${settings.grantTypes.description} All of these if omitted.`),
  sessionLimitSeconds: settings.sessionLimitSeconds.nullable().default(null).register(fieldFacts, forPeople),
  sessionIdleLimitSeconds: settings.sessionIdleLimitSeconds.nullable().default(null).register(fieldFacts, forPeople),
  redirectUris: settings.redirectUris.default([]).register(fieldFacts, forPeople),
  postLogoutRedirectUris: settings.postLogoutRedirectUris.default([]).register(fieldFacts, forPeople),
  corsOrigins: settings.corsOrigins.default([]).register(fieldFacts, forPeople),
  jwks: settings.jwks.nullish().register(fieldFacts, forConfidential),
  logoUri: settings.logoUri.nullable().default(null).register(fieldFacts, forPeople),
  branding: settings.branding.optional().register(fieldFacts, forPeople),
  customData: jsonObjectSchema.default({}).describe('Custom data: a JSON object of at most 64 KiB.'),
  tokenExchangeAllowed: z
    .boolean()
    .default(false)
    .register(fieldFacts, forConfidential)
    .describe(
      'Whether the application may exchange tokens of people for those of other APIs (RFC 8693), limited to what each person may do. Until it has rules, these are any APIs. It must be confidential and first-party.',
    ),
  managementApiAllowed: z
    .boolean()
    .default(false)
    .register(fieldFacts, forConfidential)
    .describe(
      'Whether it may also exchange tokens for the Management API. Requires tokenExchangeAllowed, and a caller with every permission.',
    ),
  impersonationAllowed: z
    .boolean()
    .default(false)
    .register(fieldFacts, forConfidential)
    .describe(
      'Whether administrators may act as other users through it, with a subject token. Requires tokenExchangeAllowed, and a caller with every permission.',
    ),
  accountApiAllowed: z
    .boolean()
    .default(false)
    .register(fieldFacts, forPeople)
    .describe(
      'Whether it may obtain access tokens of its users for the Account API: only a first-party one. A script that is injected into it can then change accounts, too.',
    ),
};

/** Settings that `updateApplication` takes. */
export const changedApplicationSettings = {
  name: settings.name.optional(),
  description: settings.description.optional(),
  kind: settings.kind.optional(),
  ownerId: settings.ownerId.nullish(),
  expiresAt: settings.expiresAt.nullish(),
  isThirdParty: settings.isThirdParty.optional(),
  pkceRequired: settings.pkceRequired.optional(),
  idTokenSigningAlg: settings.idTokenSigningAlg.optional(),
  grantTypes: settings.grantTypes.optional(),
  sessionLimitSeconds: settings.sessionLimitSeconds.nullish(),
  sessionIdleLimitSeconds: settings.sessionIdleLimitSeconds.nullish(),
  redirectUris: settings.redirectUris.optional(),
  postLogoutRedirectUris: settings.postLogoutRedirectUris.optional(),
  corsOrigins: settings.corsOrigins.optional(),
  jwks: settings.jwks.nullish(),
  logoUri: settings.logoUri.nullish(),
  branding: settings.branding,
  customData: jsonObjectSchema
    .optional()
    .describe('A JSON merge patch (RFC 7396): values replace, null removes, objects are merged.'),
};
