import { hashSecret } from '../../domain/application.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

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

/** Whether an active application has registered the origin for pages (CORS): any, or the one with this id. */
export async function hasCorsOrigin(
  prisma: Database['prisma'],
  origin: string,
  id: string | null = null,
): Promise<boolean> {
  const where = { ...(id !== null && { id }), corsOrigins: { has: origin }, suspendedAt: null };
  return (await prisma.application.findFirst({ where, select: { id: true } })) !== null;
}
