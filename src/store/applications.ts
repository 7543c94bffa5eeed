import { hashSecret } from '../domain/application.ts';
import type { Transaction } from '../platform/database.ts';

/** Characters of a secret that are kept to recognise it by. */
const prefixLength = 8;

/** One more secret of an application, whose revision counts it. The value itself is not kept. */
export async function addSecret(
  tx: Transaction,
  secret: { id: string; applicationId: string; name: string; value: string; expiresAt: Date | null },
) {
  const { value, ...data } = secret;
  const added = await tx.applicationSecret.create({
    data: { ...data, hash: hashSecret(value), prefix: value.slice(0, prefixLength) },
  });
  return { application: await countChange(tx, secret.applicationId), added };
}

/** The application after a change of what belongs to it, such as its secrets. */
export const countChange = (tx: Transaction, id: string) =>
  tx.application.update({ where: { id }, data: { revision: { increment: 1 } } });
