import { createContextCache } from '@pothos/core';
import type { AuthFailure } from '@pothos/plugin-scope-auth';
import { Failure, forbidden } from '../../domain/failure.ts';
import { type Actor, mayIn, organizationsFor } from '../../kernel/actor.ts';
import { createBatchLoader } from '../../store/sql/batch-loader.ts';
import type { Permission } from '../../vocabulary/permissions.ts';
import type { Context } from '../request/context.ts';

/** Granted by a mutation to the records it answers with, and by `viewer` to the viewer's own record: see `recordOf`. */
export const ownResult = 'ownResult';

/** Whether a record belongs to one of these organizations, in which alone the caller holds the permission to see it. */
type Belongs<R> = (record: R, organizationIds: readonly string[], context: Context) => boolean | Promise<boolean>;

/**
 * Who may see records of one kind, wherever they are met: holders of the permission, and whoever just changed the record,
 * in the answer to that change. What the record leads to needs its own permission again. Asked for every record of an answer: the
 * usual case is decided before the plugin looks for what was granted along the path.
 */
export const recordOf = (permission: Permission) =>
  Object.assign(
    (_record: unknown, { actor }: Context) => actor?.permissions.has(permission) || refusedFor(permission),
    { permission },
  );

/** The same for a kind that administrators of single organizations see too, as far as their organizations go. */
export function recordWithin<R>(permission: Permission, belongs: Belongs<R>) {
  const check = (record: R, context: Context) => {
    const organizationIds = context.actor ? organizationsFor(context.actor, permission) : [];
    if (organizationIds === 'all') return true;
    const refused = refusedFor(permission);
    const visible = organizationIds.length > 0 && belongs(record, organizationIds, context);
    if (typeof visible === 'boolean') return visible || refused;
    return visible.then((is) => is || refused);
  };
  return Object.assign(check, { permission });
}

const refusedFor = (permission: Permission) => ({ permission, $granted: ownResult });

/** For organizations themselves. */
export const ofItself = ({ id }: { id: string }, ids: readonly string[]): boolean => ids.includes(id);

/** For records of one organization. */
export const ofOrganization = (
  { organizationId }: { organizationId: string | null },
  ids: readonly string[],
): boolean => organizationId !== null && ids.includes(organizationId);

/** For records that are the same for every organization. */
export const ofAnyOrganization = (_record: unknown): boolean => true;

/** For members of organizations: one look-up for all that are asked about at the same time. */
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
      const found = await prisma.organizationApplication.findMany({ where, select: { applicationId: true } });
      return found.map(({ applicationId }) => applicationId);
    }),
  ),
};

// The organizations are those of one permission of one caller: the same for every record of the kind.
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
 * A field that leads to records of a kind: null, with an error, for a caller who may see none. One who may see those of single
 * organizations gets past it: what such a field leads to has to be narrowed by `visibleTo` (reads/list.ts), where anything of the kind can be.
 */
export const needs = (permission: Permission) => ({ authScopes: { anywhere: permission }, nullable: true }) as const;

/** A field that leads to records which no organization owns, of a kind that belongs to some otherwise. */
export const needsEverywhere = (permission: Permission) => ({ authScopes: { permission }, nullable: true }) as const;

/** A field that needs several permissions, everywhere: FORBIDDEN names all that are missing. */
export const needsAll = (permissions: readonly Permission[]) =>
  ({ authScopes: { all: permissions }, nullable: true }) as const;

/** A field that tells of one organization: the permission has to be held there. */
export const needsIn = <R>(permission: Permission, organizationOf: (record: R) => string) =>
  ({
    authScopes: (record: R, _args: object, { actor }: Context) =>
      (actor !== null && mayIn(actor, permission, organizationOf(record))) || { permission },
    nullable: true,
  }) as const;

/** What a caller may do: `permission`, or `all` of several, everywhere; `anywhere` at least in one organization. */
export const scopesOf = (actor: Actor | null) => ({
  signedIn: actor !== null,
  permission: (permission: Permission) => actor?.permissions.has(permission) ?? false,
  all: (permissions: readonly Permission[]) => permissions.every((permission) => actor?.permissions.has(permission)),
  anywhere: (permission: Permission) => actor !== null && organizationsFor(actor, permission).length > 0,
});

/** The caller. Throws UNAUTHENTICATED when there is none. */
export function requireActor({ actor }: Pick<Context, 'actor'>): Actor {
  if (!actor) throw unauthenticated();
  return actor;
}

/** The refusal that a field's or type's unmet scopes come to. */
export const refusalOf = ({ actor }: Context, failure: AuthFailure): Failure =>
  actor ? forbidden(...missingPermissions(failure, actor)) : unauthenticated();

function missingPermissions(failure: AuthFailure, actor: Actor): Permission[] {
  if ('failures' in failure) return failure.failures.flatMap((part) => missingPermissions(part, actor));
  if (!('parameter' in failure)) return [];
  // `permission` and `anywhere` are asked with one.
  const asked = [failure.parameter].flat() as Permission[];
  return failure.scope === 'all' ? asked.filter((permission) => !actor.permissions.has(permission)) : asked;
}

const unauthenticated = (): Failure =>
  new Failure('UNAUTHENTICATED', 'An access token for the Management API is required: Authorization: Bearer …');
