import { z } from 'zod';
import { brandingShape } from './branding.ts';
import { factorKinds } from './account/factors.ts';
import { email, exampleTimes, field, ownId, json, jsonOf, linkTo, time, url, timestamps } from './shape-parts.ts';
import { describeByKind, idOf } from './ids.ts';
import { signingAlgorithms } from './signing-algorithms.ts';

/**
 * The public shape of each kind of record, in events and in responses of the Management API. Password hashes, secrets
 * and private keys have no field, so they cannot be published.
 */
export const userShape = z
  .strictObject({
    id: ownId('user'),
    username: field(z.string().nullable(), 'Username, in lower case.', 'ada'),
    email: field(email.nullable(), 'Email address, in lower case.', 'ada@example.com'),
    emailVerifiedAt: field(
      time.nullable(),
      'Time at which the email address was verified; null if it is not.',
      exampleTimes.before,
    ),
    phone: field(z.string().nullable(), 'Phone number in E.164 format.', '+441632960961'),
    phoneVerifiedAt: field(time.nullable(), 'Time at which the phone number was verified; null if it is not.', null),
    passwordResetRequiredAt: field(
      time.nullable(),
      'Time since which the next sign-in requires a new password; null if it does not.',
      null,
    ),
    name: field(z.string().nullable(), 'Display name, the claim `name`.', 'Ada Lovelace'),
    avatar: field(url.nullable(), 'URL of a picture, the claim `picture`.', 'https://example.com/ada.png'),
    profile: field(jsonOf('UserProfile'), 'Other OpenID Connect standard claims.', {
      givenName: 'Ada',
      familyName: 'Lovelace',
      locale: 'en-GB',
    }),
    customData: field(json, 'Custom data: any JSON object.', { plan: 'enterprise' }),
    isSuspended: field(
      z.boolean(),
      'Whether the user is suspended. Suspended users cannot sign in and get no tokens.',
      false,
    ),
    suspendedAt: field(time.nullable(), 'Time of the suspension; null if active.', null),
    deletionDueAt: field(
      time.nullable(),
      'Time at which the account is deleted, because its person has requested it; until then it is suspended. Null if it is not.',
      null,
    ),
    lastSignInAt: field(
      time.nullable(),
      'Time of the last sign-in on the sign-in pages; null if there was none.',
      exampleTimes.now,
    ),
    ...timestamps,
  })
  .meta({ id: 'UserSnapshot', description: 'A user at the time of an event.' });

export const factorShape = z
  .strictObject({
    id: ownId('factor'),
    userId: describeByKind(linkTo('user')),
    kind: field(z.enum(factorKinds), 'Kind of the factor.', 'passkey'),
    name: field(z.string(), 'Name that the user chose; empty for a backup code.', 'Phone'),
    isBackedUp: field(
      z.boolean().nullable(),
      'Whether a passkey is synchronized to other devices; null for other kinds.',
      true,
    ),
    aaguid: field(
      z.string().nullable(),
      'Model of the authenticator of a passkey; zeros if it does not disclose it; null for other kinds.',
      'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4',
    ),
    createdAt: timestamps.createdAt,
    lastUsedAt: field(
      time.nullable(),
      'Time of the last use; null before it. A used backup code is not valid any more.',
      exampleTimes.now,
    ),
  })
  .meta({ id: 'FactorSnapshot', description: 'A second factor of a user, without its secret.' });

export const roleShape = z
  .strictObject({
    id: ownId('role'),
    name: field(z.string(), 'Name, unique among roles.', 'Editor'),
    description: field(z.string(), 'Description.', 'Writes and changes documents.'),
    isDefault: field(z.boolean(), 'Whether the role is assigned to new users.', false),
    ...timestamps,
  })
  .meta({ id: 'RoleSnapshot', description: 'A role at the time of an event.' });

export const apiResourceShape = z
  .strictObject({
    id: ownId('apiResource'),
    name: field(z.string(), 'Display name.', 'Documents'),
    indicator: field(
      url,
      'Resource indicator (RFC 8707): the `aud` of its access tokens. Immutable.',
      'https://documents.example.com',
    ),
    accessTokenTtl: field(z.int(), 'Lifetime of its access tokens in seconds.', 3600),
    accessTokenSigningAlg: field(z.enum(signingAlgorithms), 'Signing algorithm of its access tokens.', 'ES256'),
    isBuiltIn: field(
      z.boolean(),
      'Whether it is the Management API. Its scopes are the permissions; they cannot be changed.',
      false,
    ),
    ...timestamps,
  })
  .meta({ id: 'ApiResourceSnapshot', description: 'An API resource at the time of an event.' });

export const scopeShape = z
  .strictObject({
    id: ownId('scope'),
    apiResourceId: describeByKind(linkTo('apiResource')),
    name: field(z.string(), 'Name of the scope, as in tokens (RFC 6749 §3.3). Immutable.', 'documents:write'),
    description: field(z.string(), 'Description of what the scope permits.', 'Write and change documents.'),
    ...timestamps,
  })
  .meta({ id: 'ScopeSnapshot', description: 'A scope of an API resource at the time of an event.' });

export const applicationTypes = ['MACHINE_TO_MACHINE', 'TRADITIONAL_WEB', 'SINGLE_PAGE', 'NATIVE'] as const;
export type ApplicationType = (typeof applicationTypes)[number];
/** The first one is the default. */
export const applicationKinds = ['SERVICE', 'AGENT'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];
/** Grants of applications, beside token exchange, which has a switch of its own. */
export const grantTypes = ['AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'CLIENT_CREDENTIALS'] as const;
export type GrantType = (typeof grantTypes)[number];

export const applicationShape = z
  .strictObject({
    id: ownId('application'),
    name: field(z.string(), 'Display name, shown to users when they sign in.', 'Documents service'),
    description: field(z.string(), 'Description.', 'Stores documents.'),
    type: field(z.enum(applicationTypes), 'Type of the application.', 'MACHINE_TO_MACHINE'),
    kind: field(
      z.enum(applicationKinds),
      'Whether it is an AI agent, which has an owner and is named as one in tokens.',
      'SERVICE',
    ),
    ownerId: idOf('user')
      .nullable()
      .describe(
        'Id of the user responsible for the application; null if it has no owner. While the owner is suspended, or after the owner is deleted, token exchange is refused.',
      ),
    isThirdParty: field(
      z.boolean(),
      'Whether it is a third-party application: users must consent, and it cannot exchange tokens.',
      false,
    ),
    tokenExchangeAllowed: field(
      z.boolean(),
      'Whether it may exchange tokens (RFC 8693): the switch "Allow token exchange"; off by default.',
      true,
    ),
    managementApiAllowed: field(
      z.boolean(),
      'Whether it may exchange tokens for the Management API as well: the switch "Allow the Management API"; off by default.',
      false,
    ),
    impersonationAllowed: field(
      z.boolean(),
      'Whether administrators may act as other users through it: the switch "Allow impersonation"; off by default.',
      false,
    ),
    accountApiAllowed: field(
      z.boolean(),
      'Whether it may obtain access tokens of its users for the Account API: the switch "Allow the Account API"; off by default.',
      false,
    ),
    pkceRequired: field(z.boolean(), 'Whether PKCE (RFC 7636) is required.', false),
    idTokenSigningAlg: field(z.enum(signingAlgorithms), 'Signing algorithm of its ID tokens.', 'RS256'),
    grantTypes: field(
      z.array(z.enum(grantTypes)),
      'Grants that it may use, beside token exchange, which `tokenExchangeAllowed` allows.',
      ['CLIENT_CREDENTIALS'],
    ),
    sessionLimitSeconds: field(
      z.int().nullable(),
      'Maximum session age in seconds. After it, the person must sign in again. Null: as long as the session lasts.',
      null,
    ),
    sessionIdleLimitSeconds: field(
      z.int().nullable(),
      'Seconds without activity in a session after which it gets no tokens for the person without a new sign-in; null: as long as the session lasts.',
      null,
    ),
    redirectUris: field(z.array(url), 'Allowed redirect URIs after sign-in.', []),
    postLogoutRedirectUris: field(z.array(url), 'Allowed redirect URIs after sign-out.', []),
    corsOrigins: field(z.array(url), 'Origins whose pages may call the platform with its tokens (CORS).', []),
    jwks: field(
      json.nullable(),
      'Public keys for `private_key_jwt` (RFC 7523), a JWK set. If present, secrets are not accepted.',
      null,
    ),
    logoUri: url
      .nullable()
      .describe('URL of its logo (RFC 7591, `logo_uri`). Pages show a copy if `branding` has none.')
      .meta({ examples: ['https://documents.example.com/logo.png'] }),
    branding: brandingShape.describe('How its pages and mails look. What is null is that of the sign-in experience.'),
    customData: field(json, 'Custom data: any JSON object.', { plan: 'enterprise' }),
    lastUsedAt: field(
      time.nullable(),
      'Day of the last issued token, at 00:00 UTC; null if there is none. Written within a minute.',
      '2026-11-20T00:00:00.000Z',
    ),
    isBuiltIn: field(z.boolean(), 'Whether it is the application of the console, which cannot be changed.', false),
    isSuspended: field(
      z.boolean(),
      'Whether it is suspended, or has expired. Suspended applications get no tokens.',
      false,
    ),
    suspendedAt: field(
      time.nullable(),
      'Time of the suspension; null if there is none. An application that expires is suspended, usually within a minute.',
      null,
    ),
    expiresAt: field(time.nullable(), 'From then on it counts as suspended. Without a time, it never expires.', null),
    ...timestamps,
  })
  .meta({ id: 'ApplicationSnapshot', description: 'An application at the time of an event.' });

export const applicationSecretShape = z
  .strictObject({
    id: ownId('applicationSecret'),
    applicationId: describeByKind(linkTo('application')),
    name: field(z.string(), 'Name given at creation.', 'Production'),
    prefix: field(z.string(), 'First characters of the secret, to recognize it.', 'Yx3k'),
    expiresAt: field(time.nullable(), 'Time of expiry; null if it does not expire.', null),
    lastUsedAt: field(
      time.nullable(),
      'Day on which the application last authenticated with it, at 00:00 UTC; null if it never did. Written within a minute.',
      null,
    ),
    createdAt: timestamps.createdAt,
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
    id: ownId('signingKey'),
    algorithm: field(z.enum(signingAlgorithms), 'Signing algorithm.', 'ES256'),
    signsFrom: field(time, 'Time from which it signs.', exampleTimes.later),
    publishedUntil: field(
      time.nullable(),
      'Time of its removal from the key set; null if it is the newest key of its algorithm.',
      null,
    ),
    createdAt: field(time, 'Time of creation.', exampleTimes.now),
  })
  .meta({ id: 'SigningKeySnapshot', description: 'A signing key at the time of an event, without the private key.' });

/** The fields that are computed from all signing keys, so that events have no field for it. */
export const signingKeyRotation = {
  state: field(z.enum(signingKeyStates), 'Current state in the rotation.', 'NEXT'),
  lastTokenUntil: field(
    time.nullable(),
    'Time by which every token that it signed has expired; null while it signs or is going to.',
    null,
  ),
};
