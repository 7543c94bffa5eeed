import type { ActorKind } from '../vocabulary/events.ts';
import type { AccountAccess } from '../domain/account/access.ts';
import type { RequiredSignIn } from '../domain/failure.ts';
import { permissionNames, type Permission } from '../vocabulary/permissions.ts';

/** The caller and its permissions. */
export interface Actor {
  kind: ActorKind;
  /** `user_…` or `app_…`; null for the platform itself, and for a visitor. */
  id: string | null;
  /** Permissions held everywhere. */
  permissions: ReadonlySet<Permission>;
  /**
   * Permissions held in single organizations only, by the organization's id: through organization roles, or in any way
   * by a token that is confined to the organization.
   */
  organizations: ReadonlyMap<string, ReadonlySet<Permission>>;
  /** The applications that act for a user, the direct caller first; empty if there is none. */
  applicationIds: readonly string[];
  /** The application that exchanged the access token of the caller; omitted without an exchange. */
  exchangedBy?: string;
  /** The flow on the pages in which the actor acts; omitted elsewhere. */
  flowId?: string;
  /** Acts by a request to the issuer, which has checked it. */
  isOfIssuer?: true;
  /** When the access token of the caller expires; omitted without one. */
  expiresAt?: Date;
  /** When the user signed in, by the access token; null or omitted if that is unknown. */
  authenticatedAt?: Date | null;
  /** Set by the kernel if that is not recent, or the sign-in of too low a level: the one that is required. */
  requiredSignIn?: RequiredSignIn;
  /** Continues in the background what was checked when it began: no one is there to sign in again. */
  isUnattended?: true;
  /** The rights of a token for the Account API, for the account of the user: then there are no permissions. */
  account?: AccountAccess;
  /** Session epoch of the caller in its access token; omitted without one. */
  sessionEpoch?: number;
  /** The session in which the access token of the caller was obtained; null or omitted without one. */
  sessionId?: string | null;
}

/** Reads the caller as of now. Throws `Failure` if it may no longer call. */
export type CurrentActor = () => Promise<Actor>;

/** An actor that cannot lose rights while it acts: the platform itself, or a person on the pages. */
export type FixedActor = Actor & ({ kind: 'platform' } | { flowId: string } | { isOfIssuer: true });

/**
 * The caller of an operation. The rights of a token can be lost while a call waits, so its actor is read again: see
 * `createCurrentActor`.
 */
export type Caller = CurrentActor | FixedActor;

const noOrganizations: Actor['organizations'] = new Map();

/** The platform itself, for the first start and scheduled work. No token has this actor. */
export const platformActor: FixedActor = {
  kind: 'platform',
  id: null,
  permissions: new Set(permissionNames),
  organizations: noOrganizations,
  applicationIds: [],
};

/**
 * A person on our own pages, before (null) or after they are authenticated: without permissions, only for operations of
 * their flow.
 */
export const personOnPages = (flowId: string, userId: string | null): FixedActor => ({
  kind: userId === null ? 'visitor' : 'user',
  id: userId,
  permissions: new Set(),
  organizations: noOrganizations,
  applicationIds: [],
  flowId,
});

/** The user or the application of a request to the issuer: without permissions, only for operations of the issuer. */
export const actorAtIssuer = (kind: 'user' | 'application', id: string): FixedActor => ({
  kind,
  id,
  permissions: new Set(),
  organizations: noOrganizations,
  applicationIds: [],
  isOfIssuer: true,
});

/** The name under which an actor's work has its turns (platform/admission); the same for all without an id. */
export const callerOf = (actor: Pick<Actor, 'id'> | null): string => actor?.id ?? '';

/** Whether an actor holds a permission: everywhere, or in that organization. */
export const mayIn = (actor: Actor, permission: Permission, organizationId: string): boolean =>
  actor.permissions.has(permission) || (actor.organizations.get(organizationId)?.has(permission) ?? false);

/** "all" if an actor holds a permission everywhere; otherwise the organizations in which it does. */
export const organizationsFor = (actor: Actor, permission: Permission): 'all' | string[] =>
  actor.permissions.has(permission)
    ? 'all'
    : [...actor.organizations].filter(([, held]) => held.has(permission)).map(([id]) => id);
