import { z } from 'zod';
import type { SubjectKind } from './kinds.ts';
import * as shape from './resources.ts';

/** Channels through which a change can be made. */
export const channels = ['graphql', 'rest', 'sign-in', 'platform'] as const;
export type Channel = (typeof channels)[number];

/** The three families of the specification's section 6: what people do, what changes, what looks like an attack. */
export type EventFamily = 'interaction' | 'mutation' | 'exception';

interface EventDefinition<Data extends z.ZodType> {
  family: EventFamily;
  subject: SubjectKind;
  /** One sentence: emitted when… */
  description: string;
  /** Shape of `data`. It only ever gains fields. */
  data: Data;
}

/** How a person tries to prove an identity. */
export const lockoutFlows = ['password', 'verification-code', 'one-time-token'] as const;

const define = <Data extends z.ZodRawShape>(
  family: EventFamily,
  subject: SubjectKind,
  description: string,
  data: Data,
): EventDefinition<z.ZodObject<Data, z.core.$strict>> => ({ family, subject, description, data: z.strictObject(data) });

const ids = z.array(z.string());
const user = { user: shape.userShape.describe('The user, as it is now.') };
const role = { role: shape.roleShape.describe('The role, as it is now.') };
const apiResource = { apiResource: shape.apiResourceShape.describe('The API resource, as it is now.') };
const scope = { scope: shape.scopeShape.describe('The scope, as it is now.') };
const application = { application: shape.applicationShape.describe('The application, as it is now.') };
const organization = { organization: shape.organizationShape.describe('The organization, as it is now.') };
const organizationRole = {
  organizationRole: shape.organizationRoleShape.describe('The organization role, as it is now.'),
};
const organizationScope = {
  organizationScope: shape.organizationScopeShape.describe('The organization scope, as it is now.'),
};
const organizationInvitation = {
  organizationInvitation: shape.organizationInvitationShape.describe('The invitation, as it is now.'),
};
const webhook = { webhook: shape.webhookShape.describe('The webhook, as it is now.') };
const organizationRoleHolder = z
  .strictObject({
    organizationId: z.string().describe('The organization.'),
    userId: z.string().nullable().describe('The user who is the member; null for an application.'),
    applicationId: z.string().nullable().describe('The application that is the member; null for a user.'),
  })
  .meta({ id: 'OrganizationRoleHolder', description: 'A member of an organization that holds an organization role.' });
/** Names of the fields that have another value now. */
const changed = { changed: z.array(z.string()).min(1).describe('Names of the fields that have another value now.') };
const interaction = {
  interaction: z
    .strictObject({
      applicationId: z.string().nullable().describe('The application that sent the person to us; null when none did.'),
    })
    .meta({ id: 'Interaction', description: 'What led to what a person did on our pages.' })
    .describe('What led to it.'),
};

/**
 * Every event there is. The first 27 are the specification's section 6, spelled exactly so; the rest tell of changes that
 * would otherwise be silent. To add one: an entry here and its name in an operation's `always` or `sometimes`.
 */
export const events = {
  PostRegister: define('interaction', 'user', 'A user created an account through the sign-up pages.', {
    ...user,
    ...interaction,
  }),
  PostSignIn: define('interaction', 'user', 'A user signed in through the sign-in pages.', { ...user, ...interaction }),
  PostResetPassword: define('interaction', 'user', 'A user reset a forgotten password.', { ...user, ...interaction }),

  'User.Created': define('mutation', 'user', 'A user was created.', {
    ...user,
    roleIds: ids.describe('The roles it holds from the start.'),
  }),
  'User.Deleted': define('mutation', 'user', 'A user was deleted.', user),
  'User.Data.Updated': define(
    'mutation',
    'user',
    'Profile, identifiers, custom data, identities or password of a user changed.',
    { ...user, ...changed },
  ),
  'User.SuspensionStatus.Updated': define('mutation', 'user', 'A user was suspended or reactivated.', user),

  'Role.Created': define('mutation', 'role', 'A role was created.', role),
  'Role.Deleted': define(
    'mutation',
    'role',
    'A role was deleted. The users and applications that held it are named here and have no event of their own.',
    {
      ...role,
      userIds: ids.describe('The users who held it.'),
      applicationIds: ids.describe('The applications that held it.'),
    },
  ),
  'Role.Data.Updated': define('mutation', 'role', 'Name, description or default status of a role changed.', {
    ...role,
    ...changed,
  }),
  'Role.Scopes.Updated': define('mutation', 'role', 'Scopes were added to or removed from a role.', {
    ...role,
    addedScopeIds: ids.describe('Scopes that were added.'),
    removedScopeIds: ids.describe('Scopes that were removed.'),
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
    'Users or applications joined or left an organization.',
    {
      organizationId: z.string().describe('The organization.'),
      addedUserIds: ids.describe('Users who became members.'),
      removedUserIds: ids.describe('Users who are members no more.'),
      addedApplicationIds: ids.describe('Applications that became members.'),
      removedApplicationIds: ids.describe('Applications that are members no more.'),
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
    'An organization role was deleted. The members that held it, and the invitations with it, are named here and have no event of their own.',
    {
      ...organizationRole,
      members: z.array(organizationRoleHolder).describe('The members that held it.'),
      organizationInvitationIds: ids.describe('The invitations that came with it.'),
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
      addedOrganizationScopeIds: ids.describe('Organization scopes that were added.'),
      removedOrganizationScopeIds: ids.describe('Organization scopes that were removed.'),
      addedScopeIds: ids.describe('Scopes that were added.'),
      removedScopeIds: ids.describe('Scopes that were removed.'),
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
    'A user was locked out after failing to prove an identity too often in a row.',
    {
      ...user,
      flow: z.enum(lockoutFlows).describe('How the person tried to prove it.'),
    },
  ),
  'Message.RateLimited': define(
    'exception',
    'user',
    'A person asked for more verification codes than one recipient may be sent.',
    {
      action: z.string().describe('What the code was for.'),
      recipient: z.string().describe('To whom it was to be sent.'),
    },
  ),

  'User.Roles.Updated': define('mutation', 'user', 'Roles were assigned to or removed from a user.', {
    ...user,
    addedRoleIds: ids.describe('Roles that were assigned.'),
    removedRoleIds: ids.describe('Roles that were taken away.'),
  }),
  'User.Sessions.Ended': define('mutation', 'user', 'A user was signed out everywhere, and all tokens ended.', user),
  'ApiResource.Created': define('mutation', 'apiResource', 'An API resource was created.', apiResource),
  'ApiResource.Deleted': define('mutation', 'apiResource', 'An API resource was deleted, and its scopes with it.', {
    ...apiResource,
    deletedScopeIds: ids.describe('Its scopes, which are deleted too.'),
  }),
  'ApiResource.Data.Updated': define(
    'mutation',
    'apiResource',
    'Name, token lifetime or signature algorithm of an API resource changed.',
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
    'Settings of an application changed, the token exchange switch among them.',
    { ...application, ...changed },
  ),
  'Application.SuspensionStatus.Updated': define(
    'mutation',
    'application',
    'An application was suspended or reactivated.',
    application,
  ),
  'Application.Secrets.Updated': define('mutation', 'application', 'Secrets were added to an application or revoked.', {
    ...application,
    addedSecrets: z.array(shape.applicationSecretShape).describe('Secrets that were added, without the secrets.'),
    revokedSecrets: z.array(shape.applicationSecretShape).describe('Secrets that are gone, without the secrets.'),
  }),
  'Application.Roles.Updated': define(
    'mutation',
    'application',
    'Roles were assigned to or removed from an application.',
    {
      ...application,
      addedRoleIds: ids.describe('Roles that were assigned.'),
      removedRoleIds: ids.describe('Roles that were taken away.'),
    },
  ),
  'Organization.MemberRoles.Updated': define(
    'mutation',
    'organization',
    'The organization roles of a member changed.',
    {
      organizationId: z.string().describe('The organization.'),
      userId: z.string().nullable().describe('The member, when it is a user.'),
      applicationId: z.string().nullable().describe('The member, when it is an application.'),
      addedOrganizationRoleIds: ids.describe('Organization roles that were given.'),
      removedOrganizationRoleIds: ids.describe('Organization roles that were taken away.'),
    },
  ),
  'OrganizationInvitation.Created': define(
    'mutation',
    'organizationInvitation',
    'Someone was invited to an organization.',
    organizationInvitation,
  ),
  'OrganizationInvitation.Updated': define(
    'mutation',
    'organizationInvitation',
    'An invitation to an organization was sent again, accepted or revoked.',
    { ...organizationInvitation, ...changed },
  ),
  'OrganizationInvitation.Deleted': define(
    'mutation',
    'organizationInvitation',
    'An invitation to an organization was deleted, by itself or, while it waited for an answer, with the organization.',
    organizationInvitation,
  ),
  'SigningKey.Rotated': define(
    'mutation',
    'signingKey',
    'A new signing key was published; it signs from the time it names.',
    { signingKey: shape.signingKeyShape.describe('The new key, without the private part.') },
  ),
  'SigningKey.Retired': define(
    'mutation',
    'signingKey',
    'A signing key was withdrawn: no token signed with it is accepted any more.',
    { signingKey: shape.signingKeyShape.describe('The key as it was, without the private part.') },
  ),
  'Webhook.Created': define(
    'mutation',
    'webhook',
    'A webhook was created: it is told of what happens after this.',
    webhook,
  ),
  'Webhook.Updated': define('mutation', 'webhook', 'Settings of a webhook changed.', { ...webhook, ...changed }),
  'Webhook.Enabled': define('mutation', 'webhook', 'A webhook was enabled again.', webhook),
  'Webhook.Disabled': define(
    'mutation',
    'webhook',
    'A webhook was disabled: by someone, or because its endpoint is gone (410) or did nothing but fail for five days.',
    webhook,
  ),
  'Webhook.Deleted': define(
    'mutation',
    'webhook',
    'A webhook was deleted, and what it was still to be told of.',
    webhook,
  ),
  'Webhook.Tested': define('mutation', 'webhook', 'Someone sent an example of an event to a webhook.', {
    ...webhook,
    eventType: z.string().describe('The type of the example.'),
    status: z.int().nullable().describe('HTTP status of the answer; null when there was none.'),
    failure: z.enum(shape.attemptFailures).nullable().describe('Where it failed; null when it did not.'),
  }),
  'Webhook.Redelivery.Requested': define(
    'mutation',
    'webhook',
    'Someone asked for events to be sent to a webhook again, or for those of a range of time.',
    {
      ...webhook,
      redelivery: z.enum(shape.redeliveries).describe('What was asked for.'),
      deliveryCount: z.int().describe('How many events are sent.'),
      since: z.iso.datetime().nullable().describe('From when on; null for a single one.'),
      until: z.iso.datetime().nullable().describe('Until when; null when that was not said.'),
    },
  ),
  'Webhook.Secret.Rotated': define(
    'mutation',
    'webhook',
    'A webhook got a new signing secret. The previous one signs beside it for a while.',
    {
      ...webhook,
      previousSecretExpiresAt: z.iso.datetime().describe('When the previous secret stops signing.'),
    },
  ),
} as const;

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = z.input<(typeof events)[T]['data']>;
export const eventTypes = Object.keys(events) as EventType[];

/** Types of the specification that nothing causes yet: signing up, forgotten passwords, codes and lockouts are still to be built. */
export const notEmittedYet: readonly EventType[] = [
  'PostRegister',
  'PostResetPassword',
  'Identifier.Lockout',
  'Message.RateLimited',
];

/** When events of a type are emitted, in words. */
export const emittedWhen = (type: EventType): string =>
  events[type].description + (notEmittedYet.includes(type) ? ' Not caused yet, by this version.' : '');
