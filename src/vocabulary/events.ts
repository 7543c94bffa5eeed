import { z } from 'zod';
import { sendSteps } from './connectors/connectors.ts';
import {
  accessOf,
  addedIds,
  addedList,
  apiResource,
  application,
  changed,
  connector,
  created,
  define,
  deleted,
  domainOfOrganization,
  ending,
  grantsOf,
  identityProvider,
  identityProviderOfOrganization,
  idsOf,
  interaction,
  job,
  length,
  mutation,
  noOne,
  oneTimeToken,
  organization,
  organizationInvitation,
  organizationRole,
  organizationRoleHolder,
  organizationScope,
  removedIds,
  removedList,
  role,
  scope,
  user,
  webhook,
} from './event-parts.ts';
import { exchangePolicyShape } from './exchanges/exchange-policy.ts';
import { identityProviderOrganizationShape } from './identity-providers/identity-provider-shapes.ts';
import { providerTestSteps } from './identity-providers/identity-providers.ts';
import { organizationDomainShape } from './records/organization-shapes.ts';
import * as delivery from './records/delivery-shapes.ts';
import * as shape from './resources.ts';
import { exampleGrantId, exampleSessionId, exampleTimes, field } from './shape-parts.ts';
import { signInExperienceShape } from './sign-in-experience.ts';
import { describeByKind, idOf } from './ids.ts';
import { type SubjectKind, subjectKinds } from './kinds.ts';

/**
 * Channels through which a change can be made: `sign-in` are the pages of a sign-in, `account` those of an account, and
 * `oidc` are the endpoints of the issuer.
 */
export const channels = ['graphql', 'rest', 'sign-in', 'account', 'oidc', 'platform'] as const;
export type Channel = (typeof channels)[number];

/** The kinds of actors. A visitor is a person on the pages who is not authenticated. */
export const actorKinds = ['user', 'application', 'platform', 'visitor'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** The methods of authentication. */
export const lockoutFlows = ['password', 'verification-code', 'one-time-token'] as const;

/** Endpoints at which a grant is given back: revocation (RFC 7009), or the end of a session for one application. */
export const grantEndpoints = ['revocation', 'end-session'] as const;
/** Credentials that are used once. */
export const usedOnce = ['authorization-code', 'refresh-token'] as const;

const sessionId = field(idOf(), 'Id of the session: the claim `session_id` of its tokens.', exampleSessionId);
const grantId = field(idOf(), 'Id of the grant: the claim `grant_id` of its tokens.', exampleGrantId);
const grantIds = field(z.array(idOf()), 'Ids of the grants that ended with it: the claim `grant_id` of their tokens.', [
  exampleGrantId,
]);
const ofGrant = { grantId, applicationId: idOf('application').describe('Id of the application of the grant.') };

/** The administrator who acts as a user, and the reason. */
const impersonation = {
  administratorId: idOf('user').describe('Id of the administrator who acts as the user.'),
  reason: field(z.string(), 'Why, in the words of the administrator.', 'Ticket 4711: the invoice is missing'),
};

/** The scopes that a user allowed an application. */
const consentedScopes = field(z.array(z.string()), 'The allowed scopes, those of all API resources together, sorted.', [
  'email',
  'openid',
  'orders:read',
]);

/**
 * All event types: whose access each affects, when it is emitted, and its data. To add one: an entry here, and its name
 * in `always` or `sometimes` of an operation.
 */
export const events = {
  PostRegister: define('interaction', 'user', noOne, 'A user created an account through the sign-up pages.', {
    ...user,
    ...interaction,
  }),
  PostSignIn: define(
    'interaction',
    'user',
    noOne,
    'A user signed in through the sign-in pages. Not emitted if a user who is signed in only proves more.',
    { ...user, ...interaction },
  ),
  PostResetPassword: define('interaction', 'user', noOne, 'A user reset a forgotten password.', {
    ...user,
    ...interaction,
    ...ending,
  }),

  'User.Created': created('user', accessOf('named'), 'A user was created.', {
    ...user,
    roleIds: idsOf('role').describe('Ids of the roles that were assigned at creation.'),
  }),
  'User.Deleted': deleted('user', grantsOf('named'), 'A user was deleted.', { ...user, ...ending }),
  'User.Data.Updated': mutation(
    'user',
    accessOf('named'),
    'Profile, identifiers, custom data, identities, factors or password of a user changed.',
    { ...user, ...changed, ...ending },
  ),
  'User.SuspensionStatus.Updated': mutation('user', grantsOf('named'), 'A user was suspended or reactivated.', {
    ...user,
    ...ending,
  }),

  'Role.Created': created('role', accessOf('everyone'), 'A role was created.', role),
  'Role.Deleted': deleted(
    'role',
    grantsOf('everyone'),
    'A role was deleted. The users and applications that held it belong to this event (`holders`) and have no event of their own.',
    {
      ...role,
      userIds: idsOf('user').describe('Ids of users that held the role: the first 100.'),
      userCount: length.describe('Number of users that held the role.'),
      applicationIds: idsOf('application').describe('Ids of applications that held the role: the first 100.'),
      applicationCount: length.describe('Number of applications that held the role.'),
    },
  ),
  'Role.Data.Updated': mutation(
    'role',
    accessOf('everyone'),
    'Name, description or default status of a role changed.',
    { ...role, ...changed },
  ),
  'Role.Scopes.Updated': mutation('role', grantsOf('everyone'), 'Scopes were added to or removed from a role.', {
    ...role,
    addedScopeIds: addedIds('scope'),
    removedScopeIds: removedIds('scope'),
  }),

  'Scope.Created': created('scope', accessOf('everyone'), 'A scope of an API resource was created.', scope),
  'Scope.Deleted': deleted('scope', grantsOf('everyone'), 'A scope of an API resource was deleted.', scope),
  'Scope.Data.Updated': mutation('scope', accessOf('everyone'), 'The description of a scope changed.', {
    ...scope,
    ...changed,
  }),

  'Organization.Created': created('organization', noOne, 'An organization was created.', organization),
  'Organization.Deleted': deleted('organization', grantsOf('everyone'), 'An organization was deleted.', organization),
  'Organization.Data.Updated': mutation(
    'organization',
    noOne,
    'Name, description or custom data of an organization changed.',
    { ...organization, ...changed },
  ),
  'Organization.Membership.Updated': mutation(
    'organization',
    grantsOf('named'),
    'Users or applications joined or left an organization. A change of more than 1,000 has several events.',
    {
      organizationId: describeByKind(idOf('organization')),
      addedUserIds: addedIds('user').describe('Ids of the users that joined.'),
      removedUserIds: removedIds('user').describe('Ids of the users that left.'),
      addedApplicationIds: addedIds('application').describe('Ids of the applications that joined.'),
      removedApplicationIds: removedIds('application').describe('Ids of the applications that left.'),
    },
  ),

  'OrganizationRole.Created': created(
    'organizationRole',
    accessOf('everyone'),
    'An organization role was created.',
    organizationRole,
  ),
  'OrganizationRole.Deleted': deleted(
    'organizationRole',
    grantsOf('everyone'),
    'An organization role was deleted. The members, invitations, domains and identity providers that had it belong to this event (`holders`) and have no event of their own.',
    {
      ...organizationRole,
      members: z.array(organizationRoleHolder).describe('Members that held the role: the first 100.'),
      memberCount: length.describe('Number of members that held the role.'),
      organizationInvitationIds: idsOf('organizationInvitation').describe(
        'Ids of the invitations that included the role: the first 100.',
      ),
      organizationInvitationCount: length.describe('Number of invitations that included the role.'),
      domains: z.array(domainOfOrganization).describe('The domains whose people got the role: the first 100.'),
      domainCount: length.describe('Number of domains whose people got the role.'),
      identityProviders: z
        .array(identityProviderOfOrganization)
        .describe('The identity providers whose people got the role: the first 100.'),
      identityProviderCount: length.describe('Number of identity providers whose people got the role.'),
    },
  ),
  'OrganizationRole.Data.Updated': mutation(
    'organizationRole',
    accessOf('everyone'),
    'Name or description of an organization role changed.',
    { ...organizationRole, ...changed },
  ),
  'OrganizationRole.Scopes.Updated': mutation(
    'organizationRole',
    grantsOf('everyone'),
    'Organization scopes or API scopes were added to or removed from an organization role.',
    {
      ...organizationRole,
      addedOrganizationScopeIds: addedIds('organizationScope'),
      removedOrganizationScopeIds: removedIds('organizationScope'),
      addedScopeIds: addedIds('scope'),
      removedScopeIds: removedIds('scope'),
    },
  ),

  'OrganizationScope.Created': created(
    'organizationScope',
    noOne,
    'An organization scope was created.',
    organizationScope,
  ),
  'OrganizationScope.Deleted': deleted(
    'organizationScope',
    noOne,
    'An organization scope was deleted.',
    organizationScope,
  ),
  'OrganizationScope.Data.Updated': mutation(
    'organizationScope',
    noOne,
    'The description of an organization scope changed.',
    { ...organizationScope, ...changed },
  ),

  'Identifier.Lockout': define(
    'exception',
    'user',
    noOne,
    'A user was locked out after too many failed attempts in a row to authenticate.',
    {
      ...user,
      flow: z.enum(lockoutFlows).describe('How the user tried to authenticate.'),
      identifier: field(z.string(), 'The identifier that was entered.', 'ada@example.com'),
      until: field(
        z.iso.datetime(),
        'End of the lock. The year 9999: only a new password or an administrator ends it.',
        exampleTimes.later,
      ),
    },
  ),
  'Application.Authentication.Failing': define(
    'exception',
    'application',
    noOne,
    'Many requests to the issuer had a wrong secret of an application. Emitted once an hour at most.',
    { ...application, failures: length.describe('Wrong secrets within a minute, as one process has counted them.') },
  ),
  'Message.RateLimited': define(
    'exception',
    'recipient',
    noOne,
    'More verification codes were requested for a recipient than are allowed.',
    {
      action: field(z.string(), 'Purpose of the code.', 'reset-password'),
      recipient: field(z.string(), 'Email address or phone number of the recipient.', 'ada@example.com'),
    },
  ),

  'User.Roles.Updated': mutation('user', grantsOf('named'), 'Roles were assigned to or removed from a user.', {
    ...user,
    addedRoleIds: addedIds('role'),
    removedRoleIds: removedIds('role'),
  }),
  'User.Preferences.Updated': mutation(
    'user',
    noOne,
    'A user changed their own preferences, which are in no event.',
    user,
  ),
  'User.Unlocked': mutation('user', noOne, 'An administrator ended the lock of a user.', user),
  'User.Sessions.Ended': mutation('user', accessOf('named'), 'The sessions and tokens of a user were ended.', {
    ...user,
    exceptSessionId: field(
      idOf().nullable(),
      'Id of the session that goes on, in which the user ended all others; null if all ended.',
      exampleSessionId,
    ),
    ...ending,
  }),
  'User.Session.Ended': mutation(
    'user',
    accessOf('named'),
    'One session of a user was ended, with what applications obtained in it.',
    {
      ...user,
      sessionId,
      applicationIds: idsOf('application').describe('Ids of the applications that were used in the session.'),
      grantIds,
    },
  ),
  'User.SignedOut': define(
    'interaction',
    'user',
    accessOf('named'),
    'A user signed out: the session ended, with what applications obtained in it, except for offline access.',
    {
      ...user,
      sessionId,
      applicationIds: idsOf('application').describe('Ids of the applications that were used in the session.'),
      grantIds,
    },
  ),
  'User.Grant.Revoked': mutation(
    'user',
    accessOf('named'),
    'An application gave back what a user granted it, or the user ended it: the tokens of the grant ended.',
    { ...user, ...ofGrant, endpoint: z.enum(grantEndpoints).describe('Where it was given back.') },
  ),
  'User.Grant.Replayed': define(
    'exception',
    'user',
    accessOf('named'),
    'An authorization code or a refresh token was used a second time, so it may have been stolen: the grant ended.',
    { ...user, ...ofGrant, credential: z.enum(usedOnce).describe('What was used again.') },
  ),
  'User.Device.Removed': mutation('user', noOne, 'A user removed a browser in which they had signed in.', {
    ...user,
    deviceId: idOf('device').describe('Id of the browser.'),
  }),
  'User.Data.Exported': mutation('user', noOne, 'A user exported what is stored about them.', user),
  'User.Consent.Granted': mutation('user', noOne, 'A user allowed a third-party application to act for them.', {
    ...user,
    applicationId: describeByKind(idOf('application')),
    scopes: consentedScopes,
  }),
  'User.Impersonation.Prepared': mutation(
    'user',
    noOne,
    'An administrator prepared to act as a user: an application can begin until the token expires.',
    { ...user, ...impersonation, expiresAt: field(z.iso.datetime(), 'Time of expiry.', exampleTimes.later) },
  ),
  'User.Impersonation.Started': mutation(
    'user',
    noOne,
    'An application began to act as a user, for an administrator who had prepared it.',
    {
      ...user,
      ...impersonation,
      ...ofGrant,
      expiresAt: field(z.iso.datetime(), 'When it ends at the latest.', exampleTimes.later),
    },
  ),
  'User.Impersonation.Ended': mutation(
    'user',
    accessOf('named'),
    'An impersonation of a user was ended before it expired: its tokens ended.',
    { ...user, administratorId: impersonation.administratorId, ...ofGrant },
  ),
  'User.Consent.Revoked': mutation(
    'user',
    accessOf('named'),
    'A user took back what they had allowed a third-party application. Its tokens ended.',
    { ...user, applicationId: describeByKind(idOf('application')), grantIds },
  ),
  'ApiResource.Created': created('apiResource', accessOf('everyone'), 'An API resource was created.', apiResource),
  'ApiResource.Deleted': deleted('apiResource', grantsOf('everyone'), 'An API resource and its scopes were deleted.', {
    ...apiResource,
    deletedScopeIds: idsOf('scope').describe(
      'Ids of its scopes, which were deleted with it: the first 100. Each has an event.',
    ),
    deletedScopeCount: length.describe('Number of its scopes.'),
  }),
  'ApiResource.Data.Updated': mutation(
    'apiResource',
    accessOf('everyone'),
    'Name, token lifetime or signing algorithm of an API resource changed.',
    { ...apiResource, ...changed },
  ),
  'Application.Created': created('application', accessOf('named'), 'An application was created.', application),
  'Application.Deleted': deleted('application', grantsOf('named'), 'An application was deleted.', {
    ...application,
    ...ending,
  }),
  'Application.Data.Updated': mutation(
    'application',
    accessOf('named'),
    'Settings of an application changed, including the token exchange switch.',
    { ...application, ...changed, ...ending },
  ),
  'Application.Delegation.Started': mutation(
    'application',
    noOne,
    'An application got its first token by exchanging tokens of another application for an API resource. Emitted once for each path: the applications, what the exchanged token was for, and the API resource.',
    {
      ...application,
      subjectApplicationId: idOf('application').describe(
        'Id of the application that had obtained the exchanged token.',
      ),
      actorIds: field(
        z.array(idOf('application')),
        'Ids of the applications that act in the new token, the last one first.',
        ['app_01h455vb4pex5vsknk084sn02q'],
      ),
      isImpersonated: field(z.boolean().default(false), 'Whether administrators act as the people.', false),
      subjectResource: field(
        z.string().nullable(),
        'Resource indicator that the exchanged token was for; null for an opaque token.',
        'https://orders.example.com',
      ),
      apiResourceId: idOf('apiResource').describe('Id of the API resource that the new token is for.'),
      startedAt: field(z.iso.datetime(), 'Time of the first token.', exampleTimes.now),
    },
  ),
  'Application.Trial.Started': mutation(
    'application',
    noOne,
    'An administrator started a trial sign-in to an application, whose tokens end at once.',
    { ...application, userId: idOf('user').describe('Id of the user who signs in.') },
  ),
  'Application.SuspensionStatus.Updated': mutation(
    'application',
    grantsOf('named'),
    'An application was suspended or reactivated.',
    { ...application, ...ending },
  ),
  'Application.Secrets.Updated': mutation(
    'application',
    accessOf('named'),
    'Secrets of an application were added, replaced or revoked.',
    {
      ...application,
      addedSecrets: addedList(shape.applicationSecretShape).describe('The added secrets, without their values.'),
      revokedSecrets: removedList(shape.applicationSecretShape).describe(
        'The revoked secrets, without their values; one that was replaced is accepted until its `expiresAt`.',
      ),
    },
  ),
  'Application.Roles.Updated': mutation(
    'application',
    grantsOf('named'),
    'Roles were assigned to or removed from an application.',
    {
      ...application,
      addedRoleIds: addedIds('role'),
      removedRoleIds: removedIds('role'),
    },
  ),
  'Application.ExchangePolicy.Updated': mutation(
    'application',
    noOne,
    'The rules of an application for its token exchanges changed. They apply to its next exchange.',
    {
      ...application,
      exchangePolicy: exchangePolicyShape.describe('The rules after the change.'),
      ...changed,
    },
  ),
  'Application.ServedResources.Updated': mutation(
    'application',
    noOne,
    'The API resources that an application serves changed.',
    {
      ...application,
      addedApiResourceIds: addedIds('apiResource'),
      removedApiResourceIds: removedIds('apiResource'),
    },
  ),
  'Organization.MemberRoles.Updated': mutation(
    'organization',
    grantsOf('named'),
    'The organization roles of a member changed.',
    {
      organizationId: describeByKind(idOf('organization')),
      userId: organizationRoleHolder.shape.userId,
      applicationId: organizationRoleHolder.shape.applicationId,
      addedOrganizationRoleIds: addedIds('organizationRole'),
      removedOrganizationRoleIds: removedIds('organizationRole'),
    },
  ),
  'Organization.Domains.Updated': mutation(
    'organization',
    noOne,
    'Domains were added to or removed from an organization, or the roles changed that their people get on joining.',
    {
      organizationId: describeByKind(idOf('organization')),
      addedDomains: addedList(organizationDomainShape).describe(
        'The added domains, and changed ones after the change.',
      ),
      removedDomains: removedList(organizationDomainShape).describe(
        'The removed domains, and changed ones before the change.',
      ),
    },
  ),
  'Organization.IdentityProviders.Updated': mutation(
    'organization',
    noOne,
    'An identity provider was added to or removed from an organization, or the roles changed that its people get on joining.',
    {
      organizationId: describeByKind(idOf('organization')),
      addedIdentityProviders: addedList(identityProviderOrganizationShape).describe(
        'The added identity providers, and changed ones after the change.',
      ),
      removedIdentityProviders: removedList(identityProviderOrganizationShape).describe(
        'The removed identity providers, and changed ones before the change.',
      ),
    },
  ),
  'OrganizationInvitation.Created': created(
    'organizationInvitation',
    noOne,
    'An invitation to an organization was created.',
    organizationInvitation,
  ),
  'OrganizationInvitation.Updated': mutation(
    'organizationInvitation',
    noOne,
    'An invitation to an organization was resent, accepted or revoked.',
    { ...organizationInvitation, ...changed },
  ),
  'OrganizationInvitation.Deleted': deleted(
    'organizationInvitation',
    noOne,
    'An invitation to an organization was deleted, either directly or, if it was pending, with the organization.',
    organizationInvitation,
  ),
  'SigningKey.Rotated': mutation(
    'signingKey',
    noOne,
    'A new signing key was published. It signs from its `signsFrom` on.',
    { signingKey: shape.signingKeyShape.describe('The new key, without the private key.') },
  ),
  'SigningKey.Retired': mutation(
    'signingKey',
    accessOf('everyone'),
    'A signing key was withdrawn. Tokens signed with it are no longer accepted.',
    { signingKey: shape.signingKeyShape.describe('The withdrawn key, without the private key.') },
  ),
  'Connector.Created': created('connector', noOne, 'A connector was created.', connector),
  'Connector.Data.Updated': mutation(
    'connector',
    noOne,
    'Settings of a connector changed, or it was enabled or disabled.',
    { ...connector, ...changed },
  ),
  'Connector.Deleted': deleted('connector', noOne, 'A connector was deleted.', connector),

  'Connector.Tested': mutation('connector', noOne, 'A test message was sent with a connector.', {
    ...connector,
    failure: field(z.enum(sendSteps).nullable(), 'Step that failed; null if the message was accepted.', null),
  }),
  'Connector.Failing': mutation(
    'connector',
    noOne,
    'A connector began to fail: a message could not be sent, and none has failed since the last one that was sent.',
    connector,
  ),

  'IdentityProvider.Created': created('identityProvider', noOne, 'An identity provider was created.', identityProvider),
  'IdentityProvider.Data.Updated': mutation(
    'identityProvider',
    noOne,
    'Settings of an identity provider changed, or it was enabled or disabled. The platform itself takes over what its metadata announces.',
    { ...identityProvider, ...changed },
  ),
  'IdentityProvider.Deleted': deleted(
    'identityProvider',
    noOne,
    'An identity provider was deleted. The users with identities of it have events of their own.',
    identityProvider,
  ),
  'IdentityProvider.Tested': mutation('identityProvider', noOne, 'The settings of an identity provider were tested.', {
    ...identityProvider,
    failure: field(z.enum(providerTestSteps).nullable(), 'Step that failed; null if none did.', null),
  }),
  'IdentityProvider.Trial.Started': mutation(
    'identityProvider',
    noOne,
    'An administrator started a trial sign-in with an identity provider, which changes no account.',
    identityProvider,
  ),
  'IdentityProvider.Failing': mutation(
    'identityProvider',
    noOne,
    'An identity provider began to fail: a sign-in failed there, or its metadata could not be read, and nothing had failed since the last sign-in that succeeded.',
    identityProvider,
  ),

  'SignInExperience.Data.Updated': mutation(
    'signInExperience',
    noOne,
    'The policy of the sign-in experience, its tests, or its branding changed.',
    {
      signInExperience: signInExperienceShape.describe('The sign-in experience at the time of the event.'),
      ...changed,
    },
  ),
  'OneTimeToken.Created': created('oneTimeToken', noOne, 'A one-time token was created.', oneTimeToken),
  'OneTimeToken.Revoked': mutation('oneTimeToken', noOne, 'A one-time token was revoked.', oneTimeToken),
  'Job.Started': created('job', noOne, 'A job was started.', job),
  'Job.Finished': mutation('job', noOne, 'A job was done, or could not continue.', job),
  'Job.Cancelled': mutation('job', noOne, 'A job was canceled.', job),

  'Webhook.Created': created(
    'webhook',
    noOne,
    'A webhook was created. It receives the events after this one.',
    webhook,
  ),
  'Webhook.Updated': mutation('webhook', noOne, 'Settings of a webhook changed.', { ...webhook, ...changed }),
  'Webhook.Enabled': mutation('webhook', noOne, 'A webhook was enabled.', webhook),
  'Webhook.Disabled': mutation(
    'webhook',
    noOne,
    'A webhook was disabled: on request, because its endpoint answered 410 Gone, or because every attempt failed for five days.',
    webhook,
  ),
  'Webhook.Deleted': deleted('webhook', noOne, 'A webhook and its pending deliveries were deleted.', webhook),
  'Webhook.Tested': mutation('webhook', noOne, 'A test event was sent to a webhook.', {
    ...webhook,
    eventType: field(z.string(), 'Type of the test event.', 'User.Created'),
    status: field(z.int().nullable(), 'HTTP status of the response; null if there was none.', 204),
    failure: field(
      z.enum(delivery.attemptFailures).nullable(),
      'Stage at which the attempt failed; null if it succeeded.',
      null,
    ),
  }),
  'Webhook.Redelivery.Requested': mutation(
    'webhook',
    noOne,
    'A redelivery of events to a webhook was requested, or a backfill of a time range.',
    {
      ...webhook,
      redelivery: z.enum(delivery.redeliveries).describe('Kind of redelivery.'),
      deliveryCount: field(z.int(), 'Number of events that are sent.', 1),
      since: field(z.iso.datetime().nullable(), 'Start of the time range; null for a single delivery.', null),
      until: field(z.iso.datetime().nullable(), 'End of the time range, exclusive; null if not given.', null),
      eventTypes: delivery.webhookShape.shape.eventTypes.describe(
        'Only events of these types were requested; all if empty.',
      ),
      subjectId: field(
        idOf(...subjectKinds).nullable(),
        'Only events about this record were requested; null if not given.',
        null,
      ),
    },
  ),
  'Webhook.Secret.Rotated': mutation(
    'webhook',
    noOne,
    'The signing secret of a webhook was rotated. For a transitional period the previous secret signs as well.',
    {
      ...webhook,
      previousSecretExpiresAt: field(
        z.iso.datetime(),
        'Time at which the previous secret stops signing.',
        exampleTimes.later,
      ),
    },
  ),
} as const;

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = z.input<(typeof events)[T]['data']>;
export const eventTypes = Object.keys(events) as EventType[];
/** The types of the events about records of a kind. */
export const eventTypesAbout = (kind: SubjectKind): EventType[] =>
  eventTypes.filter((type) => events[type].subject === kind);
