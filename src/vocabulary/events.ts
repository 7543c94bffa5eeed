import { z } from 'zod';
import { sendSteps } from './connectors.ts';
import {
  apiResource,
  application,
  changed,
  connector,
  define,
  domainOfOrganization,
  ids,
  interaction,
  job,
  length,
  oneTimeToken,
  organization,
  organizationInvitation,
  organizationRole,
  organizationRoleHolder,
  organizationScope,
  role,
  scope,
  user,
  webhook,
} from './event-parts.ts';
import { organizationDomainShape } from './organization-shapes.ts';
import * as delivery from './delivery-shapes.ts';
import * as shape from './resources.ts';
import { signInExperienceShape } from './sign-in-experience.ts';

/** Channels through which a change can be made. */
export const channels = ['graphql', 'rest', 'sign-in', 'platform'] as const;
export type Channel = (typeof channels)[number];

/** The kinds of actors. A visitor is a person on the pages who is not authenticated. */
export const actorKinds = ['user', 'application', 'platform', 'visitor'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Labels in events outlive the records. */
export const actorLabelMeaning =
  'What people recognized the actor by at that time: the name of the application; name, username, email address or phone number of the user. Null for the platform and visitors.';
export const subjectLabelMeaning =
  'What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.';
export const traceIdMeaning =
  'Id of the trace of the request (W3C Trace Context), 32 hex digits: that of its `traceparent` or, without one, a new one. Null if the platform acted by itself.';

/** The methods of authentication. */
export const lockoutFlows = ['password', 'verification-code', 'one-time-token'] as const;

/**
 * All event types: when each is emitted, and its data. To add one: an entry here, and its name in `always` or
 * `sometimes` of an operation.
 */
export const events = {
  PostRegister: define('interaction', 'user', 'A user created an account through the sign-up pages.', {
    ...user,
    ...interaction,
  }),
  PostSignIn: define(
    'interaction',
    'user',
    'A user signed in through the sign-in pages. Not emitted if a user who is signed in only proves more.',
    { ...user, ...interaction },
  ),
  PostResetPassword: define('interaction', 'user', 'A user reset a forgotten password.', { ...user, ...interaction }),

  'User.Created': define('mutation', 'user', 'A user was created.', {
    ...user,
    roleIds: ids.describe('Ids of the roles that were assigned at creation.'),
  }),
  'User.Deleted': define('mutation', 'user', 'A user was deleted.', user),
  'User.Data.Updated': define(
    'mutation',
    'user',
    'Profile, identifiers, custom data, identities, factors or password of a user changed.',
    { ...user, ...changed },
  ),
  'User.SuspensionStatus.Updated': define('mutation', 'user', 'A user was suspended or reactivated.', user),

  'Role.Created': define('mutation', 'role', 'A role was created.', role),
  'Role.Deleted': define(
    'mutation',
    'role',
    'A role was deleted. The users and applications that held it belong to this event (`holders`) and have no event of their own.',
    {
      ...role,
      userIds: ids.describe('Ids of users that held the role: the first 100.'),
      userCount: length.describe('Number of users that held the role.'),
      applicationIds: ids.describe('Ids of applications that held the role: the first 100.'),
      applicationCount: length.describe('Number of applications that held the role.'),
    },
  ),
  'Role.Data.Updated': define('mutation', 'role', 'Name, description or default status of a role changed.', {
    ...role,
    ...changed,
  }),
  'Role.Scopes.Updated': define('mutation', 'role', 'Scopes were added to or removed from a role.', {
    ...role,
    addedScopeIds: ids.describe('Ids of the added scopes.'),
    removedScopeIds: ids.describe('Ids of the removed scopes.'),
  }),

  'Scope.Created': define('mutation', 'scope', 'A scope of an API resource was created.', scope),
  'Scope.Deleted': define('mutation', 'scope', 'A scope of an API resource was deleted.', scope),
  'Scope.Data.Updated': define('mutation', 'scope', 'The description of a scope changed.', { ...scope, ...changed }),

  'Organization.Created': define('mutation', 'organization', 'An organization was created.', organization),
  'Organization.Deleted': define('mutation', 'organization', 'An organization was deleted.', organization),
  'Organization.Data.Updated': define(
    'mutation',
    'organization',
    'Name, description or custom data of an organization changed.',
    { ...organization, ...changed },
  ),
  'Organization.Membership.Updated': define(
    'mutation',
    'organization',
    'Users or applications joined or left an organization. A change of more than 1,000 has several events.',
    {
      organizationId: z.string().describe('Id of the organization.'),
      addedUserIds: ids.describe('Ids of the users that joined.'),
      removedUserIds: ids.describe('Ids of the users that left.'),
      addedApplicationIds: ids.describe('Ids of the applications that joined.'),
      removedApplicationIds: ids.describe('Ids of the applications that left.'),
    },
  ),

  'OrganizationRole.Created': define(
    'mutation',
    'organizationRole',
    'An organization role was created.',
    organizationRole,
  ),
  'OrganizationRole.Deleted': define(
    'mutation',
    'organizationRole',
    'An organization role was deleted. The members, invitations and domains that had it belong to this event (`holders`) and have no event of their own.',
    {
      ...organizationRole,
      members: z.array(organizationRoleHolder).describe('Members that held the role: the first 100.'),
      memberCount: length.describe('Number of members that held the role.'),
      organizationInvitationIds: ids.describe('Ids of the invitations that included the role: the first 100.'),
      organizationInvitationCount: length.describe('Number of invitations that included the role.'),
      domains: z.array(domainOfOrganization).describe('The domains whose people got the role: the first 100.'),
      domainCount: length.describe('Number of domains whose people got the role.'),
    },
  ),
  'OrganizationRole.Data.Updated': define(
    'mutation',
    'organizationRole',
    'Name or description of an organization role changed.',
    { ...organizationRole, ...changed },
  ),
  'OrganizationRole.Scopes.Updated': define(
    'mutation',
    'organizationRole',
    'Organization scopes or API scopes were added to or removed from an organization role.',
    {
      ...organizationRole,
      addedOrganizationScopeIds: ids.describe('Ids of the added organization scopes.'),
      removedOrganizationScopeIds: ids.describe('Ids of the removed organization scopes.'),
      addedScopeIds: ids.describe('Ids of the added scopes.'),
      removedScopeIds: ids.describe('Ids of the removed scopes.'),
    },
  ),

  'OrganizationScope.Created': define(
    'mutation',
    'organizationScope',
    'An organization scope was created.',
    organizationScope,
  ),
  'OrganizationScope.Deleted': define(
    'mutation',
    'organizationScope',
    'An organization scope was deleted.',
    organizationScope,
  ),
  'OrganizationScope.Data.Updated': define(
    'mutation',
    'organizationScope',
    'The description of an organization scope changed.',
    { ...organizationScope, ...changed },
  ),

  'Identifier.Lockout': define(
    'exception',
    'user',
    'A user was locked out after too many failed attempts in a row to authenticate.',
    {
      ...user,
      flow: z.enum(lockoutFlows).describe('How the user tried to authenticate.'),
      identifier: z.string().describe('The identifier that was entered.'),
      until: z.iso
        .datetime()
        .describe('End of the lock. The year 9999: only a new password or an administrator ends it.'),
    },
  ),
  'Message.RateLimited': define(
    'exception',
    'recipient',
    'More verification codes were requested for a recipient than are allowed.',
    {
      action: z.string().describe('Purpose of the code.'),
      recipient: z.string().describe('Email address or phone number of the recipient.'),
    },
  ),

  'User.Roles.Updated': define('mutation', 'user', 'Roles were assigned to or removed from a user.', {
    ...user,
    addedRoleIds: ids.describe('Ids of the assigned roles.'),
    removedRoleIds: ids.describe('Ids of the removed roles.'),
  }),
  'User.Preferences.Updated': define(
    'mutation',
    'user',
    'A user changed their own preferences, which are in no event.',
    user,
  ),
  'User.Unlocked': define('mutation', 'user', 'An administrator ended the lock of a user.', user),
  'User.Sessions.Ended': define('mutation', 'user', 'All sessions and tokens of a user were ended.', user),
  'User.Session.Ended': define(
    'mutation',
    'user',
    'An administrator ended one session of a user, with what applications obtained in it.',
    {
      ...user,
      sessionId: z.string().describe('Id of the session: the claim `session_id` of its tokens.'),
      applicationIds: ids.describe('Ids of the applications that were used in the session.'),
    },
  ),
  'ApiResource.Created': define('mutation', 'apiResource', 'An API resource was created.', apiResource),
  'ApiResource.Deleted': define('mutation', 'apiResource', 'An API resource and its scopes were deleted.', {
    ...apiResource,
    deletedScopeIds: ids.describe('Ids of its scopes, which were deleted with it: the first 100. Each has an event.'),
    deletedScopeCount: length.describe('Number of its scopes.'),
  }),
  'ApiResource.Data.Updated': define(
    'mutation',
    'apiResource',
    'Name, token lifetime or signing algorithm of an API resource changed.',
    {
      ...apiResource,
      ...changed,
    },
  ),
  'Application.Created': define('mutation', 'application', 'An application was created.', application),
  'Application.Deleted': define('mutation', 'application', 'An application was deleted.', application),
  'Application.Data.Updated': define(
    'mutation',
    'application',
    'Settings of an application changed, including the token exchange switch.',
    { ...application, ...changed },
  ),
  'Application.SuspensionStatus.Updated': define(
    'mutation',
    'application',
    'An application was suspended or reactivated.',
    application,
  ),
  'Application.Secrets.Updated': define('mutation', 'application', 'Secrets of an application were added or revoked.', {
    ...application,
    addedSecrets: z.array(shape.applicationSecretShape).describe('The added secrets, without their values.'),
    revokedSecrets: z.array(shape.applicationSecretShape).describe('The revoked secrets, without their values.'),
  }),
  'Application.Roles.Updated': define(
    'mutation',
    'application',
    'Roles were assigned to or removed from an application.',
    {
      ...application,
      addedRoleIds: ids.describe('Ids of the assigned roles.'),
      removedRoleIds: ids.describe('Ids of the removed roles.'),
    },
  ),
  'Organization.MemberRoles.Updated': define(
    'mutation',
    'organization',
    'The organization roles of a member changed.',
    {
      organizationId: z.string().describe('Id of the organization.'),
      userId: z.string().nullable().describe('Id of the user; null if the member is an application.'),
      applicationId: z.string().nullable().describe('Id of the application; null if the member is a user.'),
      addedOrganizationRoleIds: ids.describe('Ids of the assigned organization roles.'),
      removedOrganizationRoleIds: ids.describe('Ids of the removed organization roles.'),
    },
  ),
  'Organization.Domains.Updated': define(
    'mutation',
    'organization',
    'Domains were added to or removed from an organization, or the roles changed that their people get on joining.',
    {
      organizationId: z.string().describe('Id of the organization.'),
      addedDomains: z.array(organizationDomainShape).describe('The added domains, and changed ones after the change.'),
      removedDomains: z
        .array(organizationDomainShape)
        .describe('The removed domains, and changed ones before the change.'),
    },
  ),
  'OrganizationInvitation.Created': define(
    'mutation',
    'organizationInvitation',
    'An invitation to an organization was created.',
    organizationInvitation,
  ),
  'OrganizationInvitation.Updated': define(
    'mutation',
    'organizationInvitation',
    'An invitation to an organization was resent, accepted or revoked.',
    { ...organizationInvitation, ...changed },
  ),
  'OrganizationInvitation.Deleted': define(
    'mutation',
    'organizationInvitation',
    'An invitation to an organization was deleted, either directly or, if it was pending, with the organization.',
    organizationInvitation,
  ),
  'SigningKey.Rotated': define(
    'mutation',
    'signingKey',
    'A new signing key was published. It signs from its `signsFrom` on.',
    { signingKey: shape.signingKeyShape.describe('The new key, without the private key.') },
  ),
  'SigningKey.Retired': define(
    'mutation',
    'signingKey',
    'A signing key was withdrawn. Tokens signed with it are no longer accepted.',
    { signingKey: shape.signingKeyShape.describe('The withdrawn key, without the private key.') },
  ),
  'Connector.Created': define('mutation', 'connector', 'A connector was created.', connector),
  'Connector.Data.Updated': define(
    'mutation',
    'connector',
    'Settings of a connector changed, or it was enabled or disabled.',
    {
      ...connector,
      ...changed,
    },
  ),
  'Connector.Deleted': define('mutation', 'connector', 'A connector was deleted.', connector),

  'Connector.Tested': define('mutation', 'connector', 'A test message was sent with a connector.', {
    ...connector,
    failure: z.enum(sendSteps).nullable().describe('Step that failed; null if the message was accepted.'),
  }),
  'Connector.Failing': define(
    'mutation',
    'connector',
    'A connector began to fail: a message could not be sent, and none has failed since the last one that was sent.',
    connector,
  ),

  'SignInExperience.Data.Updated': define(
    'mutation',
    'signInExperience',
    'The policy of the sign-in experience, or its tests, changed.',
    {
      signInExperience: signInExperienceShape.describe('The sign-in experience at the time of the event.'),
      ...changed,
    },
  ),
  'OneTimeToken.Created': define('mutation', 'oneTimeToken', 'A one-time token was created.', oneTimeToken),
  'OneTimeToken.Revoked': define('mutation', 'oneTimeToken', 'A one-time token was revoked.', oneTimeToken),
  'Job.Started': define('mutation', 'job', 'A job was started.', job),
  'Job.Finished': define('mutation', 'job', 'A job was done, or could not continue.', job),
  'Job.Cancelled': define('mutation', 'job', 'A job was cancelled.', job),

  'Webhook.Created': define(
    'mutation',
    'webhook',
    'A webhook was created. It receives the events after this one.',
    webhook,
  ),
  'Webhook.Updated': define('mutation', 'webhook', 'Settings of a webhook changed.', { ...webhook, ...changed }),
  'Webhook.Enabled': define('mutation', 'webhook', 'A webhook was enabled.', webhook),
  'Webhook.Disabled': define(
    'mutation',
    'webhook',
    'A webhook was disabled: on request, because its endpoint answered 410 Gone, or because every attempt failed for five days.',
    webhook,
  ),
  'Webhook.Deleted': define('mutation', 'webhook', 'A webhook and its pending deliveries were deleted.', webhook),
  'Webhook.Tested': define('mutation', 'webhook', 'A test event was sent to a webhook.', {
    ...webhook,
    eventType: z.string().describe('Type of the test event.'),
    status: z.int().nullable().describe('HTTP status of the response; null if there was none.'),
    failure: z
      .enum(delivery.attemptFailures)
      .nullable()
      .describe('Stage at which the attempt failed; null if it succeeded.'),
  }),
  'Webhook.Redelivery.Requested': define(
    'mutation',
    'webhook',
    'A redelivery of events to a webhook was requested, or a backfill of a time range.',
    {
      ...webhook,
      redelivery: z.enum(delivery.redeliveries).describe('Kind of redelivery.'),
      deliveryCount: z.int().describe('Number of events that are sent.'),
      since: z.iso.datetime().nullable().describe('Start of the time range; null for a single delivery.'),
      until: z.iso.datetime().nullable().describe('End of the time range, exclusive; null if not given.'),
      eventTypes: shape.webhookShape.shape.eventTypes.describe(
        'Only events of these types were requested; all if empty.',
      ),
      subjectId: z.string().nullable().describe('Only events about this record were requested; null if not given.'),
    },
  ),
  'Webhook.Secret.Rotated': define(
    'mutation',
    'webhook',
    'The signing secret of a webhook was rotated. For a transitional period the previous secret signs as well.',
    {
      ...webhook,
      previousSecretExpiresAt: z.iso.datetime().describe('Time at which the previous secret stops signing.'),
    },
  ),
} as const;

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = z.input<(typeof events)[T]['data']>;
export const eventTypes = Object.keys(events) as EventType[];
