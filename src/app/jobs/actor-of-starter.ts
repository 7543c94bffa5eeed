import { mayExchangeForManagementApi } from '../../domain/application.ts';
import type { Starter } from '../../domain/jobs.ts';
import { type Actor, platformActor } from '../../kernel/actor.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { scopesHeldBy } from '../../store/access/held-scopes.ts';
import { isPermissionIn, type Permission } from '../../vocabulary/permissions.ts';

/**
 * The starter of a job with those of its permissions that it still holds. Undefined if it is deleted or suspended, if
 * its sessions and tokens were ended, if an application that acted for it is deleted or suspended, or if one exchanged
 * its token that may no longer exchange for the Management API.
 */
export async function actorOfStarter(
  prisma: Prisma,
  starter: Starter,
  managementResource: string,
): Promise<Actor | undefined> {
  const { kind, id, applicationIds, exchangedBy, endings } = starter;
  if (kind === 'platform') return platformActor;
  if (id === null) return undefined;
  const query = { where: { id }, select: { suspendedAt: true, endings: true } };
  const known = kind === 'user' ? await prisma.user.findUnique(query) : await prisma.application.findUnique(query);
  if (!known || known.suspendedAt || known.endings !== endings) return undefined;
  const active = await prisma.application.count({ where: { id: { in: applicationIds }, suspendedAt: null } });
  if (active < new Set(applicationIds).size) return undefined;
  if (exchangedBy !== undefined && !(await mayStillExchange(prisma, exchangedBy))) return undefined;
  const held = await scopesHeldBy(prisma, [id], managementResource);
  const still = (organizationId: string | null, names: readonly string[]): Set<Permission> => {
    const here = new Set(held.filter((scope) => scope.organizationId === organizationId).map(({ name }) => name));
    return new Set(names.filter((name): name is Permission => here.has(name) && isPermissionIn(organizationId, name)));
  };
  const organizations = starter.organizations.map(([organizationId, names]) => {
    return [organizationId, still(organizationId, names)] as const;
  });
  return {
    kind,
    id,
    applicationIds,
    isUnattended: true,
    permissions: still(null, starter.permissions),
    organizations: new Map(organizations),
  };
}

async function mayStillExchange(prisma: Prisma, id: string): Promise<boolean> {
  const application = await prisma.application.findUnique({ where: { id } });
  return application !== null && mayExchangeForManagementApi(application);
}
