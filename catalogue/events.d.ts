// Made from src/vocabulary/events.ts by "npm run events".

/**
 * Every event of Mandate. Events only ever gain members: ignore those you do not know.
 */
export type Event =
  | PostRegister
  | PostSignIn
  | PostResetPassword
  | UserCreated
  | UserDeleted
  | UserDataUpdated
  | UserSuspensionStatusUpdated
  | RoleCreated
  | RoleDeleted
  | RoleDataUpdated
  | RoleScopesUpdated
  | ScopeCreated
  | ScopeDeleted
  | ScopeDataUpdated
  | OrganizationCreated
  | OrganizationDeleted
  | OrganizationDataUpdated
  | OrganizationMembershipUpdated
  | OrganizationRoleCreated
  | OrganizationRoleDeleted
  | OrganizationRoleDataUpdated
  | OrganizationRoleScopesUpdated
  | OrganizationScopeCreated
  | OrganizationScopeDeleted
  | OrganizationScopeDataUpdated
  | IdentifierLockout
  | MessageRateLimited
  | UserRolesUpdated
  | UserSessionsEnded
  | ApiResourceCreated
  | ApiResourceDeleted
  | ApiResourceDataUpdated
  | ApplicationCreated
  | ApplicationDeleted
  | ApplicationDataUpdated
  | ApplicationSuspensionStatusUpdated
  | ApplicationSecretsUpdated
  | ApplicationRolesUpdated
  | OrganizationMemberRolesUpdated
  | OrganizationInvitationCreated
  | OrganizationInvitationUpdated
  | OrganizationInvitationDeleted
  | SigningKeyRotated
  | SigningKeyRetired
  | WebhookCreated
  | WebhookUpdated
  | WebhookEnabled
  | WebhookDisabled
  | WebhookDeleted
  | WebhookTested
  | WebhookRedeliveryRequested
  | WebhookSecretRotated;

/**
 * A user created an account through the sign-up pages. Not caused yet, by this version.
 */
export interface PostRegister {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "PostRegister";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    interaction: Interaction;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * A user, as it was at that time.
 */
export interface UserSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * Name for signing in, in lower case.
   */
  username: string | null;
  /**
   * Email address, in lower case.
   */
  email: string | null;
  /**
   * When the email address was proved; null when not.
   */
  emailVerifiedAt: string | null;
  /**
   * Phone number in E.164.
   */
  phone: string | null;
  /**
   * When the phone number was proved; null when not.
   */
  phoneVerifiedAt: string | null;
  /**
   * What people call it.
   */
  name: string | null;
  /**
   * Address of a picture.
   */
  avatar: string | null;
  /**
   * The other OIDC standard claims.
   */
  profile: {
    [k: string]: unknown;
  };
  /**
   * What the customer keeps about it.
   */
  customData: {
    [k: string]: unknown;
  };
  /**
   * Whether it is suspended.
   */
  isSuspended: boolean;
  /**
   * When it was suspended; null while active.
   */
  suspendedAt: string | null;
  /**
   * When the user last signed in; null before the first time.
   */
  lastSignInAt: string | null;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 * What led to what a person did on our pages.
 */
export interface Interaction {
  /**
   * The application that sent the person to us; null when none did.
   */
  applicationId: string | null;
}
/**
 * Who caused an event.
 */
export interface EventActor {
  kind: "user" | "application" | "platform";
  id: string | null;
}
/**
 * How an event came about.
 */
export interface EventCause {
  operation: string;
  requestId: string;
  /**
   * Channel through which the change was made.
   */
  channel: "graphql" | "rest" | "sign-in" | "platform";
  /**
   * The applications that acted for the user: the one that called, then those that exchanged its token before.
   */
  applicationIds: string[];
}
/**
 * A user signed in through the sign-in pages.
 */
export interface PostSignIn {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "PostSignIn";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    interaction: Interaction;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * A user reset a forgotten password. Not caused yet, by this version.
 */
export interface PostResetPassword {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "PostResetPassword";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    interaction: Interaction;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * A user was created.
 */
export interface UserCreated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * The roles it holds from the start.
     */
    roleIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * A user was deleted.
 */
export interface UserDeleted {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * Profile, identifiers, custom data, identities or password of a user changed.
 */
export interface UserDataUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Data.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Names of the fields that have another value now.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * A user was suspended or reactivated.
 */
export interface UserSuspensionStatusUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.SuspensionStatus.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * A role was created.
 */
export interface RoleCreated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Role.Created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    role: RoleSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "role";
    id: string;
  };
}
/**
 * A role, as it was at that time.
 */
export interface RoleSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * Whether new users get it.
   */
  isDefault: boolean;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 * A role was deleted. The users and applications that held it are named here and have no event of their own.
 */
export interface RoleDeleted {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Role.Deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    role: RoleSnapshot;
    /**
     * The users who held it.
     */
    userIds: string[];
    /**
     * The applications that held it.
     */
    applicationIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "role";
    id: string;
  };
}
/**
 * Name, description or default status of a role changed.
 */
export interface RoleDataUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Role.Data.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    role: RoleSnapshot;
    /**
     * Names of the fields that have another value now.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "role";
    id: string;
  };
}
/**
 * Scopes were added to or removed from a role.
 */
export interface RoleScopesUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Role.Scopes.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    role: RoleSnapshot;
    /**
     * Scopes that were added.
     */
    addedScopeIds: string[];
    /**
     * Scopes that were removed.
     */
    removedScopeIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "role";
    id: string;
  };
}
/**
 * A scope of an API resource was created.
 */
export interface ScopeCreated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Scope.Created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    scope: ScopeSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "scope";
    id: string;
  };
}
/**
 * A scope of an API resource, as it was at that time.
 */
export interface ScopeSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * The API resource it belongs to.
   */
  apiResourceId: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 * A scope of an API resource was deleted.
 */
export interface ScopeDeleted {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Scope.Deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    scope: ScopeSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "scope";
    id: string;
  };
}
/**
 * The description of a scope changed.
 */
export interface ScopeDataUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Scope.Data.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    scope: ScopeSnapshot;
    /**
     * Names of the fields that have another value now.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "scope";
    id: string;
  };
}
/**
 * An organization was created.
 */
export interface OrganizationCreated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.Created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organization: OrganizationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organization";
    id: string;
  };
}
/**
 * An organization, as it was at that time.
 */
export interface OrganizationSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * What the customer keeps about it.
   */
  customData: {
    [k: string]: unknown;
  };
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 * An organization was deleted.
 */
export interface OrganizationDeleted {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.Deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organization: OrganizationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organization";
    id: string;
  };
}
/**
 * Name, description or custom data of an organization changed.
 */
export interface OrganizationDataUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.Data.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organization: OrganizationSnapshot;
    /**
     * Names of the fields that have another value now.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organization";
    id: string;
  };
}
/**
 * Users or applications joined or left an organization.
 */
export interface OrganizationMembershipUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.Membership.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    /**
     * The organization.
     */
    organizationId: string;
    /**
     * Users who became members.
     */
    addedUserIds: string[];
    /**
     * Users who are members no more.
     */
    removedUserIds: string[];
    /**
     * Applications that became members.
     */
    addedApplicationIds: string[];
    /**
     * Applications that are members no more.
     */
    removedApplicationIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organization";
    id: string;
  };
}
/**
 * An organization role was created.
 */
export interface OrganizationRoleCreated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationRole.Created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organizationRole: OrganizationRoleSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organizationRole";
    id: string;
  };
}
/**
 * An organization role, as it was at that time.
 */
export interface OrganizationRoleSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 * An organization role was deleted. The members that held it, and the invitations with it, are named here and have no event of their own.
 */
export interface OrganizationRoleDeleted {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationRole.Deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organizationRole: OrganizationRoleSnapshot;
    /**
     * The members that held it.
     */
    members: OrganizationRoleHolder[];
    /**
     * The invitations that came with it.
     */
    organizationInvitationIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organizationRole";
    id: string;
  };
}
/**
 * A member of an organization that holds an organization role.
 */
export interface OrganizationRoleHolder {
  /**
   * The organization.
   */
  organizationId: string;
  /**
   * The user who is the member; null for an application.
   */
  userId: string | null;
  /**
   * The application that is the member; null for a user.
   */
  applicationId: string | null;
}
/**
 * Name or description of an organization role changed.
 */
export interface OrganizationRoleDataUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationRole.Data.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organizationRole: OrganizationRoleSnapshot;
    /**
     * Names of the fields that have another value now.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organizationRole";
    id: string;
  };
}
/**
 * Organization scopes or API scopes were added to or removed from an organization role.
 */
export interface OrganizationRoleScopesUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationRole.Scopes.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organizationRole: OrganizationRoleSnapshot;
    /**
     * Organization scopes that were added.
     */
    addedOrganizationScopeIds: string[];
    /**
     * Organization scopes that were removed.
     */
    removedOrganizationScopeIds: string[];
    /**
     * Scopes that were added.
     */
    addedScopeIds: string[];
    /**
     * Scopes that were removed.
     */
    removedScopeIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organizationRole";
    id: string;
  };
}
/**
 * An organization scope was created.
 */
export interface OrganizationScopeCreated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationScope.Created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organizationScope: OrganizationScopeSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organizationScope";
    id: string;
  };
}
/**
 * An organization scope, as it was at that time.
 */
export interface OrganizationScopeSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 * An organization scope was deleted.
 */
export interface OrganizationScopeDeleted {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationScope.Deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organizationScope: OrganizationScopeSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organizationScope";
    id: string;
  };
}
/**
 * The description of an organization scope changed.
 */
export interface OrganizationScopeDataUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationScope.Data.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organizationScope: OrganizationScopeSnapshot;
    /**
     * Names of the fields that have another value now.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organizationScope";
    id: string;
  };
}
/**
 * A user was locked out after failing to prove an identity too often in a row. Not caused yet, by this version.
 */
export interface IdentifierLockout {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Identifier.Lockout";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * How the person tried to prove it.
     */
    flow: "password" | "verification-code" | "one-time-token";
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * A person asked for more verification codes than one recipient may be sent. Not caused yet, by this version.
 */
export interface MessageRateLimited {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Message.RateLimited";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    /**
     * What the code was for.
     */
    action: string;
    /**
     * To whom it was to be sent.
     */
    recipient: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * Roles were assigned to or removed from a user.
 */
export interface UserRolesUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Roles.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Roles that were assigned.
     */
    addedRoleIds: string[];
    /**
     * Roles that were taken away.
     */
    removedRoleIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * A user was signed out everywhere, and all tokens ended.
 */
export interface UserSessionsEnded {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Sessions.Ended";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "user";
    id: string;
  };
}
/**
 * An API resource was created.
 */
export interface ApiResourceCreated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "ApiResource.Created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    apiResource: ApiResourceSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "apiResource";
    id: string;
  };
}
/**
 * An API resource, as it was at that time.
 */
export interface ApiResourceSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * The resource indicator: `aud` of its tokens.
   */
  indicator: string;
  /**
   * Lifetime of its access tokens in seconds.
   */
  accessTokenTtl: number;
  /**
   * How its access tokens are signed.
   */
  accessTokenSigningAlg: "RS256" | "ES256";
  /**
   * Whether it is the Management API itself.
   */
  isBuiltIn: boolean;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 * An API resource was deleted, and its scopes with it.
 */
export interface ApiResourceDeleted {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "ApiResource.Deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    apiResource: ApiResourceSnapshot;
    /**
     * Its scopes, which are deleted too.
     */
    deletedScopeIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "apiResource";
    id: string;
  };
}
/**
 * Name, token lifetime or signature algorithm of an API resource changed.
 */
export interface ApiResourceDataUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "ApiResource.Data.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    apiResource: ApiResourceSnapshot;
    /**
     * Names of the fields that have another value now.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "apiResource";
    id: string;
  };
}
/**
 * An application was created.
 */
export interface ApplicationCreated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "application";
    id: string;
  };
}
/**
 * An application, as it was at that time.
 */
export interface ApplicationSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * What kind of application it is.
   */
  type: "MACHINE_TO_MACHINE" | "TRADITIONAL_WEB" | "SINGLE_PAGE" | "NATIVE";
  /**
   * Whether it is someone else's.
   */
  isThirdParty: boolean;
  /**
   * Whether it may exchange tokens.
   */
  tokenExchangeAllowed: boolean;
  /**
   * Whether PKCE is demanded.
   */
  pkceRequired: boolean;
  /**
   * How its ID tokens are signed.
   */
  idTokenSigningAlg: "RS256" | "ES256";
  /**
   * Where people may be sent after signing in.
   */
  redirectUris: string[];
  /**
   * Where people may be sent after signing out.
   */
  postLogoutRedirectUris: string[];
  /**
   * Origins of its browser code.
   */
  corsOrigins: string[];
  /**
   * Its public keys.
   */
  jwks: {
    [k: string]: unknown;
  } | null;
  /**
   * Address of its logo.
   */
  logoUri: string | null;
  /**
   * Whether it is suspended.
   */
  isSuspended: boolean;
  /**
   * When it was suspended; null while active.
   */
  suspendedAt: string | null;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 * An application was deleted.
 */
export interface ApplicationDeleted {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "application";
    id: string;
  };
}
/**
 * Settings of an application changed, the token exchange switch among them.
 */
export interface ApplicationDataUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Data.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * Names of the fields that have another value now.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "application";
    id: string;
  };
}
/**
 * An application was suspended or reactivated.
 */
export interface ApplicationSuspensionStatusUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.SuspensionStatus.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "application";
    id: string;
  };
}
/**
 * Secrets were added to an application or revoked.
 */
export interface ApplicationSecretsUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Secrets.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * Secrets that were added, without the secrets.
     */
    addedSecrets: ApplicationSecretSnapshot[];
    /**
     * Secrets that are gone, without the secrets.
     */
    revokedSecrets: ApplicationSecretSnapshot[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "application";
    id: string;
  };
}
/**
 * A secret of an application, without the secret, as it was at that time.
 */
export interface ApplicationSecretSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * The application it belongs to.
   */
  applicationId: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * The first characters of the secret.
   */
  prefix: string;
  /**
   * When it expires.
   */
  expiresAt: string | null;
  /**
   * When it was created.
   */
  createdAt: string;
}
/**
 * Roles were assigned to or removed from an application.
 */
export interface ApplicationRolesUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Roles.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * Roles that were assigned.
     */
    addedRoleIds: string[];
    /**
     * Roles that were taken away.
     */
    removedRoleIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "application";
    id: string;
  };
}
/**
 * The organization roles of a member changed.
 */
export interface OrganizationMemberRolesUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.MemberRoles.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    /**
     * The organization.
     */
    organizationId: string;
    /**
     * The member, when it is a user.
     */
    userId: string | null;
    /**
     * The member, when it is an application.
     */
    applicationId: string | null;
    /**
     * Organization roles that were given.
     */
    addedOrganizationRoleIds: string[];
    /**
     * Organization roles that were taken away.
     */
    removedOrganizationRoleIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organization";
    id: string;
  };
}
/**
 * Someone was invited to an organization.
 */
export interface OrganizationInvitationCreated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationInvitation.Created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organizationInvitation: OrganizationInvitationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organizationInvitation";
    id: string;
  };
}
/**
 * An invitation to an organization, as it was at that time.
 */
export interface OrganizationInvitationSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * The organization it belongs to.
   */
  organizationId: string;
  /**
   * Whom it invites, in lower case.
   */
  inviteeEmail: string;
  /**
   * The user who invited; null when unknown.
   */
  inviterId: string | null;
  /**
   * The user who accepted.
   */
  acceptedUserId: string | null;
  /**
   * The organization roles that come with it.
   */
  organizationRoleIds: string[];
  /**
   * Where it stands.
   */
  status: "Pending" | "Accepted" | "Expired" | "Revoked";
  /**
   * When it expires.
   */
  expiresAt: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 * An invitation to an organization was sent again, accepted or revoked.
 */
export interface OrganizationInvitationUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationInvitation.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organizationInvitation: OrganizationInvitationSnapshot;
    /**
     * Names of the fields that have another value now.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organizationInvitation";
    id: string;
  };
}
/**
 * An invitation to an organization was deleted, by itself or, while it waited for an answer, with the organization.
 */
export interface OrganizationInvitationDeleted {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationInvitation.Deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    organizationInvitation: OrganizationInvitationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "organizationInvitation";
    id: string;
  };
}
/**
 * A new signing key was published; it signs from the time it names.
 */
export interface SigningKeyRotated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "SigningKey.Rotated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    signingKey: SigningKeySnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "signingKey";
    id: string;
  };
}
/**
 * A signing key, without the private part, as it was at that time.
 */
export interface SigningKeySnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * What it signs with.
   */
  algorithm: "RS256" | "ES256";
  /**
   * When it begins to sign.
   */
  signsFrom: string;
  /**
   * Until when it is published; null while it is the newest.
   */
  publishedUntil: string | null;
  /**
   * When it was created.
   */
  createdAt: string;
}
/**
 * A signing key was withdrawn: no token signed with it is accepted any more.
 */
export interface SigningKeyRetired {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "SigningKey.Retired";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    signingKey: SigningKeySnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "signingKey";
    id: string;
  };
}
/**
 * A webhook was created: it is told of what happens after this.
 */
export interface WebhookCreated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "webhook";
    id: string;
  };
}
/**
 * A webhook, without its secrets, as it was at that time.
 */
export interface WebhookSnapshot {
  /**
   * Identifier.
   */
  id: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * The address that is told of events.
   */
  url: string;
  /**
   * Whether it is told of events.
   */
  isEnabled: boolean;
  /**
   * Why it is disabled; null while it is enabled.
   */
  disabledReason: ("requested" | "gone" | "failing") | null;
  /**
   * The types of event it is told of; all, when there is none.
   */
  eventTypes: string[];
  /**
   * The kinds of record it is told of; all, when there is none.
   */
  subjectKinds: string[];
  /**
   * The only organization it is told of; null: everything.
   */
  organizationId: string | null;
  /**
   * Users and applications whose doings it is not told of.
   */
  excludeActorIds: string[];
  /**
   * Names of the headers that go with every request.
   */
  headerNames: string[];
  /**
   * GraphQL selection that shapes what is sent; null: the whole event.
   */
  selection: string | null;
  /**
   * How long an event that cannot be delivered holds back later ones about the same record.
   */
  orderingTimeoutSeconds: number;
  /**
   * What its v1a signatures are verified with (whpk_…), the newest first.
   */
  publicKeys: string[];
  /**
   * Since when every attempt has failed; null when the last one succeeded.
   */
  failingSince: string | null;
  /**
   * Nothing is sent before this instant: the endpoint failed often, or asked for a pause. Null when it may be asked.
   */
  pausedUntil: string | null;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 * Settings of a webhook changed.
 */
export interface WebhookUpdated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
    /**
     * Names of the fields that have another value now.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "webhook";
    id: string;
  };
}
/**
 * A webhook was enabled again.
 */
export interface WebhookEnabled {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Enabled";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "webhook";
    id: string;
  };
}
/**
 * A webhook was disabled: by someone, or because its endpoint is gone (410) or did nothing but fail for five days.
 */
export interface WebhookDisabled {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Disabled";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "webhook";
    id: string;
  };
}
/**
 * A webhook was deleted, and what it was still to be told of.
 */
export interface WebhookDeleted {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "webhook";
    id: string;
  };
}
/**
 * Someone sent an example of an event to a webhook.
 */
export interface WebhookTested {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Tested";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
    /**
     * The type of the example.
     */
    eventType: string;
    /**
     * HTTP status of the answer; null when there was none.
     */
    status: number | null;
    /**
     * Where it failed; null when it did not.
     */
    failure: ("refused" | "dns" | "connect" | "tls" | "timeout" | "body" | "status") | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "webhook";
    id: string;
  };
}
/**
 * Someone asked for events to be sent to a webhook again, or for those of a range of time.
 */
export interface WebhookRedeliveryRequested {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Redelivery.Requested";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
    /**
     * What was asked for.
     */
    redelivery: "single" | "failed" | "missing" | "backfill";
    /**
     * How many events are sent.
     */
    deliveryCount: number;
    /**
     * From when on; null for a single one.
     */
    since: string | null;
    /**
     * Until when; null when that was not said.
     */
    until: string | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "webhook";
    id: string;
  };
}
/**
 * A webhook got a new signing secret. The previous one signs beside it for a while.
 */
export interface WebhookSecretRotated {
  /**
   * The same everywhere: in the log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Secret.Rotated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
    /**
     * When the previous secret stops signing.
     */
    previousSecretExpiresAt: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * What it is about.
   */
  subject: {
    kind: "webhook";
    id: string;
  };
}
