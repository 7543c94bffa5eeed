import { z } from 'zod';
import * as shape from './resources.ts';

/** What an event can be about. */
export const subjectKinds = [
  'user',
  'role',
  'resource',
  'scope',
  'application',
  'organization',
  'organizationRole',
  'organizationScope',
  'signingKey',
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

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

const define = <Data extends z.ZodRawShape>(
  family: EventFamily,
  subject: SubjectKind,
  description: string,
  data: Data,
): EventDefinition<z.ZodObject<Data, z.core.$strict>> => ({ family, subject, description, data: z.strictObject(data) });

const ids = z.array(z.string());
const user = { user: shape.userShape };
const role = { role: shape.roleShape };
const resource = { resource: shape.apiResourceShape };
const scope = { scope: shape.scopeShape };
const application = { application: shape.applicationShape };
const organization = { organization: shape.organizationShape };
const organizationRole = { organizationRole: shape.organizationRoleShape };
const organizationScope = { organizationScope: shape.organizationScopeShape };
/** Names of the fields that have another value now. */
const changed = { changed: z.array(z.string()).min(1) };
const interaction = { interaction: z.strictObject({ applicationId: z.string().nullable() }) };

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

  'User.Created': define('mutation', 'user', 'A user was created.', { ...user, roleIds: ids }),
  'User.Deleted': define('mutation', 'user', 'A user was deleted.', user),
  'User.Data.Updated': define(
    'mutation',
    'user',
    'Profile, identifiers, custom data, identities or password of a user changed.',
    { ...user, ...changed },
  ),
  'User.SuspensionStatus.Updated': define('mutation', 'user', 'A user was suspended or reactivated.', user),

  'Role.Created': define('mutation', 'role', 'A role was created.', role),
  'Role.Deleted': define('mutation', 'role', 'A role was deleted.', role),
  'Role.Data.Updated': define('mutation', 'role', 'Name, description or default status of a role changed.', {
    ...role,
    ...changed,
  }),
  'Role.Scopes.Updated': define('mutation', 'role', 'Scopes were added to or removed from a role.', {
    ...role,
    addedScopeIds: ids,
    removedScopeIds: ids,
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
      organizationId: z.string(),
      addedUserIds: ids,
      removedUserIds: ids,
      addedApplicationIds: ids,
      removedApplicationIds: ids,
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
    'An organization role was deleted.',
    organizationRole,
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
      addedOrganizationScopeIds: ids,
      removedOrganizationScopeIds: ids,
      addedScopeIds: ids,
      removedScopeIds: ids,
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
      flow: z.enum(['password', 'verification-code', 'one-time-token']),
    },
  ),
  'Message.RateLimited': define(
    'exception',
    'user',
    'A person asked for more verification codes than one recipient may be sent.',
    {
      action: z.string(),
      recipient: z.string(),
    },
  ),

  'User.Roles.Updated': define('mutation', 'user', 'Roles were assigned to or removed from a user.', {
    ...user,
    addedRoleIds: ids,
    removedRoleIds: ids,
  }),
  'ApiResource.Created': define('mutation', 'resource', 'An API resource was created.', resource),
  'ApiResource.Deleted': define('mutation', 'resource', 'An API resource was deleted, and its scopes with it.', {
    ...resource,
    deletedScopeIds: ids,
  }),
  'ApiResource.Data.Updated': define('mutation', 'resource', 'Name or token lifetime of an API resource changed.', {
    ...resource,
    ...changed,
  }),
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
    addedSecrets: z.array(shape.applicationSecretShape),
    revokedSecrets: z.array(shape.applicationSecretShape),
  }),
  'Application.Roles.Updated': define(
    'mutation',
    'application',
    'Roles were assigned to or removed from an application.',
    { ...application, addedRoleIds: ids, removedRoleIds: ids },
  ),
  'Organization.MemberRoles.Updated': define(
    'mutation',
    'organization',
    'The organization roles of a member changed.',
    {
      organizationId: z.string(),
      userId: z.string().nullable(),
      applicationId: z.string().nullable(),
      addedOrganizationRoleIds: ids,
      removedOrganizationRoleIds: ids,
    },
  ),
  'SigningKey.Rotated': define(
    'mutation',
    'signingKey',
    'A new signing key was published; it signs from the time it names.',
    { signingKey: shape.signingKeyShape },
  ),
} as const;

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = z.input<(typeof events)[T]['data']>;
export const eventTypes = Object.keys(events) as EventType[];
