import { hashSecret, maxSecrets, secretBytes } from '../../domain/oauth/application.ts';
import { badUserInput, conflict, notFound } from '../../domain/failure.ts';
import { endFrom } from '../../domain/times.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { whereSuspended } from '../access/suspended-applications.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { kinds } from '../../vocabulary/kinds.ts';

/** Characters of a secret that are stored to recognize it. */
const prefixLength = 8;

/** Adds a secret to an application. Only its hash is stored. */
export function addSecret(
  tx: Transaction,
  secret: { id: string; applicationId: string; name: string; value: string; expiresAt: Date | null },
) {
  const { value, ...data } = secret;
  return tx.applicationSecret.create({
    data: { ...data, hash: hashSecret(value), prefix: value.slice(0, prefixLength) },
  });
}

/** Makes a random secret for an application, whose row is locked or new. Returns its value and its row. */
export async function makeSecret(
  { tx, ids, now }: { tx: Transaction; ids: Ids; now: Date },
  applicationId: string,
  { name, expiresAt: end }: { name: string; expiresAt?: string | null | undefined },
  ...path: string[]
) {
  const expiresAt = endFrom(end, now, ...path, 'expiresAt');
  if ((await tx.applicationSecret.count({ where: { applicationId } })) >= maxSecrets) {
    throw conflict(`An application has at most ${maxSecrets} secrets: revoke one first.`, 'applicationId');
  }
  const value = ids.secret(secretBytes);
  const row = await addSecret(tx, { id: ids.next('applicationSecret'), applicationId, name, value, expiresAt });
  return { value, row };
}

/** Refuses an owner who does not exist or is suspended. */
export async function requireActiveOwner(tx: Transaction, ownerId: string | null): Promise<void> {
  if (ownerId === null) return;
  const owner = await tx.user.findUnique({ where: { id: ownerId }, select: { suspendedAt: true } });
  if (!owner) throw notFound(kinds.user.label, 'ownerId');
  if (owner.suspendedAt) throw badUserInput('The owner must be active: this user is suspended.', 'ownerId');
}

/** Whether an active application that may use the Account API has registered the origin. */
export const hasAccountOrigin = (prisma: Database['prisma'], origin: string, now: Date): Promise<boolean> =>
  isRegistered(prisma, origin, { accountApiAllowed: true, isThirdParty: false, ...whereSuspended(false, now) });

/** Whether an active application has registered the origin for pages (CORS): any, or the one with this id. */
export const hasCorsOrigin = (
  prisma: Database['prisma'],
  origin: string,
  now: Date,
  id: string | null = null,
): Promise<boolean> => isRegistered(prisma, origin, { ...whereSuspended(false, now), ...(id !== null && { id }) });

async function isRegistered(prisma: Database['prisma'], origin: string, application: object): Promise<boolean> {
  const where = { ...application, corsOrigins: { has: origin } };
  return (await prisma.application.findFirst({ where, select: { id: true } })) !== null;
}
