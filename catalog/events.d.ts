// Made from src/vocabulary/events.ts by "npm run events".

/**
 * All event types of Mandate. Events only ever gain members: ignore unknown ones.
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
  | ApplicationAuthenticationFailing
  | MessageRateLimited
  | UserRolesUpdated
  | UserPreferencesUpdated
  | UserUnlocked
  | UserSessionsEnded
  | UserSessionEnded
  | UserSignedOut
  | UserGrantRevoked
  | UserGrantReplayed
  | UserDeviceRemoved
  | UserDataExported
  | UserConsentGranted
  | UserImpersonationPrepared
  | UserImpersonationStarted
  | UserImpersonationEnded
  | UserConsentRevoked
  | ApiResourceCreated
  | ApiResourceDeleted
  | ApiResourceDataUpdated
  | ApplicationCreated
  | ApplicationDeleted
  | ApplicationDataUpdated
  | ApplicationDelegationStarted
  | ApplicationTrialStarted
  | ApplicationSuspensionStatusUpdated
  | ApplicationSecretsUpdated
  | ApplicationRolesUpdated
  | ApplicationExchangePolicyUpdated
  | ApplicationServedResourcesUpdated
  | OrganizationMemberRolesUpdated
  | OrganizationDomainsUpdated
  | OrganizationIdentityProvidersUpdated
  | OrganizationInvitationCreated
  | OrganizationInvitationUpdated
  | OrganizationInvitationDeleted
  | SigningKeyRotated
  | SigningKeyRetired
  | ConnectorCreated
  | ConnectorDataUpdated
  | ConnectorDeleted
  | ConnectorTested
  | ConnectorFailing
  | IdentityProviderCreated
  | IdentityProviderDataUpdated
  | IdentityProviderDeleted
  | IdentityProviderTested
  | IdentityProviderTrialStarted
  | IdentityProviderFailing
  | SignInExperienceDataUpdated
  | OneTimeTokenCreated
  | OneTimeTokenRevoked
  | JobStarted
  | JobFinished
  | JobCancelled
  | WebhookCreated
  | WebhookUpdated
  | WebhookEnabled
  | WebhookDisabled
  | WebhookDeleted
  | WebhookTested
  | WebhookRedeliveryRequested
  | WebhookSecretRotated;

/**
 * A user created an account through the sign-up pages.
 */
export interface PostRegister {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "PostRegister";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    interaction: Interaction;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user at the time of an event.
 */
export interface UserSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Username, in lower case.
   */
  username: string | null;
  /**
   * Email address, in lower case.
   */
  email: string | null;
  /**
   * Time at which the email address was verified; null if it is not.
   */
  emailVerifiedAt: string | null;
  /**
   * Phone number in E.164 format.
   */
  phone: string | null;
  /**
   * Time at which the phone number was verified; null if it is not.
   */
  phoneVerifiedAt: string | null;
  /**
   * Time since which the next sign-in requires a new password; null if it does not.
   */
  passwordResetRequiredAt: string | null;
  /**
   * Display name, the claim `name`.
   */
  name: string | null;
  /**
   * URL of a picture, the claim `picture`.
   */
  avatar: string | null;
  /**
   * Other OpenID Connect standard claims.
   */
  profile: {
    [k: string]: unknown;
  };
  /**
   * Custom data: any JSON object.
   */
  customData: {
    [k: string]: unknown;
  };
  /**
   * Whether the user is suspended. Suspended users cannot sign in and get no tokens.
   */
  isSuspended: boolean;
  /**
   * Time of the suspension; null if active.
   */
  suspendedAt: string | null;
  /**
   * Time at which the account is deleted, because its person has requested it; until then it is suspended. Null if it is not.
   */
  deletionDueAt: string | null;
  /**
   * Time of the last sign-in on the sign-in pages; null if there was none.
   */
  lastSignInAt: string | null;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * Context of an interaction of a user with the pages.
 */
export interface Interaction {
  /**
   * Id of the application that requested the interaction; null if none did.
   */
  applicationId: string | null;
  /**
   * Id of the identity provider with whose identity the user signed in; null if with none.
   */
  identityProviderId: string | null;
}
/**
 * The actor that caused an event.
 */
export interface EventActor {
  kind: "user" | "application" | "platform" | "visitor";
  id: string | null;
  /**
   * What people recognized the actor by at that time: the name of the application; name, username, email address or phone number of the user. Null for the platform and visitors.
   */
  label: string | null;
}
/**
 * The cause of an event.
 */
export interface EventCause {
  operation: string;
  requestId: string;
  /**
   * Id of the trace of the request (W3C Trace Context), 32 hex digits: that of its `traceparent` or, without one, a new one. Null if the platform acted by itself.
   */
  traceId: string | null;
  /**
   * Channel through which the change was made.
   */
  channel: "graphql" | "rest" | "sign-in" | "account" | "oidc" | "platform";
  /**
   * Ids of the applications that acted for the user: the calling application first, then those that obtained its token by an earlier exchange. Empty if the user acted directly, or an application on its own behalf.
   */
  applicationIds: string[];
}
/**
 * A user signed in through the sign-in pages. Not emitted if a user who is signed in only proves more.
 */
export interface PostSignIn {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "PostSignIn";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    interaction: Interaction;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user reset a forgotten password.
 */
export interface PostResetPassword {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "PostResetPassword";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    interaction: Interaction;
    /**
     * How often everything of the record was ended, this time included: tokens with a smaller count in their claim `session_epoch` are no longer accepted. Null if nothing ended.
     */
    sessionEpoch: number | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user was created.
 */
export interface UserCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Ids of the roles that were assigned at creation.
     */
    roleIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user was deleted.
 */
export interface UserDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * How often everything of the record was ended, this time included: tokens with a smaller count in their claim `session_epoch` are no longer accepted. Null if nothing ended.
     */
    sessionEpoch: number | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Profile, identifiers, custom data, identities, factors or password of a user changed.
 */
export interface UserDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
    /**
     * How often everything of the record was ended, this time included: tokens with a smaller count in their claim `session_epoch` are no longer accepted. Null if nothing ended.
     */
    sessionEpoch: number | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user was suspended or reactivated.
 */
export interface UserSuspensionStatusUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.SuspensionStatus.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * How often everything of the record was ended, this time included: tokens with a smaller count in their claim `session_epoch` are no longer accepted. Null if nothing ended.
     */
    sessionEpoch: number | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A role was created.
 */
export interface RoleCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Role.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    role: RoleSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "role";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A role at the time of an event.
 */
export interface RoleSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Name, unique among roles.
   */
  name: string;
  /**
   * Description.
   */
  description: string;
  /**
   * Whether the role is assigned to new users.
   */
  isDefault: boolean;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * A role was deleted. The users and applications that held it belong to this event (`holders`) and have no event of their own.
 */
export interface RoleDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Role.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    role: RoleSnapshot;
    /**
     * Ids of users that held the role: the first 100.
     */
    userIds: string[];
    /**
     * Number of users that held the role.
     */
    userCount: number;
    /**
     * Ids of applications that held the role: the first 100.
     */
    applicationIds: string[];
    /**
     * Number of applications that held the role.
     */
    applicationCount: number;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "role";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Name, description or default status of a role changed.
 */
export interface RoleDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Role.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    role: RoleSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "role";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Scopes were added to or removed from a role.
 */
export interface RoleScopesUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Role.Scopes.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    role: RoleSnapshot;
    /**
     * The added scopes.
     */
    addedScopeIds: string[];
    /**
     * The removed scopes.
     */
    removedScopeIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "role";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A scope of an API resource was created.
 */
export interface ScopeCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Scope.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    scope: ScopeSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "scope";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A scope of an API resource at the time of an event.
 */
export interface ScopeSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * The API resource.
   */
  apiResourceId: string;
  /**
   * Name of the scope, as in tokens (RFC 6749 §3.3). Immutable.
   */
  name: string;
  /**
   * Description of what the scope permits.
   */
  description: string;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * A scope of an API resource was deleted.
 */
export interface ScopeDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Scope.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    scope: ScopeSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "scope";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * The description of a scope changed.
 */
export interface ScopeDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Scope.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    scope: ScopeSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "scope";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An organization was created.
 */
export interface OrganizationCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organization: OrganizationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organization";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An organization at the time of an event.
 */
export interface OrganizationSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Display name.
   */
  name: string;
  /**
   * Description.
   */
  description: string;
  /**
   * Custom data: any JSON object.
   */
  customData: {
    [k: string]: unknown;
  };
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * An organization was deleted.
 */
export interface OrganizationDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organization: OrganizationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organization";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Name, description or custom data of an organization changed.
 */
export interface OrganizationDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organization: OrganizationSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organization";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Users or applications joined or left an organization. A change of more than 1,000 has several events.
 */
export interface OrganizationMembershipUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.Membership.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    /**
     * The organization.
     */
    organizationId: string;
    /**
     * Ids of the users that joined.
     */
    addedUserIds: string[];
    /**
     * Ids of the users that left.
     */
    removedUserIds: string[];
    /**
     * Ids of the applications that joined.
     */
    addedApplicationIds: string[];
    /**
     * Ids of the applications that left.
     */
    removedApplicationIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organization";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An organization role was created.
 */
export interface OrganizationRoleCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationRole.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organizationRole: OrganizationRoleSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organizationRole";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An organization role at the time of an event.
 */
export interface OrganizationRoleSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Name, unique among organization roles.
   */
  name: string;
  /**
   * Description.
   */
  description: string;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * An organization role was deleted. The members, invitations, domains and identity providers that had it belong to this event (`holders`) and have no event of their own.
 */
export interface OrganizationRoleDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationRole.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organizationRole: OrganizationRoleSnapshot;
    /**
     * Members that held the role: the first 100.
     */
    members: OrganizationRoleHolder[];
    /**
     * Number of members that held the role.
     */
    memberCount: number;
    /**
     * Ids of the invitations that included the role: the first 100.
     */
    organizationInvitationIds: string[];
    /**
     * Number of invitations that included the role.
     */
    organizationInvitationCount: number;
    /**
     * The domains whose people got the role: the first 100.
     */
    domains: DomainOfOrganization[];
    /**
     * Number of domains whose people got the role.
     */
    domainCount: number;
    /**
     * The identity providers whose people got the role: the first 100.
     */
    identityProviders: IdentityProviderOfOrganization[];
    /**
     * Number of identity providers whose people got the role.
     */
    identityProviderCount: number;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organizationRole";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A member that held an organization role in an organization.
 */
export interface OrganizationRoleHolder {
  /**
   * The organization.
   */
  organizationId: string;
  /**
   * Id of the user; null if the member is an application.
   */
  userId: string | null;
  /**
   * Id of the application; null if the member is a user.
   */
  applicationId: string | null;
}
/**
 * A domain of an organization.
 */
export interface DomainOfOrganization {
  /**
   * The organization.
   */
  organizationId: string;
  /**
   * The domain, in lower case and ASCII.
   */
  domain: string;
}
/**
 * An identity provider whose people join an organization.
 */
export interface IdentityProviderOfOrganization {
  /**
   * The organization.
   */
  organizationId: string;
  /**
   * Id of the identity provider whose people join.
   */
  identityProviderId: string;
}
/**
 * Name or description of an organization role changed.
 */
export interface OrganizationRoleDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationRole.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organizationRole: OrganizationRoleSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organizationRole";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Organization scopes or API scopes were added to or removed from an organization role.
 */
export interface OrganizationRoleScopesUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationRole.Scopes.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organizationRole: OrganizationRoleSnapshot;
    /**
     * The added organization scopes.
     */
    addedOrganizationScopeIds: string[];
    /**
     * The removed organization scopes.
     */
    removedOrganizationScopeIds: string[];
    /**
     * The added scopes.
     */
    addedScopeIds: string[];
    /**
     * The removed scopes.
     */
    removedScopeIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organizationRole";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An organization scope was created.
 */
export interface OrganizationScopeCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationScope.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organizationScope: OrganizationScopeSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organizationScope";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An organization scope at the time of an event.
 */
export interface OrganizationScopeSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Name of the scope, as in tokens; unique among organization scopes.
   */
  name: string;
  /**
   * Description of what the scope permits.
   */
  description: string;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * An organization scope was deleted.
 */
export interface OrganizationScopeDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationScope.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organizationScope: OrganizationScopeSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organizationScope";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * The description of an organization scope changed.
 */
export interface OrganizationScopeDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationScope.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organizationScope: OrganizationScopeSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organizationScope";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user was locked out after too many failed attempts in a row to authenticate.
 */
export interface IdentifierLockout {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Identifier.Lockout";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * How the user tried to authenticate.
     */
    flow: "password" | "verification-code" | "one-time-token";
    /**
     * The identifier that was entered.
     */
    identifier: string;
    /**
     * End of the lock. The year 9999: only a new password or an administrator ends it.
     */
    until: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Many requests to the issuer had a wrong secret of an application. Emitted once an hour at most.
 */
export interface ApplicationAuthenticationFailing {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Authentication.Failing";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * Wrong secrets within a minute, as one process has counted them.
     */
    failures: number;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An application at the time of an event.
 */
export interface ApplicationSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Display name, shown to users when they sign in.
   */
  name: string;
  /**
   * Description.
   */
  description: string;
  /**
   * Type of the application.
   */
  type: "MACHINE_TO_MACHINE" | "TRADITIONAL_WEB" | "SINGLE_PAGE" | "NATIVE";
  /**
   * Whether it is an AI agent, which has an owner and is named as one in tokens.
   */
  kind: "SERVICE" | "AGENT";
  /**
   * Id of the user responsible for the application; null if it has no owner. While the owner is suspended, or after the owner is deleted, token exchange is refused.
   */
  ownerId: string | null;
  /**
   * Whether it is a third-party application: users must consent, and it cannot exchange tokens.
   */
  isThirdParty: boolean;
  /**
   * Whether it may exchange tokens (RFC 8693): the switch "Allow token exchange"; off by default.
   */
  tokenExchangeAllowed: boolean;
  /**
   * Whether it may exchange tokens for the Management API as well: the switch "Allow the Management API"; off by default.
   */
  managementApiAllowed: boolean;
  /**
   * Whether administrators may act as other users through it: the switch "Allow impersonation"; off by default.
   */
  impersonationAllowed: boolean;
  /**
   * Whether it may obtain access tokens of its users for the Account API: the switch "Allow the Account API"; off by default.
   */
  accountApiAllowed: boolean;
  /**
   * Whether PKCE (RFC 7636) is required.
   */
  pkceRequired: boolean;
  /**
   * Signing algorithm of its ID tokens.
   */
  idTokenSigningAlg: "RS256" | "ES256";
  /**
   * Grants that it may use, beside token exchange, which `tokenExchangeAllowed` allows.
   */
  grantTypes: ("AUTHORIZATION_CODE" | "REFRESH_TOKEN" | "CLIENT_CREDENTIALS")[];
  /**
   * Maximum session age in seconds. After it, the person must sign in again. Null: as long as the session lasts.
   */
  sessionLimitSeconds: number | null;
  /**
   * Seconds without activity in a session after which it gets no tokens for the person without a new sign-in; null: as long as the session lasts.
   */
  sessionIdleLimitSeconds: number | null;
  /**
   * Allowed redirect URIs after sign-in.
   */
  redirectUris: string[];
  /**
   * Allowed redirect URIs after sign-out.
   */
  postLogoutRedirectUris: string[];
  /**
   * Origins whose pages may call the platform with its tokens (CORS).
   */
  corsOrigins: string[];
  /**
   * Public keys for `private_key_jwt` (RFC 7523), a JWK set. If present, secrets are not accepted.
   */
  jwks: {
    [k: string]: unknown;
  } | null;
  /**
   * URL of its logo (RFC 7591, `logo_uri`). Pages show a copy if `branding` has none.
   */
  logoUri: string | null;
  branding: Branding;
  /**
   * Custom data: any JSON object.
   */
  customData: {
    [k: string]: unknown;
  };
  /**
   * Day of the last issued token, at 00:00 UTC; null if there is none. Written within a minute.
   */
  lastUsedAt: string | null;
  /**
   * Whether it is the application of the console, which cannot be changed.
   */
  isBuiltIn: boolean;
  /**
   * Whether it is suspended, or has expired. Suspended applications get no tokens.
   */
  isSuspended: boolean;
  /**
   * Time of the suspension; null if there is none. An application that expires is suspended, usually within a minute.
   */
  suspendedAt: string | null;
  /**
   * From then on it counts as suspended. Without a time, it never expires.
   */
  expiresAt: string | null;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * How pages and mails look. What is null is not set here.
 */
export interface Branding {
  /**
   * Name at the top of pages and mails, beside the logo.
   */
  name: string | null;
  /**
   * URL of the icon of the browser tab.
   */
  favicon: string | null;
  light: SchemeBranding;
  dark: SchemeBranding;
}
/**
 * How pages look in light colors, or in dark ones.
 */
export interface SchemeBranding {
  /**
   * URL of the logo. Where only the other scheme has one, that is shown.
   */
  logo: string | null;
  /**
   * Color of buttons and links, as six hex digits.
   */
  accent: string | null;
  /**
   * Color of the page around the card, as six hex digits.
   */
  background: string | null;
}
/**
 * More verification codes were requested for a recipient than are allowed.
 */
export interface MessageRateLimited {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Message.RateLimited";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    /**
     * Purpose of the code.
     */
    action: string;
    /**
     * Email address or phone number of the recipient.
     */
    recipient: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "recipient";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Roles were assigned to or removed from a user.
 */
export interface UserRolesUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Roles.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * The added roles.
     */
    addedRoleIds: string[];
    /**
     * The removed roles.
     */
    removedRoleIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user changed their own preferences, which are in no event.
 */
export interface UserPreferencesUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Preferences.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An administrator ended the lock of a user.
 */
export interface UserUnlocked {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Unlocked";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * The sessions and tokens of a user were ended.
 */
export interface UserSessionsEnded {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Sessions.Ended";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Id of the session that goes on, in which the user ended all others; null if all ended.
     */
    exceptSessionId: string | null;
    /**
     * How often everything of the record was ended, this time included: tokens with a smaller count in their claim `session_epoch` are no longer accepted. Null if nothing ended.
     */
    sessionEpoch: number | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * One session of a user was ended, with what applications obtained in it.
 */
export interface UserSessionEnded {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Session.Ended";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Id of the session: the claim `session_id` of its tokens.
     */
    sessionId: string;
    /**
     * Ids of the applications that were used in the session.
     */
    applicationIds: string[];
    /**
     * Ids of the grants that ended with it: the claim `grant_id` of their tokens.
     */
    grantIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user signed out: the session ended, with what applications obtained in it, except for offline access.
 */
export interface UserSignedOut {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.SignedOut";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Id of the session: the claim `session_id` of its tokens.
     */
    sessionId: string;
    /**
     * Ids of the applications that were used in the session.
     */
    applicationIds: string[];
    /**
     * Ids of the grants that ended with it: the claim `grant_id` of their tokens.
     */
    grantIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An application gave back what a user granted it, or the user ended it: the tokens of the grant ended.
 */
export interface UserGrantRevoked {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Grant.Revoked";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Id of the grant: the claim `grant_id` of its tokens.
     */
    grantId: string;
    /**
     * Id of the application of the grant.
     */
    applicationId: string;
    /**
     * Where it was given back.
     */
    endpoint: "revocation" | "end-session";
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An authorization code or a refresh token was used a second time, so it may have been stolen: the grant ended.
 */
export interface UserGrantReplayed {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Grant.Replayed";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Id of the grant: the claim `grant_id` of its tokens.
     */
    grantId: string;
    /**
     * Id of the application of the grant.
     */
    applicationId: string;
    /**
     * What was used again.
     */
    credential: "authorization-code" | "refresh-token";
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user removed a browser in which they had signed in.
 */
export interface UserDeviceRemoved {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Device.Removed";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Id of the browser.
     */
    deviceId: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user exported what is stored about them.
 */
export interface UserDataExported {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Data.Exported";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user allowed a third-party application to act for them.
 */
export interface UserConsentGranted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Consent.Granted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * The application.
     */
    applicationId: string;
    /**
     * The allowed scopes, those of all API resources together, sorted.
     */
    scopes: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An administrator prepared to act as a user: an application can begin until the token expires.
 */
export interface UserImpersonationPrepared {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Impersonation.Prepared";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Id of the administrator who acts as the user.
     */
    administratorId: string;
    /**
     * Why, in the words of the administrator.
     */
    reason: string;
    /**
     * Time of expiry.
     */
    expiresAt: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An application began to act as a user, for an administrator who had prepared it.
 */
export interface UserImpersonationStarted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Impersonation.Started";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Id of the administrator who acts as the user.
     */
    administratorId: string;
    /**
     * Why, in the words of the administrator.
     */
    reason: string;
    /**
     * Id of the grant: the claim `grant_id` of its tokens.
     */
    grantId: string;
    /**
     * Id of the application of the grant.
     */
    applicationId: string;
    /**
     * When it ends at the latest.
     */
    expiresAt: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An impersonation of a user was ended before it expired: its tokens ended.
 */
export interface UserImpersonationEnded {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Impersonation.Ended";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * Id of the administrator who acts as the user.
     */
    administratorId: string;
    /**
     * Id of the grant: the claim `grant_id` of its tokens.
     */
    grantId: string;
    /**
     * Id of the application of the grant.
     */
    applicationId: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A user took back what they had allowed a third-party application. Its tokens ended.
 */
export interface UserConsentRevoked {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "User.Consent.Revoked";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    user: UserSnapshot;
    /**
     * The application.
     */
    applicationId: string;
    /**
     * Ids of the grants that ended with it: the claim `grant_id` of their tokens.
     */
    grantIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "user";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An API resource was created.
 */
export interface ApiResourceCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "ApiResource.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    apiResource: ApiResourceSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "apiResource";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An API resource at the time of an event.
 */
export interface ApiResourceSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Display name.
   */
  name: string;
  /**
   * Resource indicator (RFC 8707): the `aud` of its access tokens. Immutable.
   */
  indicator: string;
  /**
   * Lifetime of its access tokens in seconds.
   */
  accessTokenTtl: number;
  /**
   * Signing algorithm of its access tokens.
   */
  accessTokenSigningAlg: "RS256" | "ES256";
  /**
   * Whether it is the Management API. Its scopes are the permissions; they cannot be changed.
   */
  isBuiltIn: boolean;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * An API resource and its scopes were deleted.
 */
export interface ApiResourceDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "ApiResource.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    apiResource: ApiResourceSnapshot;
    /**
     * Ids of its scopes, which were deleted with it: the first 100. Each has an event.
     */
    deletedScopeIds: string[];
    /**
     * Number of its scopes.
     */
    deletedScopeCount: number;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "apiResource";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Name, token lifetime or signing algorithm of an API resource changed.
 */
export interface ApiResourceDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "ApiResource.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    apiResource: ApiResourceSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "apiResource";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An application was created.
 */
export interface ApplicationCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An application was deleted.
 */
export interface ApplicationDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * How often everything of the record was ended, this time included: tokens with a smaller count in their claim `session_epoch` are no longer accepted. Null if nothing ended.
     */
    sessionEpoch: number | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Settings of an application changed, including the token exchange switch.
 */
export interface ApplicationDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
    /**
     * How often everything of the record was ended, this time included: tokens with a smaller count in their claim `session_epoch` are no longer accepted. Null if nothing ended.
     */
    sessionEpoch: number | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An application got its first token by exchanging tokens of another application for an API resource. Emitted once for each path: the applications, what the exchanged token was for, and the API resource.
 */
export interface ApplicationDelegationStarted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Delegation.Started";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * Id of the application that had obtained the exchanged token.
     */
    subjectApplicationId: string;
    /**
     * Ids of the applications that act in the new token, the last one first.
     */
    actorIds: string[];
    /**
     * Whether administrators act as the people.
     */
    isImpersonated: boolean;
    /**
     * Resource indicator that the exchanged token was for; null for an opaque token.
     */
    subjectResource: string | null;
    /**
     * Id of the API resource that the new token is for.
     */
    apiResourceId: string;
    /**
     * Time of the first token.
     */
    startedAt: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An administrator started a trial sign-in to an application, whose tokens end at once.
 */
export interface ApplicationTrialStarted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Trial.Started";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * Id of the user who signs in.
     */
    userId: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An application was suspended or reactivated.
 */
export interface ApplicationSuspensionStatusUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.SuspensionStatus.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * How often everything of the record was ended, this time included: tokens with a smaller count in their claim `session_epoch` are no longer accepted. Null if nothing ended.
     */
    sessionEpoch: number | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Secrets of an application were added, replaced or revoked.
 */
export interface ApplicationSecretsUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Secrets.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * The added secrets, without their values.
     */
    addedSecrets: ApplicationSecretSnapshot[];
    /**
     * The revoked secrets, without their values; one that was replaced is accepted until its `expiresAt`.
     */
    revokedSecrets: ApplicationSecretSnapshot[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A secret of an application at the time of an event, without its value.
 */
export interface ApplicationSecretSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * The application.
   */
  applicationId: string;
  /**
   * Name given at creation.
   */
  name: string;
  /**
   * First characters of the secret, to recognize it.
   */
  prefix: string;
  /**
   * Time of expiry; null if it does not expire.
   */
  expiresAt: string | null;
  /**
   * Day on which the application last authenticated with it, at 00:00 UTC; null if it never did. Written within a minute.
   */
  lastUsedAt: string | null;
  /**
   * Time of creation.
   */
  createdAt: string;
}
/**
 * Roles were assigned to or removed from an application.
 */
export interface ApplicationRolesUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.Roles.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * The added roles.
     */
    addedRoleIds: string[];
    /**
     * The removed roles.
     */
    removedRoleIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * The rules of an application for its token exchanges changed. They apply to its next exchange.
 */
export interface ApplicationExchangePolicyUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.ExchangePolicy.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    exchangePolicy: ExchangePolicySnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * The rules of an application for its token exchanges.
 */
export interface ExchangePolicySnapshot {
  /**
   * API resources for which it can exchange tokens, sorted by id; null: all.
   */
  targets: ExchangeTargetSnapshot[] | null;
  /**
   * Which tokens it can exchange, by the API that they are for.
   */
  subjectAudience: "ANY" | "SERVED";
  /**
   * Which scopes it can get.
   */
  scopeRule: "HELD" | "NEVER_WIDER";
  /**
   * Whether its exchanges must name an organization.
   */
  organizationRule: "OPTIONAL" | "REQUIRED";
  /**
   * Ids of the organizations of which its exchanges must name one; empty: any, or none.
   */
  organizationIds: string[];
  /**
   * Seconds since the sign-in of the person, at most; null: any.
   */
  maxAuthenticationAge: number | null;
  /**
   * Level of the sign-in of the person, at least: the claim `acr`; null: any.
   */
  requiredAcr: ("urn:mandate:level:1" | "urn:mandate:level:2" | "phr") | null;
}
/**
 * An API resource for which an application can exchange tokens, at the time of an event.
 */
export interface ExchangeTargetSnapshot {
  /**
   * The API resource.
   */
  apiResourceId: string;
  /**
   * Names of the scopes that it can get; empty: all.
   */
  scopes: string[];
  /**
   * Scopes of subject tokens that are mapped to scopes with other names.
   */
  mappings: ScopeMapping[];
}
/**
 * A scope of subject tokens that is mapped to scopes with other names.
 */
export interface ScopeMapping {
  /**
   * A scope that the subject token carries.
   */
  carried: string;
  /**
   * Scopes of the API resource that it is mapped to.
   */
  allows: string[];
}
/**
 * The API resources that an application serves changed.
 */
export interface ApplicationServedResourcesUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Application.ServedResources.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    application: ApplicationSnapshot;
    /**
     * The added API resources.
     */
    addedApiResourceIds: string[];
    /**
     * The removed API resources.
     */
    removedApiResourceIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "application";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * The organization roles of a member changed.
 */
export interface OrganizationMemberRolesUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.MemberRoles.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    /**
     * The organization.
     */
    organizationId: string;
    /**
     * Id of the user; null if the member is an application.
     */
    userId: string | null;
    /**
     * Id of the application; null if the member is a user.
     */
    applicationId: string | null;
    /**
     * The added organization roles.
     */
    addedOrganizationRoleIds: string[];
    /**
     * The removed organization roles.
     */
    removedOrganizationRoleIds: string[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organization";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * Domains were added to or removed from an organization, or the roles changed that their people get on joining.
 */
export interface OrganizationDomainsUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.Domains.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    /**
     * The organization.
     */
    organizationId: string;
    /**
     * The added domains, and changed ones after the change.
     */
    addedDomains: OrganizationDomainSnapshot[];
    /**
     * The removed domains, and changed ones before the change.
     */
    removedDomains: OrganizationDomainSnapshot[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organization";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A domain of an organization: people with a verified email address of the domain join.
 */
export interface OrganizationDomainSnapshot {
  /**
   * The organization.
   */
  organizationId: string;
  /**
   * The domain, in lower case and ASCII.
   */
  domain: string;
  /**
   * Ids of the organization roles that people get on joining.
   */
  organizationRoleIds: string[];
  /**
   * Time of creation.
   */
  createdAt: string;
}
/**
 * An identity provider was added to or removed from an organization, or the roles changed that its people get on joining.
 */
export interface OrganizationIdentityProvidersUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Organization.IdentityProviders.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    /**
     * The organization.
     */
    organizationId: string;
    /**
     * The added identity providers, and changed ones after the change.
     */
    addedIdentityProviders: IdentityProviderOrganizationSnapshot[];
    /**
     * The removed identity providers, and changed ones before the change.
     */
    removedIdentityProviders: IdentityProviderOrganizationSnapshot[];
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organization";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An identity provider whose people join an organization.
 */
export interface IdentityProviderOrganizationSnapshot {
  /**
   * The organization.
   */
  organizationId: string;
  /**
   * Id of the identity provider whose people join.
   */
  identityProviderId: string;
  /**
   * Ids of the organization roles that people get on joining.
   */
  organizationRoleIds: string[];
  /**
   * Time of creation.
   */
  createdAt: string;
}
/**
 * An invitation to an organization was created.
 */
export interface OrganizationInvitationCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationInvitation.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organizationInvitation: OrganizationInvitationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organizationInvitation";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An invitation to an organization at the time of an event.
 */
export interface OrganizationInvitationSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * The organization.
   */
  organizationId: string;
  /**
   * Email address of the invited person, in lower case.
   */
  inviteeEmail: string;
  /**
   * Id of the user who invited; null if unknown.
   */
  inviterId: string | null;
  /**
   * Id of the user who accepted; null if none did.
   */
  acceptedUserId: string | null;
  /**
   * Ids of the organization roles that the invited person gets.
   */
  organizationRoleIds: string[];
  /**
   * Status of the invitation.
   */
  status: "Pending" | "Accepted" | "Expired" | "Revoked";
  /**
   * Time of expiry.
   */
  expiresAt: string;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * An invitation to an organization was resent, accepted or revoked.
 */
export interface OrganizationInvitationUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationInvitation.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organizationInvitation: OrganizationInvitationSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organizationInvitation";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An invitation to an organization was deleted, either directly or, if it was pending, with the organization.
 */
export interface OrganizationInvitationDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OrganizationInvitation.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    organizationInvitation: OrganizationInvitationSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "organizationInvitation";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A new signing key was published. It signs from its `signsFrom` on.
 */
export interface SigningKeyRotated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "SigningKey.Rotated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    signingKey: SigningKeySnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "signingKey";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A signing key at the time of an event, without the private key.
 */
export interface SigningKeySnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Signing algorithm.
   */
  algorithm: "RS256" | "ES256";
  /**
   * Time from which it signs.
   */
  signsFrom: string;
  /**
   * Time of its removal from the key set; null if it is the newest key of its algorithm.
   */
  publishedUntil: string | null;
  /**
   * Time of creation.
   */
  createdAt: string;
}
/**
 * A signing key was withdrawn. Tokens signed with it are no longer accepted.
 */
export interface SigningKeyRetired {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "SigningKey.Retired";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    signingKey: SigningKeySnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "signingKey";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A connector was created.
 */
export interface ConnectorCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Connector.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    connector: ConnectorSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "connector";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A connector at the time of an event, without its secrets.
 */
export interface ConnectorSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * What it sends.
   */
  kind: "email" | "sms";
  /**
   * How it sends.
   */
  driver: "smtp" | "http";
  /**
   * Display name.
   */
  name: string;
  /**
   * Settings of the SMTP driver; null with another driver.
   */
  smtp: SmtpSettings | null;
  /**
   * Settings of the HTTP driver; null with another driver.
   */
  http: HttpSettings | null;
  /**
   * Names of the secrets that are set, such as `password` or `headers.Authorization`. Their values are never returned.
   */
  secretNames: string[];
  /**
   * Whether it sends the messages of its kind. At most one connector of a kind is enabled.
   */
  isEnabled: boolean;
  /**
   * Why the last message was not sent; null if it was, or if the settings have changed since.
   */
  lastError: string | null;
  /**
   * Time of the last failure; null if there was none.
   */
  lastFailedAt: string | null;
  /**
   * Time of the last message that was sent, accurate to a minute; null if there was none.
   */
  lastSucceededAt: string | null;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * Settings of the driver `smtp`.
 */
export interface SmtpSettings {
  /**
   * Host name or IP address of the server.
   */
  host: string;
  /**
   * TCP port.
   */
  port: number;
  /**
   * Encryption of the connection.
   */
  security: "starttls" | "tls" | "none";
  /**
   * User name for authentication; null without authentication.
   */
  username: string | null;
  /**
   * Name in `From`.
   */
  senderName: string;
  /**
   * Address in `From`.
   */
  senderAddress: string;
}
/**
 * Settings of the driver `http`.
 */
export interface HttpSettings {
  /**
   * URL that receives each message by POST.
   */
  url: string;
  /**
   * Preset from which it was created; null without one.
   */
  preset: ("twilio" | "telnyx" | "plivo" | "mailgun" | "postmark" | "resend" | "sendgrid") | null;
  /**
   * Media type of the request body.
   */
  format: "json" | "form";
  /**
   * Template of the request body.
   */
  body: {
    [k: string]: unknown;
  };
  /**
   * User name for Basic authentication (RFC 7617); null without it.
   */
  username: string | null;
  /**
   * Value of `{{sender}}`; null if there is none.
   */
  sender: string | null;
}
/**
 * Settings of a connector changed, or it was enabled or disabled.
 */
export interface ConnectorDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Connector.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    connector: ConnectorSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "connector";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A connector was deleted.
 */
export interface ConnectorDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Connector.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    connector: ConnectorSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "connector";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A test message was sent with a connector.
 */
export interface ConnectorTested {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Connector.Tested";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    connector: ConnectorSnapshot;
    /**
     * Step that failed; null if the message was accepted.
     */
    failure:
      | (
          | "refused"
          | "dns"
          | "connect"
          | "tls"
          | "timeout"
          | "authentication"
          | "envelope"
          | "content"
          | "protocol"
          | "body"
          | "status"
        )
      | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "connector";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A connector began to fail: a message could not be sent, and none has failed since the last one that was sent.
 */
export interface ConnectorFailing {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Connector.Failing";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    connector: ConnectorSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "connector";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An identity provider was created.
 */
export interface IdentityProviderCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "IdentityProvider.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    identityProvider: IdentityProviderSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "identityProvider";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An identity provider at the time of an event, without its secrets.
 */
export interface IdentityProviderSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Display name, which people see.
   */
  name: string;
  /**
   * Preset from which it was created.
   */
  preset: "google" | "microsoft" | "apple" | "github" | "oidc" | "oauth2" | "saml";
  /**
   * Protocol.
   */
  protocol: "oidc" | "oauth2" | "saml";
  /**
   * Settings of OpenID Connect; null with another protocol.
   */
  oidc: OidcSettings | null;
  /**
   * Settings of OAuth 2.0; null with another protocol.
   */
  oauth2: OAuth2Settings | null;
  /**
   * Settings of SAML 2.0; null with another protocol.
   */
  saml: SamlSettings | null;
  /**
   * Names of the secrets that are set: `clientSecret` or `privateKey`. Their values are never returned.
   */
  secretNames: string[];
  claims: ClaimNames;
  /**
   * When its email addresses count as verified.
   */
  addressTrust: "never" | "claim" | "domains";
  /**
   * What happens to a new identity whose verified email address an account has.
   */
  linking: "ask" | "automatic" | "never";
  /**
   * Whether people without an account get one by signing in with it, even if sign-up is closed.
   */
  createsAccounts: boolean;
  /**
   * Values of its claims `acr` and `amr`, or of the AuthnContextClassRef of SAML, that count as a second factor.
   */
  level2Values: string[];
  /**
   * Domains of email addresses whose people are sent to it. Each belongs to one provider.
   */
  domains: string[];
  /**
   * Whether people of its domains can only sign in with it.
   */
  isRequired: boolean;
  /**
   * Whether sign-in pages have a button for it.
   */
  isShown: boolean;
  /**
   * Whether people can sign in with it.
   */
  isEnabled: boolean;
  /**
   * Why the last sign-in with it failed at the provider, or the last reading of its metadata; null if it did not, or if the settings have changed since.
   */
  lastError: string | null;
  /**
   * Time of the last failure; null if there was none.
   */
  lastFailedAt: string | null;
  /**
   * Time of the last sign-in with it, accurate to a minute; null if there was none.
   */
  lastSucceededAt: string | null;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * Settings of the protocol `oidc`.
 */
export interface OidcSettings {
  /**
   * Issuer, whose discovery document is read.
   */
  issuer: string;
  /**
   * Client ID of the platform at the provider.
   */
  clientId: string;
  /**
   * Scopes that are requested.
   */
  scopes: string[];
  /**
   * How the platform authenticates at the token endpoint.
   */
  authentication: "client_secret_basic" | "client_secret_post" | "apple_client_secret";
  /**
   * Tenant in the issuer of Microsoft; null with another preset.
   */
  tenant: string | null;
  /**
   * The key of Apple; null with another preset.
   */
  apple: AppleKeySettings | null;
}
/**
 * The key with which client secrets for Apple are signed.
 */
export interface AppleKeySettings {
  /**
   * Team ID of the developer account.
   */
  teamId: string;
  /**
   * Key ID of the private key.
   */
  keyId: string;
}
/**
 * Settings of the protocol `oauth2`.
 */
export interface OAuth2Settings {
  /**
   * Authorization endpoint (RFC 6749 §3.1).
   */
  authorizationEndpoint: string;
  /**
   * Token endpoint (RFC 6749 §3.2).
   */
  tokenEndpoint: string;
  /**
   * Address that returns the claims of a person as JSON, for an access token.
   */
  userinfoEndpoint: string;
  /**
   * Address that returns the email addresses of a person in the form of GitHub; null if there is none.
   */
  emailsEndpoint: string | null;
  /**
   * Client ID of the platform at the provider.
   */
  clientId: string;
  /**
   * Scopes that are requested.
   */
  scopes: string[];
  /**
   * How the platform authenticates at the token endpoint.
   */
  authentication: "client_secret_basic" | "client_secret_post" | "apple_client_secret";
  /**
   * Claim that identifies a person. It must never change, nor be given to another person.
   */
  subjectClaim: string;
}
/**
 * Settings of the protocol `saml`.
 */
export interface SamlSettings {
  /**
   * Address of its metadata, which is read once a day; null if the values were pasted.
   */
  metadataUrl: string | null;
  /**
   * Entity ID of the provider.
   */
  entityId: string;
  /**
   * Address to which people go (binding HTTP-Redirect).
   */
  singleSignOnUrl: string;
  /**
   * Certificates of the provider. Responses are signed with the key of any of them.
   */
  certificates: SamlCertificate[];
  /**
   * Whether requests are signed, with a key of the platform for this provider alone.
   */
  signsRequests: boolean;
  /**
   * Certificate of the key that signs requests, which the provider needs; null if none are signed.
   */
  signingCertificate: SamlCertificate | null;
  /**
   * Attribute that identifies a person. It must never change, nor be given to another person. Null: the persistent NameID does.
   */
  subjectAttribute: string | null;
}
/**
 * A certificate with the key of signatures.
 */
export interface SamlCertificate {
  /**
   * The certificate, in PEM.
   */
  pem: string;
  /**
   * End of its validity.
   */
  expiresAt: string;
}
/**
 * The claims of an identity provider that are read, by their meaning.
 */
export interface ClaimNames {
  /**
   * Claim with the email address; null if there is none.
   */
  email: string | null;
  /**
   * Claim with whether the email address is verified; null if there is none.
   */
  emailVerified: string | null;
  /**
   * Claim with the display name; null if there is none.
   */
  name: string | null;
  /**
   * Claim with the given name; null if there is none.
   */
  givenName: string | null;
  /**
   * Claim with the family name; null if there is none.
   */
  familyName: string | null;
  /**
   * Claim with the language; null if there is none.
   */
  locale: string | null;
}
/**
 * Settings of an identity provider changed, or it was enabled or disabled. The platform itself takes over what its metadata announces.
 */
export interface IdentityProviderDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "IdentityProvider.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    identityProvider: IdentityProviderSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "identityProvider";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An identity provider was deleted. The users with identities of it have events of their own.
 */
export interface IdentityProviderDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "IdentityProvider.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    identityProvider: IdentityProviderSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "identityProvider";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * The settings of an identity provider were tested.
 */
export interface IdentityProviderTested {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "IdentityProvider.Tested";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    identityProvider: IdentityProviderSnapshot;
    /**
     * Step that failed; null if none did.
     */
    failure: ("connect" | "discovery" | "issuer" | "endpoints" | "keys" | "algorithms") | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "identityProvider";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An administrator started a trial sign-in with an identity provider, which changes no account.
 */
export interface IdentityProviderTrialStarted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "IdentityProvider.Trial.Started";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    identityProvider: IdentityProviderSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "identityProvider";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * An identity provider began to fail: a sign-in failed there, or its metadata could not be read, and nothing had failed since the last sign-in that succeeded.
 */
export interface IdentityProviderFailing {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "IdentityProvider.Failing";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    identityProvider: IdentityProviderSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "identityProvider";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * The policy of the sign-in experience, its tests, or its branding changed.
 */
export interface SignInExperienceDataUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "SignInExperience.Data.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    signInExperience: SignInExperienceSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "signInExperience";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * The sign-in experience at the time of an event.
 */
export interface SignInExperienceSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * How people sign in, sign up and recover their accounts.
   */
  policy: {
    [k: string]: unknown;
  };
  /**
   * What the policy must lead to: a change that breaks one is refused.
   */
  tests: {
    [k: string]: unknown;
  }[];
  branding: Branding;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * A one-time token was created.
 */
export interface OneTimeTokenCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OneTimeToken.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    oneTimeToken: OneTimeTokenSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "oneTimeToken";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A one-time token at the time of an event, without its value.
 */
export interface OneTimeTokenSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Email address to which the link was sent; null if it was returned instead.
   */
  email: string | null;
  /**
   * Id of the user that it signs in; null if it is for an email address.
   */
  userId: string | null;
  /**
   * Ids of the organizations that the person joins by using it.
   */
  organizationIds: string[];
  /**
   * Time of expiry.
   */
  expiresAt: string;
  /**
   * Time of its use; null if it was not used.
   */
  usedAt: string | null;
  /**
   * Time at which it was revoked; null if it was not.
   */
  revokedAt: string | null;
  /**
   * Time of creation.
   */
  createdAt: string;
}
/**
 * A one-time token was revoked.
 */
export interface OneTimeTokenRevoked {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "OneTimeToken.Revoked";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    oneTimeToken: OneTimeTokenSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "oneTimeToken";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A job was started.
 */
export interface JobStarted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Job.Started";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    job: JobSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "job";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A job at the time of an event.
 */
export interface JobSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * The operation that it runs for each user.
   */
  operation:
    | "assignUserRoles"
    | "removeUserRole"
    | "setUserSuspended"
    | "endUserSessions"
    | "setOrganizationMember"
    | "removeOrganizationMember"
    | "deleteUser";
  /**
   * Input of the operation besides the user.
   */
  input: {
    [k: string]: unknown;
  };
  /**
   * Current state.
   */
  state: "running" | "finished" | "cancelled" | "failed";
  /**
   * Why it failed; null if it did not.
   */
  reason: string | null;
  /**
   * Number of users that matched when it was started.
   */
  total: number;
  /**
   * Number of users that succeeded so far.
   */
  succeeded: number;
  /**
   * Number of users that failed so far.
   */
  failed: number;
  /**
   * Id of the request that started it, which its events have as well.
   */
  requestId: string;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time at which it ended; null while it runs.
   */
  finishedAt: string | null;
}
/**
 * A job was done, or could not continue.
 */
export interface JobFinished {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Job.Finished";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    job: JobSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "job";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A job was canceled.
 */
export interface JobCancelled {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Job.Cancelled";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    job: JobSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "job";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A webhook was created. It receives the events after this one.
 */
export interface WebhookCreated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Created";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "webhook";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A webhook at the time of an event, without its secrets.
 */
export interface WebhookSnapshot {
  /**
   * Unique identifier.
   */
  id: string;
  /**
   * Display name.
   */
  name: string;
  /**
   * URL of the endpoint that receives events.
   */
  url: string;
  /**
   * Whether the webhook is enabled.
   */
  isEnabled: boolean;
  /**
   * Why the webhook is disabled; null if it is enabled.
   */
  disabledReason: ("requested" | "gone" | "failing") | null;
  /**
   * Only events of these types are sent; all if empty.
   */
  eventTypes: string[];
  /**
   * Only events about these kinds of record are sent; all if empty.
   */
  subjectKinds: string[];
  /**
   * Only events of this organization, which may have been deleted, are sent; all if null.
   */
  organizationId: string | null;
  /**
   * Events caused by these users and applications, which may have been deleted, are not sent.
   */
  excludeActorIds: string[];
  /**
   * Names of the custom headers of each request. Their values are never returned.
   */
  headerNames: string[];
  /**
   * GraphQL selection of the data that is sent; the whole event if null.
   */
  selection: string | null;
  /**
   * Seconds for which a failing delivery blocks later events about the same record.
   */
  orderingTimeoutSeconds: number;
  /**
   * Public keys that verify its v1a signatures (`whpk_…`), newest first; empty without a key pair.
   */
  publicKeys: string[];
  /**
   * Time since which every attempt has failed; null if the last one succeeded.
   */
  failingSince: string | null;
  /**
   * No request is sent before this time, because the endpoint failed repeatedly or requested a pause; null if sending is not paused.
   */
  pausedUntil: string | null;
  /**
   * Time of creation.
   */
  createdAt: string;
  /**
   * Time of the last change.
   */
  updatedAt: string;
}
/**
 * Settings of a webhook changed.
 */
export interface WebhookUpdated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Updated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
    /**
     * Names of the changed fields.
     *
     * @minItems 1
     */
    changed: [string, ...string[]];
    /**
     * Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.
     */
    previous: {
      [k: string]: unknown;
    };
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "webhook";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A webhook was enabled.
 */
export interface WebhookEnabled {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Enabled";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "webhook";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A webhook was disabled: on request, because its endpoint answered 410 Gone, or because every attempt failed for five days.
 */
export interface WebhookDisabled {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Disabled";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "webhook";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A webhook and its pending deliveries were deleted.
 */
export interface WebhookDeleted {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Deleted";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "webhook";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A test event was sent to a webhook.
 */
export interface WebhookTested {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Tested";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
    /**
     * Type of the test event.
     */
    eventType: string;
    /**
     * HTTP status of the response; null if there was none.
     */
    status: number | null;
    /**
     * Stage at which the attempt failed; null if it succeeded.
     */
    failure: ("refused" | "dns" | "connect" | "tls" | "timeout" | "body" | "status") | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "webhook";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * A redelivery of events to a webhook was requested, or a backfill of a time range.
 */
export interface WebhookRedeliveryRequested {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Redelivery.Requested";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
    /**
     * Kind of redelivery.
     */
    redelivery: "single" | "failed" | "missing" | "backfill";
    /**
     * Number of events that are sent.
     */
    deliveryCount: number;
    /**
     * Start of the time range; null for a single delivery.
     */
    since: string | null;
    /**
     * End of the time range, exclusive; null if not given.
     */
    until: string | null;
    /**
     * Only events of these types were requested; all if empty.
     */
    eventTypes: string[];
    /**
     * Only events about this record were requested; null if not given.
     */
    subjectId: string | null;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "webhook";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
/**
 * The signing secret of a webhook was rotated. For a transitional period the previous secret signs as well.
 */
export interface WebhookSecretRotated {
  /**
   * Id of the event, the same in the event log, in subscriptions and as `webhook-id`.
   */
  id: string;
  type: "Webhook.Secret.Rotated";
  /**
   * Time of the event.
   */
  timestamp: string;
  data: {
    webhook: WebhookSnapshot;
    /**
     * Time at which the previous secret stops signing.
     */
    previousSecretExpiresAt: string;
  };
  actor: EventActor;
  cause: EventCause;
  /**
   * The record that the event is about.
   */
  subject: {
    kind: "webhook";
    id: string;
    /**
     * What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.
     */
    label: string | null;
  };
}
