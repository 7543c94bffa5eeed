import { z } from 'zod';
import { factorKinds } from './factors.ts';
import { signingAlgorithms } from './signing-algorithms.ts';

/**
 * The public shape of each kind of record, in events and in responses of the Management API. Password hashes, secrets
 * and private keys have no field, so they cannot be published. Times are ISO 8601 in UTC.
 */
const time = z.iso.datetime();
const json = z.record(z.string(), z.unknown());

/** The GraphQL types that fields have in records, where their JSON type does not determine it. */
export const typeNames = z.registry<{ typeName: string }>();
const text = (typeName: string) => z.string().register(typeNames, { typeName });
const url = text('URL');
const email = text('EmailAddress');
const eventType = text('EventType');
const subjectKind = text('SubjectKind');
const profile = z.record(z.string(), z.unknown()).register(typeNames, { typeName: 'UserProfile' });

const timestamps = {
  createdAt: time.describe('Time of creation.'),
  updatedAt: time.describe('Time of the last change.'),
};

export const userShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    username: z.string().nullable().describe('Username, in lower case.'),
    email: email.nullable().describe('Email address, in lower case.'),
    emailVerifiedAt: time.nullable().describe('Time at which the email address was verified; null if it is not.'),
    phone: z.string().nullable().describe('Phone number in E.164 format.'),
    phoneVerifiedAt: time.nullable().describe('Time at which the phone number was verified; null if it is not.'),
    passwordResetRequiredAt: time
      .nullable()
      .describe('Time since which the next sign-in requires a new password; null if it does not.'),
    name: z.string().nullable().describe('Display name.'),
    avatar: url.nullable().describe('URL of a picture.'),
    profile: profile.describe('Other OpenID Connect standard claims.'),
    customData: json.describe('Custom data: any JSON object.'),
    isSuspended: z.boolean().describe('Whether it is suspended.'),
    suspendedAt: time.nullable().describe('Time of the suspension; null if active.'),
    lastSignInAt: time.nullable().describe('Time of the last sign-in; null if there was none.'),
    ...timestamps,
  })
  .meta({ id: 'UserSnapshot', description: 'A user at the time of an event.' });

export const factorShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    userId: z.string().describe('Id of the user.'),
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
    id: z.string().describe('Unique identifier.'),
    name: z.string().describe('Display name.'),
    description: z.string().describe('Description.'),
    isDefault: z.boolean().describe('Whether the role is assigned to new users.'),
    ...timestamps,
  })
  .meta({ id: 'RoleSnapshot', description: 'A role at the time of an event.' });

export const apiResourceShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    name: z.string().describe('Display name.'),
    indicator: url.describe('Resource indicator (RFC 8707): the `aud` of its access tokens.'),
    accessTokenTtl: z.int().describe('Lifetime of its access tokens in seconds.'),
    accessTokenSigningAlg: z.enum(signingAlgorithms).describe('Signing algorithm of its access tokens.'),
    isBuiltIn: z.boolean().describe('Whether it is the Management API.'),
    ...timestamps,
  })
  .meta({ id: 'ApiResourceSnapshot', description: 'An API resource at the time of an event.' });

export const scopeShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    apiResourceId: z.string().describe('Id of the API resource.'),
    name: z.string().describe('Display name.'),
    description: z.string().describe('Description.'),
    ...timestamps,
  })
  .meta({ id: 'ScopeSnapshot', description: 'A scope of an API resource at the time of an event.' });

export const applicationTypes = ['MACHINE_TO_MACHINE', 'TRADITIONAL_WEB', 'SINGLE_PAGE', 'NATIVE'] as const;
export type ApplicationType = (typeof applicationTypes)[number];
/** Grants of applications, beside token exchange, which has a switch of its own. */
export const grantTypes = ['AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'CLIENT_CREDENTIALS'] as const;
export type GrantType = (typeof grantTypes)[number];

export const applicationUseMeaning =
  'Day of the last issued token, at 00:00 UTC; null if there is none. Written within a minute.';
export const secretUseMeaning =
  'Day (UTC) on which the application last authenticated with it, as its beginning; null if it never did. It is written within a minute.';

export const applicationShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    name: z.string().describe('Display name.'),
    description: z.string().describe('Description.'),
    type: z.enum(applicationTypes).describe('Type of the application.'),
    isThirdParty: z.boolean().describe('Whether it is a third-party application.'),
    tokenExchangeAllowed: z.boolean().describe('Whether the switch "Allow token exchange" is on.'),
    managementApiAllowed: z.boolean().describe('Whether the switch "Allow the Management API" is on.'),
    pkceRequired: z.boolean().describe('Whether PKCE (RFC 7636) is required.'),
    idTokenSigningAlg: z.enum(signingAlgorithms).describe('Signing algorithm of its ID tokens.'),
    grantTypes: z.array(z.enum(grantTypes)).describe('Grants that it may use, beside token exchange.'),
    sessionLimitSeconds: z.int().nullable().describe('Seconds after a sign-in until it needs a new one; null: none.'),
    sessionIdleLimitSeconds: z
      .int()
      .nullable()
      .describe('Seconds without activity in a session until it needs a new sign-in; null: none.'),
    redirectUris: z.array(url).describe('Allowed redirect URIs after sign-in.'),
    postLogoutRedirectUris: z.array(url).describe('Allowed redirect URIs after sign-out.'),
    corsOrigins: z.array(url).describe('Origins whose pages may call the platform with its tokens (CORS).'),
    jwks: json.nullable().describe('Public keys for `private_key_jwt` (RFC 7523), a JWK set.'),
    logoUri: url
      .nullable()
      .describe('URL of its logo.')
      .meta({ examples: ['https://documents.example.com/logo.png'] }),
    customData: json.describe('Custom data: any JSON object.'),
    lastUsedAt: time.nullable().describe(applicationUseMeaning),
    isBuiltIn: z.boolean().describe('Whether it is the application of the console, which cannot be changed.'),
    isSuspended: z.boolean().describe('Whether it is suspended.'),
    suspendedAt: time.nullable().describe('Time of the suspension; null if active.'),
    ...timestamps,
  })
  .meta({ id: 'ApplicationSnapshot', description: 'An application at the time of an event.' });

export const applicationSecretShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    applicationId: z.string().describe('Id of the application.'),
    name: z.string().describe('Display name.'),
    prefix: z.string().describe('First characters of the secret.'),
    expiresAt: time.nullable().describe('Time of expiry; null if it does not expire.'),
    lastUsedAt: time.nullable().describe(secretUseMeaning),
    createdAt: time.describe('Time of creation.'),
  })
  .meta({
    id: 'ApplicationSecretSnapshot',
    description: 'A secret of an application at the time of an event, without its value.',
  });

export const organizationShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    name: z.string().describe('Display name.'),
    description: z.string().describe('Description.'),
    customData: json.describe('Custom data: any JSON object.'),
    ...timestamps,
  })
  .meta({ id: 'OrganizationSnapshot', description: 'An organization at the time of an event.' });

const named = {
  id: z.string().describe('Unique identifier.'),
  name: z.string().describe('Display name.'),
  description: z.string().describe('Description.'),
  ...timestamps,
};
export const organizationRoleShape = z
  .strictObject(named)
  .meta({ id: 'OrganizationRoleSnapshot', description: 'An organization role at the time of an event.' });
export const organizationScopeShape = z
  .strictObject(named)
  .meta({ id: 'OrganizationScopeSnapshot', description: 'An organization scope at the time of an event.' });

/** Statuses of an invitation. "Expired" is computed from the clock. */
export const invitationStatuses = ['Pending', 'Accepted', 'Expired', 'Revoked'] as const;
export type OrganizationInvitationStatus = (typeof invitationStatuses)[number];

export const organizationInvitationShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    organizationId: z.string().describe('Id of the organization.'),
    inviteeEmail: email.describe('Email address of the invited person, in lower case.'),
    inviterId: z.string().nullable().describe('Id of the user who invited; null if unknown.'),
    acceptedUserId: z.string().nullable().describe('Id of the user who accepted; null if none did.'),
    organizationRoleIds: z.array(z.string()).describe('Ids of the organization roles that the invited person gets.'),
    status: z.enum(invitationStatuses).describe('Status of the invitation.'),
    expiresAt: time.describe('Time of expiry.'),
    ...timestamps,
  })
  .meta({
    id: 'OrganizationInvitationSnapshot',
    description: 'An invitation to an organization at the time of an event.',
  });

/** Reasons why a webhook is disabled. */
const disabledReasons = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const webhookShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    name: z.string().describe('Display name.'),
    url: url.describe('URL of the endpoint that receives events.'),
    isEnabled: z.boolean().describe('Whether the webhook is enabled.'),
    disabledReason: z.enum(disabledReasons).nullable().describe('Why the webhook is disabled; null if it is enabled.'),
    eventTypes: z.array(eventType).describe('Only events of these types are sent; all if empty.'),
    subjectKinds: z.array(subjectKind).describe('Only events about these kinds of record are sent; all if empty.'),
    organizationId: z.string().nullable().describe('Only events of this organization are sent; all if null.'),
    excludeActorIds: z.array(z.string()).describe('Events caused by these users and applications are not sent.'),
    headerNames: z.array(z.string()).describe('Names of the custom headers of each request.'),
    selection: z.string().nullable().describe('GraphQL selection of the data that is sent; the whole event if null.'),
    orderingTimeoutSeconds: z
      .int()
      .describe('Seconds for which a failing delivery blocks later events about the same record.'),
    publicKeys: z.array(z.string()).describe('Public keys that verify its v1a signatures (`whpk_…`), newest first.'),
    failingSince: time
      .nullable()
      .describe('Time since which every attempt has failed; null if the last one succeeded.'),
    pausedUntil: time
      .nullable()
      .describe(
        'No request is sent before this time, because the endpoint failed repeatedly or requested a pause; null if sending is not paused.',
      ),
    ...timestamps,
  })
  .meta({ id: 'WebhookSnapshot', description: 'A webhook at the time of an event, without its secrets.' });

/** States of a signing key in the rotation. */
export const signingKeyStates = ['NEXT', 'CURRENT', 'PREVIOUS', 'RETIRED'] as const;
export const lastTokenUntilMeaning =
  'Time by which every token that it signed has expired; null while it signs or is going to.';
export type SigningKeyState = (typeof signingKeyStates)[number];

export const signingKeyShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    algorithm: z.enum(signingAlgorithms).describe('Signing algorithm.'),
    signsFrom: time.describe('Time from which it signs.'),
    publishedUntil: time
      .nullable()
      .describe('Time of its removal from the key set; null if it is the newest key of its algorithm.'),
    createdAt: time.describe('Time of creation.'),
  })
  .meta({ id: 'SigningKeySnapshot', description: 'A signing key at the time of an event, without the private key.' });
