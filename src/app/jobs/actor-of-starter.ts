import { mayExchangeForManagementApi } from '../../domain/oauth/application.ts';
import type { Starter } from '../../domain/jobs.ts';
import { type Actor, platformActor } from '../../kernel/actor.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { whereSuspended } from '../../store/access/suspended-applications.ts';
import { scopesHeldBy } from '../../store/access/held-scopes.ts';
import { findRecord } from '../../store/sessions/oidc-records.ts';
import { isPermissionIn, type Permission } from '../../vocabulary/permissions.ts';

/**
 * The starter of a job with those of its permissions that it still holds. Undefined if its access token would no longer
 * be accepted, except for its expiry: it is deleted or suspended, the session in which it started the job or all of
 * them were ended, an application that acted for it is deleted or was suspended, or one exchanged its token that may no
 * longer exchange for the Management API.
 */
export async function actorOfStarter(
  prisma: Prisma,
  starter: Starter,
  { managementResource, now }: { managementResource: string; now: Date },
): Promise<Actor | undefined> {
  const { kind, id, applicationIds, exchangedBy, sessionEpoch } = starter;
  if (kind === 'platform') return platformActor;
  if (id === null) return undefined;
  const select = { sessionEpoch: true };
  const account =
    kind === 'user'
      ? await prisma.user.findUnique({ where: { id, suspendedAt: null }, select })
      : await prisma.application.findUnique({ where: { id, ...whereSuspended(false, now) }, select });
  if (account?.sessionEpoch !== sessionEpoch) return undefined;
  if (!(await areActive(prisma, starter, now)) || !(await isSignedIn(prisma, starter, now))) return undefined;
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

/** Whether the applications that acted for the starter exist, and were not suspended since. */
async function areActive(
  prisma: Prisma,
  { applicationIds, applicationSessionEpochs }: Starter,
  now: Date,
): Promise<boolean> {
  const where = { id: { in: applicationIds }, ...whereSuspended(false, now) };
  const applications = await prisma.application.findMany({ where, select: { id: true, sessionEpoch: true } });
  const active = applications.filter(({ id, sessionEpoch }) => sessionEpoch === applicationSessionEpochs[id]);
  return active.length === new Set(applicationIds).size;
}

/** Whether the session lasts in which the job was started, if it was started in one. */
async function isSignedIn(prisma: Prisma, { id, sessionId }: Starter, now: Date): Promise<boolean> {
  if (sessionId === null) return true;
  return (await findRecord(prisma, 'Session', { uid: sessionId }, now))?.userId === id;
}
