import { z } from 'zod';
import { signingAlgorithms } from './signing-algorithms.ts';

/**
 * The public form of each resource: what events carry and management answers show. Without secrets by construction:
 * a password hash, a secret's hash or a private key has no field here. Times are ISO 8601 in UTC.
 */
const time = z.iso.datetime();
const json = z.record(z.string(), z.unknown());
const stamps = {
  createdAt: time.describe('When it was created.'),
  updatedAt: time.describe('When it was last changed.'),
};

export const userShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    username: z.string().nullable().describe('Name for signing in, in lower case.'),
    email: z.string().nullable().describe('Email address, in lower case.'),
    emailVerifiedAt: time.nullable().describe('When the email address was proved; null when not.'),
    phone: z.string().nullable().describe('Phone number in E.164.'),
    phoneVerifiedAt: time.nullable().describe('When the phone number was proved; null when not.'),
    name: z.string().nullable().describe('What people call it.'),
    avatar: z.string().nullable().describe('Address of a picture.'),
    profile: json.describe('The other OIDC standard claims.'),
    customData: json.describe('What the customer keeps about it.'),
    isSuspended: z.boolean().describe('Whether it is suspended.'),
    suspendedAt: time.nullable().describe('When it was suspended; null while active.'),
    lastSignInAt: time.nullable().describe('When the user last signed in; null before the first time.'),
    ...stamps,
  })
  .meta({ id: 'UserSnapshot', description: 'A user, as it was at that time.' });

export const roleShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    name: z.string().describe('What people call it.'),
    description: z.string().describe('What it is for.'),
    isDefault: z.boolean().describe('Whether new users get it.'),
    ...stamps,
  })
  .meta({ id: 'RoleSnapshot', description: 'A role, as it was at that time.' });

export const apiResourceShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    name: z.string().describe('What people call it.'),
    indicator: z.string().describe('The resource indicator: `aud` of its tokens.'),
    accessTokenTtl: z.int().describe('Lifetime of its access tokens in seconds.'),
    accessTokenSigningAlg: z.enum(signingAlgorithms).describe('How its access tokens are signed.'),
    isBuiltIn: z.boolean().describe('Whether it is the Management API itself.'),
    ...stamps,
  })
  .meta({ id: 'ApiResourceSnapshot', description: 'An API resource, as it was at that time.' });

export const scopeShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    apiResourceId: z.string().describe('The API resource it belongs to.'),
    name: z.string().describe('What people call it.'),
    description: z.string().describe('What it is for.'),
    ...stamps,
  })
  .meta({ id: 'ScopeSnapshot', description: 'A scope of an API resource, as it was at that time.' });

export const applicationTypes = ['MACHINE_TO_MACHINE', 'TRADITIONAL_WEB', 'SINGLE_PAGE', 'NATIVE'] as const;
export type ApplicationType = (typeof applicationTypes)[number];

export const applicationShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    name: z.string().describe('What people call it.'),
    description: z.string().describe('What it is for.'),
    type: z.enum(applicationTypes).describe('What kind of application it is.'),
    isThirdParty: z.boolean().describe("Whether it is someone else's."),
    tokenExchangeAllowed: z.boolean().describe('Whether it may exchange tokens.'),
    pkceRequired: z.boolean().describe('Whether PKCE is demanded.'),
    idTokenSigningAlg: z.enum(signingAlgorithms).describe('How its ID tokens are signed.'),
    redirectUris: z.array(z.string()).describe('Where people may be sent after signing in.'),
    postLogoutRedirectUris: z.array(z.string()).describe('Where people may be sent after signing out.'),
    corsOrigins: z.array(z.string()).describe('Origins of its browser code.'),
    jwks: json.nullable().describe('Its public keys.'),
    logoUri: z
      .string()
      .nullable()
      .describe('Address of its logo.')
      .meta({ examples: ['https://documents.example.com/logo.png'] }),
    isSuspended: z.boolean().describe('Whether it is suspended.'),
    suspendedAt: time.nullable().describe('When it was suspended; null while active.'),
    ...stamps,
  })
  .meta({ id: 'ApplicationSnapshot', description: 'An application, as it was at that time.' });

export const applicationSecretShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    applicationId: z.string().describe('The application it belongs to.'),
    name: z.string().describe('What people call it.'),
    prefix: z.string().describe('The first characters of the secret.'),
    expiresAt: time.nullable().describe('When it expires.'),
    createdAt: time.describe('When it was created.'),
  })
  .meta({
    id: 'ApplicationSecretSnapshot',
    description: 'A secret of an application, without the secret, as it was at that time.',
  });

export const organizationShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    name: z.string().describe('What people call it.'),
    description: z.string().describe('What it is for.'),
    customData: json.describe('What the customer keeps about it.'),
    ...stamps,
  })
  .meta({ id: 'OrganizationSnapshot', description: 'An organization, as it was at that time.' });

const named = {
  id: z.string().describe('Identifier.'),
  name: z.string().describe('What people call it.'),
  description: z.string().describe('What it is for.'),
  ...stamps,
};
export const organizationRoleShape = z
  .strictObject(named)
  .meta({ id: 'OrganizationRoleSnapshot', description: 'An organization role, as it was at that time.' });
export const organizationScopeShape = z
  .strictObject(named)
  .meta({ id: 'OrganizationScopeSnapshot', description: 'An organization scope, as it was at that time.' });

/** Where an invitation stands; what "Expired" is, the clock tells. */
export const invitationStatuses = ['Pending', 'Accepted', 'Expired', 'Revoked'] as const;
export type OrganizationInvitationStatus = (typeof invitationStatuses)[number];

export const organizationInvitationShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    organizationId: z.string().describe('The organization it belongs to.'),
    inviteeEmail: z.string().describe('Whom it invites, in lower case.'),
    inviterId: z.string().nullable().describe('The user who invited; null when unknown.'),
    acceptedUserId: z.string().nullable().describe('The user who accepted.'),
    organizationRoleIds: z.array(z.string()).describe('The organization roles that come with it.'),
    status: z.enum(invitationStatuses).describe('Where it stands.'),
    expiresAt: time.describe('When it expires.'),
    ...stamps,
  })
  .meta({
    id: 'OrganizationInvitationSnapshot',
    description: 'An invitation to an organization, as it was at that time.',
  });

/** Why a webhook is disabled. */
export const disabledReasons = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const webhookShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    name: z.string().describe('What people call it.'),
    url: z.string().describe('The address that is told of events.'),
    isEnabled: z.boolean().describe('Whether it is told of events.'),
    disabledReason: z.enum(disabledReasons).nullable().describe('Why it is disabled; null while it is enabled.'),
    eventTypes: z.array(z.string()).describe('The types of event it is told of; all, when there is none.'),
    subjectKinds: z.array(z.string()).describe('The kinds of record it is told of; all, when there is none.'),
    organizationId: z.string().nullable().describe('The only organization it is told of; null: everything.'),
    excludeActorIds: z.array(z.string()).describe('Users and applications whose doings it is not told of.'),
    headerNames: z.array(z.string()).describe('Names of the headers that go with every request.'),
    selection: z.string().nullable().describe('GraphQL selection that shapes what is sent; null: the whole event.'),
    orderingTimeoutSeconds: z
      .int()
      .describe('How long an event that cannot be delivered holds back later ones about the same record.'),
    publicKeys: z.array(z.string()).describe('What its v1a signatures are verified with (whpk_…), the newest first.'),
    failingSince: time.nullable().describe('Since when every attempt has failed; null when the last one succeeded.'),
    pausedUntil: time
      .nullable()
      .describe(
        'Nothing is sent before this instant: the endpoint failed often, or asked for a pause. Null when it may be asked.',
      ),
    ...stamps,
  })
  .meta({ id: 'WebhookSnapshot', description: 'A webhook, without its secrets, as it was at that time.' });

/** How the deliveries of a webhook went in a time: no part of the webhook itself. */
export const webhookDeliveryStatsShape = z
  .strictObject({
    delivered: z.int().describe('Deliveries that the endpoint took.'),
    failed: z.int().describe('Deliveries that were given up, or fail up to now.'),
    successRate: z.number().nullable().describe('The part that was delivered, from 0 to 1; null when there was none.'),
  })
  .meta({ id: 'WebhookDeliveryStats', description: 'How the deliveries of a webhook went in a time.' });

/** Where a delivery stands. */
export const deliveryStatuses = ['waiting', 'pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why an event is sent again, or at all. */
export const redeliveries = ['single', 'failed', 'missing', 'backfill'] as const;
export type Redelivery = (typeof redeliveries)[number];

/** Where an attempt can fail: on the way to the endpoint, or by what it answered. */
export const attemptFailures = ['refused', 'dns', 'connect', 'tls', 'timeout', 'body', 'status'] as const;
export type AttemptFailure = (typeof attemptFailures)[number];

const webhookAttemptShape = z
  .strictObject({
    number: z.int().describe('From 1.'),
    startedAt: time.describe('When it was made.'),
    durationMs: z.int().describe('How long it took, in milliseconds.'),
    requestHeaders: json.describe("The headers that were sent, without the values of the webhook's own."),
    status: z.int().nullable().describe('HTTP status of the answer; null when there was none.'),
    failure: z.enum(attemptFailures).nullable().describe('Where it failed; null when it did not.'),
    error: z.string().nullable().describe('What went wrong, in words.'),
    answer: z.string().nullable().describe('The first 4 KB of the answer; null when there was none.'),
  })
  .meta({ id: 'WebhookAttempt', description: 'One request of a delivery, and what came of it.' });
export type WebhookAttempt = z.input<typeof webhookAttemptShape>;

export const webhookDeliveryShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    webhookId: z.string().describe('The webhook that is told.'),
    eventId: z.string().describe('The event that it is told of: `webhook-id` of the message.'),
    eventType: z.string().describe('What happened.'),
    status: z.enum(deliveryStatuses).describe('Where it stands.'),
    sequence: z
      .int()
      .nullable()
      .describe('Number of the event among those about the same record; null when it is sent outside that order.'),
    previousEventId: z.string().nullable().describe('The event with the number before.'),
    redelivery: z.enum(redeliveries).nullable().describe('Why it was sent again, or for a range of time only.'),
    nextAttemptAt: time.nullable().describe('When it is due; null when it is not.'),
    firstAttemptAt: time.nullable().describe('When it was attempted first.'),
    finishedAt: time.nullable().describe('When it was delivered or given up.'),
    attempts: z
      .array(webhookAttemptShape)
      .describe('The first attempt and the last 20: what is sent again and again has more.'),
    createdAt: time.describe('When it was made.'),
  })
  .meta({ id: 'WebhookDeliverySnapshot', description: 'An event on its way to a webhook.' });

/** The place of a signing key in the rotation. */
export const signingKeyStates = ['NEXT', 'CURRENT', 'PREVIOUS', 'RETIRED'] as const;
export type SigningKeyState = (typeof signingKeyStates)[number];

export const signingKeyShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    algorithm: z.enum(signingAlgorithms).describe('What it signs with.'),
    signsFrom: time.describe('When it begins to sign.'),
    publishedUntil: time.nullable().describe('Until when it is published; null while it is the newest.'),
    createdAt: time.describe('When it was created.'),
  })
  .meta({ id: 'SigningKeySnapshot', description: 'A signing key, without the private part, as it was at that time.' });
