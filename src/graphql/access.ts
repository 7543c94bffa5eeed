import type { AuthFailure } from '@pothos/plugin-scope-auth';
import { Failure, forbidden } from '../domain/failure.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Permission } from '../vocabulary/permissions.ts';
import type { Context } from './context.ts';

/** Granted by a mutation to the records it answers with, and by `viewer` to the viewer's own record: see `recordOf`. */
export const ownResult = 'ownResult';

/**
 * Who may see records of one kind, wherever they are met: holders of the permission, and whoever just changed the record,
 * in the answer to that change. What the record leads to needs its own permission again. Asked for every record of an answer: the
 * usual case is decided before the plugin looks for what was granted along the path.
 */
export const recordOf =
  (permission: Permission) =>
  (_record: unknown, { actor }: Context) =>
    actor?.permissions.has(permission) || { permission, $granted: ownResult };

/** A field that leads to records of a kind: null, with an error, for a caller who may not see them. */
export const needs = (permission: Permission) => ({ authScopes: { permission }, nullable: true }) as const;

/** The caller. Throws UNAUTHENTICATED when there is none. */
export function requireActor({ actor }: Context): Actor {
  if (!actor) throw unauthenticated();
  return actor;
}

/** The refusal for a record that the caller may not see; undefined when there is none. */
export function refuse({ actor }: Context, permission: Permission): Failure | undefined {
  if (!actor) return unauthenticated();
  return actor.permissions.has(permission) ? undefined : forbidden(permission);
}

/** The refusal that a field's or type's unmet scopes come to. */
export const refusalOf = ({ actor }: Context, failure: AuthFailure): Failure =>
  actor ? forbidden(...neededPermissions(failure)) : unauthenticated();

function neededPermissions(failure: AuthFailure): string[] {
  if ('failures' in failure) return failure.failures.flatMap(neededPermissions);
  return 'parameter' in failure && typeof failure.parameter === 'string' ? [failure.parameter] : [];
}

const unauthenticated = (): Failure =>
  new Failure('UNAUTHENTICATED', 'This needs an access token for the Management API: Authorization: Bearer …');
