import { Failure, forbidden } from '../domain/failure.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { AccountScope } from '../vocabulary/account/account-scopes.ts';
import { organizationIn } from '../store/records/organization-of.ts';
import { type Actor, mayIn, organizationsFor } from './actor.ts';
import { idIn } from './input.ts';
import type { Operation } from './operation.ts';

type Requiring = Pick<Operation, 'permission' | 'organization' | 'usersOnly'>;

/**
 * Refuses an actor that may not run the operation at all. An actor that may run it for some records only passes here;
 * `authorizeWithin` decides when the input is known.
 */
export function authorize({ permission, organization, usersOnly }: Requiring, actor: Actor): void {
  if (usersOnly && (actor.kind !== 'user' || actor.exchangedBy !== undefined)) throw notForApplications();
  if (permission === 'platform') {
    if (actor.kind !== 'platform') throw forbidden(permission);
  } else if (permission === 'issuer') {
    if (!actor.isOfIssuer) throw forbidden(permission);
  } else if (permission === 'self') {
    if (!holdsAny(actor)) throw notForThemselves();
  } else if (typeof permission === 'object') {
    if ('account' in permission) requireAccount(permission.account, actor);
    else if (actor.flowId === undefined) throw notTheirFlow();
  } else if (!actor.permissions.has(permission)) {
    const holdsSomewhere = organization !== undefined && organizationsFor(actor, permission).length > 0;
    if (!holdsSomewhere) throw forbidden(permission);
  }
}

/**
 * The part of `authorize` that depends on the input. An organization that does not exist is refused like one without
 * the permission.
 */
export async function authorizeWithin(
  { permission, organization }: Requiring,
  actor: Actor,
  input: Record<string, unknown>,
  tx: Transaction,
): Promise<void> {
  if (permission === 'platform' || permission === 'issuer' || permission === 'self') return;
  if (typeof permission === 'object') {
    if ('account' in permission) return;
    if (idIn(input, permission.flow) !== actor.flowId) throw notTheirFlow();
    return;
  }
  if (actor.permissions.has(permission) || !organization) return;
  const id = await organizationIn(tx, organization, idIn(input, organization));
  if (id === undefined || !mayIn(actor, permission, id)) throw forbidden(permission);
}

/** Requires an access token for the Account API with a scope. */
export function requireAccount(scope: AccountScope, { account }: Actor): void {
  if (account?.scopes.has(scope)) return;
  throw new Failure('FORBIDDEN', `Requires an access token for the Account API with the scope ${scope}.`);
}

/** Whether the actor is a user with a permission, wherever it counts: everyone else has nothing of their own here. */
const holdsAny = ({ kind, id, permissions, organizations }: Actor): boolean =>
  kind === 'user' && id !== null && (permissions.size > 0 || organizations.size > 0);

const notForApplications = () =>
  new Failure('FORBIDDEN', 'Requires a user: an application cannot call it, not even for one.');
const notForThemselves = () => new Failure('FORBIDDEN', 'Requires a user with any permission of the Management API.');
const notTheirFlow = () => new Failure('FORBIDDEN', 'Only the person who began this flow can continue it.');
