import { z } from 'zod';
import { factorKinds } from './factors.ts';
import { email, id, json, jsonOf, linkTo, time, timestamps, url } from './shape-parts.ts';
import { signingAlgorithms } from './signing-algorithms.ts';

/**
 * The public shape of each kind of record, in events and in responses of the Management API. Password hashes, secrets
 * and private keys have no field, so they cannot be published.
 */
export const userShape = z
  .strictObject({
    id,
    username: z.string().nullable().describe('Username, in lower case.'),
    email: email.nullable().describe('Email address, in lower case.'),
    emailVerifiedAt: time.nullable().describe('Time at which the email address was verified; null if it is not.'),
    phone: z.string().nullable().describe('Phone number in E.164 format.'),
    phoneVerifiedAt: time.nullable().describe('Time at which the phone number was verified; null if it is not.'),
    passwordResetRequiredAt: time
      .nullable()
      .describe('Time since which the next sign-in requires a new password; null if it does not.'),
    name: z.string().nullable().describe('Display name, the claim `name`.'),
    avatar: url.nullable().describe('URL of a picture, the claim `picture`.'),
    profile: jsonOf('UserProfile').describe('Other OpenID Connect standard claims.'),
    customData: json.describe('Custom data: any JSON object.'),
    isSuspended: z
      .boolean()
      .describe('Whether the user is suspended. Suspended users cannot sign in and get no tokens.'),
    suspendedAt: time.nullable().describe('Time of the suspension; null if active.'),
    lastSignInAt: time.nullable().describe('Time of the last sign-in on the sign-in pages; null if there was none.'),
    ...timestamps,
  })
  .meta({ id: 'UserSnapshot', description: 'A user at the time of an event.' });

export const factorShape = z
  .strictObject({
    id,
    userId: linkTo('user').describe('Id of the user.'),
    kind: z.enum(factorKinds).describe('Kind of the factor.'),
    name: z.string().describe('Name that the user chose; empty for a backup code.'),
    isBackedUp: z
      .boolean()
      .nullable()
      .describe('Whether a passkey is synchronized to other devices; null for other kinds.'),
    aaguid: z
      .string()
      .nullable()
      .describe('Model of the authenticator of a passkey; zeros if it does not disclose it; null for other kinds.'),
    createdAt: time.describe('Time of creation.'),
    lastUsedAt: time
      .nullable()
      .describe('Time of the last use; null before it. A used backup code is not valid any more.'),
  })
  .meta({ id: 'FactorSnapshot', description: 'A second factor of a user, without its secret.' });

export const roleShape = z
  .strictObject({
    id,
    name: z.string().describe('Name, unique among roles.'),
    description: z.string().describe('Description.'),
    isDefault: z.boolean().describe('Whether the role is assigned to new users.'),
    ...timestamps,
  })
  .meta({ id: 'RoleSnapshot', description: 'A role at the time of an event.' });

export const apiResourceShape = z
  .strictObject({
    id,
    name: z.string().describe('Display name.'),
    indicator: url.describe('Resource indicator (RFC 8707): the `aud` of its access tokens. Immutable.'),
    accessTokenTtl: z.int().describe('Lifetime of its access tokens in seconds.'),
    accessTokenSigningAlg: z.enum(signingAlgorithms).describe('Signing algorithm of its access tokens.'),
    isBuiltIn: z
      .boolean()
      .describe('Whether it is the Management API. Its scopes are the permissions; they cannot be changed.'),
    ...timestamps,
  })
  .meta({ id: 'ApiResourceSnapshot', description: 'An API resource at the time of an event.' });

export const scopeShape = z
  .strictObject({
    id,
    apiResourceId: linkTo('apiResource').describe('Id of the API resource.'),
    name: z.string().describe('Name of the scope, as in tokens (RFC 6749 §3.3). Immutable.'),
    description: z.string().describe('Description of what the scope permits.'),
    ...timestamps,
  })
  .meta({ id: 'ScopeSnapshot', description: 'A scope of an API resource at the time of an event.' });

export const applicationTypes = ['MACHINE_TO_MACHINE', 'TRADITIONAL_WEB', 'SINGLE_PAGE', 'NATIVE'] as const;
export type ApplicationType = (typeof applicationTypes)[number];
/** Grants of applications, beside token exchange, which has a switch of its own. */
export const grantTypes = ['AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'CLIENT_CREDENTIALS'] as const;
export type GrantType = (typeof grantTypes)[number];

export const applicationShape = z
  .strictObject({
    id,
    name: z.string().describe('Display name, shown to users when they sign in.'),
    description: z.string().describe('Description.'),
    type: z.enum(applicationTypes).describe('Type of the application.'),
    isThirdParty: z
      .boolean()
      .describe('Whether it is a third-party application: users must consent, and it cannot exchange tokens.'),
    tokenExchangeAllowed: z
      .boolean()
      .describe('Whether it may exchange tokens (RFC 8693): the switch "Allow token exchange"; off by default.'),
    managementApiAllowed: z
      .boolean()
      .describe(
        'Whether it may exchange tokens for the Management API as well: the switch "Allow the Management API"; off by default.',
      ),
    pkceRequired: z.boolean().describe('Whether PKCE (RFC 7636) is required.'),
    idTokenSigningAlg: z.enum(signingAlgorithms).describe('Signing algorithm of its ID tokens.'),
    grantTypes: z
      .array(z.enum(grantTypes))
      .describe('Grants that it may use, beside token exchange, which `tokenExchangeAllowed` allows.'),
    sessionLimitSeconds: z
      .int()
      .nullable()
      .describe(
        'Maximum session age in seconds. After it, the person must sign in again. Null: as long as the session lasts.',
      ),
    sessionIdleLimitSeconds: z
      .int()
      .nullable()
      .describe(
        'Seconds without activity in a session after which it gets no tokens for the person without a new sign-in; null: as long as the session lasts.',
      ),
    redirectUris: z.array(url).describe('Allowed redirect URIs after sign-in.'),
    postLogoutRedirectUris: z.array(url).describe('Allowed redirect URIs after sign-out.'),
    corsOrigins: z.array(url).describe('Origins whose pages may call the platform with its tokens (CORS).'),
    jwks: json
      .nullable()
      .describe('Public keys for `private_key_jwt` (RFC 7523), a JWK set. If present, secrets are not accepted.'),
    logoUri: url
      .nullable()
      .describe('URL of its logo (RFC 7591, `logo_uri`). The consent page shows a copy.')
      .meta({ examples: ['https://documents.example.com/logo.png'] }),
    customData: json.describe('Custom data: any JSON object.'),
    lastUsedAt: time
      .nullable()
      .describe('Day of the last issued token, at 00:00 UTC; null if there is none. Written within a minute.'),
    isBuiltIn: z.boolean().describe('Whether it is the application of the console, which cannot be changed.'),
    isSuspended: z.boolean().describe('Whether it is suspended. Suspended applications get no tokens.'),
    suspendedAt: time.nullable().describe('Time of the suspension; null if active.'),
    ...timestamps,
  })
  .meta({ id: 'ApplicationSnapshot', description: 'An application at the time of an event.' });

export const applicationSecretShape = z
  .strictObject({
    id,
    applicationId: linkTo('application').describe('Id of the application.'),
    name: z.string().describe('Name given at creation.'),
    prefix: z.string().describe('First characters of the secret, to recognize it.'),
    expiresAt: time.nullable().describe('Time of expiry; null if it does not expire.'),
    lastUsedAt: time
      .nullable()
      .describe(
        'Day on which the application last authenticated with it, at 00:00 UTC; null if it never did. Written within a minute.',
      ),
    createdAt: time.describe('Time of creation.'),
  })
  .meta({
    id: 'ApplicationSecretSnapshot',
    description: 'A secret of an application at the time of an event, without its value.',
  });

/** States of a signing key in the rotation. */
export const signingKeyStates = ['NEXT', 'CURRENT', 'PREVIOUS', 'RETIRED'] as const;
export type SigningKeyState = (typeof signingKeyStates)[number];

export const signingKeyShape = z
  .strictObject({
    id,
    algorithm: z.enum(signingAlgorithms).describe('Signing algorithm.'),
    signsFrom: time.describe('Time from which it signs.'),
    publishedUntil: time
      .nullable()
      .describe('Time of its removal from the key set; null if it is the newest key of its algorithm.'),
    createdAt: time.describe('Time of creation.'),
  })
  .meta({ id: 'SigningKeySnapshot', description: 'A signing key at the time of an event, without the private key.' });

/** What is computed from all signing keys, so that events have no field for it. */
export const signingKeyRotation = {
  state: z.enum(signingKeyStates).describe('Current state in the rotation.'),
  lastTokenUntil: time
    .nullable()
    .describe('Time by which every token that it signed has expired; null while it signs or is going to.'),
};
