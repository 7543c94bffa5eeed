import { createContextCache } from '@pothos/core';
import { type AuthFailure, RequestCache } from '@pothos/plugin-scope-auth';
import { Failure, forbidden } from '../../domain/failure.ts';
import { type Actor, mayIn, organizationsFor } from '../../kernel/actor.ts';
import { createBatchLoader } from '../../store/sql/batch-loader.ts';
import type { Permission } from '../../vocabulary/permissions.ts';
import type { Context } from '../context/context.ts';

/**
 * Granted by a mutation to the records in its payload, and by `viewer` to the caller's own record: see `readableWith`.
 */
export const ownResult = 'ownResult';

/** Whether a record belongs to one of these organizations. The caller holds the permission to read it in no others. */
type Belongs<R> = (record: R, organizationIds: readonly string[], context: Context) => boolean | Promise<boolean>;

/**
 * The callers who may read records of a kind, whichever field leads to them: holders of the permission, and in the
 * payload of a mutation its caller. Related records need their own permission. Called for every record of a response,
 * so the usual case is decided before the plugin looks up what was granted along the path.
 */
export const readableWith = (permission: Permission) =>
  Object.assign(
    (_record: unknown, { actor }: Context) => actor?.permissions.has(permission) || refusedFor(permission),
    { permission },
  );

/** The same for a kind that administrators of single organizations can read, too, as far as it belongs to them. */
export function readableWithin<R>(permission: Permission, belongs: Belongs<R>) {
  const check = (record: R, context: Context) => {
    const organizationIds = context.actor ? organizationsFor(context.actor, permission) : [];
    if (organizationIds === 'all') return true;
    const refused = refusedFor(permission);
    const visible = organizationIds.length > 0 && belongs(record, organizationIds, context);
    if (typeof visible === 'boolean') return visible || refused;
    return visible.then((is) => is || refused);
  };
  return Object.assign(check, { permission, inOrganization: true });
}

const refusedFor = (permission: Permission) => ({ permission, $granted: ownResult });

/** For organizations. */
export const isOrganization = ({ id }: { id: string }, ids: readonly string[]): boolean => ids.includes(id);

/** The organization of a record, for `requiresIn`. */
export const organizationIdOf = ({ organizationId }: { organizationId: string }): string => organizationId;
/** For records of one organization. */
export const ofOrganization = (
  { organizationId }: { organizationId: string | null },
  ids: readonly string[],
): boolean => organizationId !== null && ids.includes(organizationId);

/** For records that are the same for every organization. */
export const ofAnyOrganization = (_record: unknown): boolean => true;

/** For members of organizations: one look-up for all that are checked at the same time. */
export const ofMember =
  (kind: 'user' | 'application') =>
  ({ id }: { id: string }, organizationIds: readonly string[], context: Context): Promise<boolean> =>
    lookUps[kind](context)(organizationIds)(id);

const lookUps = {
  user: createContextCache(({ prisma }: Context) =>
    membersAmong(async (ids, organizationIds) => {
      const where = { userId: { in: ids }, organizationId: { in: organizationIds } };
      return (await prisma.organizationUser.findMany({ where, select: { userId: true } })).map(({ userId }) => userId);
    }),
  ),
  application: createContextCache(({ prisma }: Context) =>
    membersAmong(async (ids, organizationIds) => {
      const where = { applicationId: { in: ids }, organizationId: { in: organizationIds } };
      const links = await prisma.organizationApplication.findMany({ where, select: { applicationId: true } });
      return links.map(({ applicationId }) => applicationId);
    }),
  ),
};

// The organizations are those of one permission of one caller, so they are the same for every record of the kind.
function membersAmong(find: (ids: string[], organizationIds: string[]) => Promise<string[]>) {
  let isMember: ((id: string) => Promise<boolean>) | undefined;
  return (organizationIds: readonly string[]) => {
    isMember ??= createBatchLoader(
      async (ids: string[]) => {
        const members = new Set(await find([...new Set(ids)], [...organizationIds]));
        return ids.map((id) => members.has(id));
      },
      { maxBatchSize: 1000 },
    );
    return isMember;
  };
}

/**
 * A field that leads to records of a kind: null, with an error, for a caller without the permission. It is enough to
 * hold it in one organization, so the field must restrict its records with `visibleTo` (reads/list.ts) unless all of
 * them belong to that organization.
 */
export const requires = (permission: Permission) => ({ authScopes: { anywhere: permission }, nullable: true }) as const;

/**
 * A field that requires the permission everywhere: its records belong to no organization, though others of the kind do.
 */
export const requiresEverywhere = (permission: Permission) => ({ authScopes: { permission }, nullable: true }) as const;

/** A field that requires several permissions everywhere. FORBIDDEN lists all that are missing. */
export const requiresAll = (permissions: readonly Permission[]) =>
  ({ authScopes: { all: permissions }, nullable: true }) as const;

/** A field of one organization: requires the permission there. */
export const requiresIn = <R>(permission: Permission, organizationOf: (record: R) => string) =>
  ({
    authScopes: Object.assign(
      (record: R, _args: object, { actor }: Context) =>
        (actor !== null && mayIn(actor, permission, organizationOf(record))) || { permission },
      { inOrganization: true },
    ),
    nullable: true,
  }) as const;

/**
 * The scopes of scope-auth: `caller` with any access token, `signedIn` with one for the Management API; `permission`,
 * or `all` of several, held everywhere; `anywhere` held in one organization at least.
 */
export const scopesOf = (actor: Actor | null) => ({
  caller: actor !== null,
  signedIn: actor !== null && !actor.account,
  permission: (permission: Permission) => actor?.permissions.has(permission) ?? false,
  all: (permissions: readonly Permission[]) => permissions.every((permission) => actor?.permissions.has(permission)),
  anywhere: (permission: Permission) => actor !== null && organizationsFor(actor, permission).length > 0,
});

/** Lets what follows be checked for what the caller may do now, after something that may have taken long. */
export function renewActor(context: Context, actor: Actor): void {
  if (context.actor === actor) return;
  context.actor = actor;
  RequestCache.clearForContext(context);
}

/** The caller. Throws UNAUTHENTICATED if there is none. */
export function requireActor({ actor }: Pick<Context, 'actor'>): Actor {
  if (!actor) throw unauthenticated();
  return actor;
}

/** The refusal for the unmet scopes of a field or type. */
export const refusalOf = ({ actor }: Context, failure: AuthFailure): Failure =>
  actor && !actor.account ? forbidden(...missingPermissions(failure, actor)) : unauthenticated();

function missingPermissions(failure: AuthFailure, actor: Actor): Permission[] {
  if ('failures' in failure) return failure.failures.flatMap((part) => missingPermissions(part, actor));
  if (!('parameter' in failure)) return [];
  // The parameter of `permission` and `anywhere` is one permission, that of `all` a list.
  const required = [failure.parameter].flat() as Permission[];
  return failure.scope === 'all' ? required.filter((permission) => !actor.permissions.has(permission)) : required;
}

const unauthenticated = (): Failure =>
  new Failure('UNAUTHENTICATED', 'An access token for the Management API is required: Authorization: Bearer …');
