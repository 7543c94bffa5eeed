import { hashSecret } from '../../domain/application.ts';
import type { Transaction } from '../../platform/database/database.ts';

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
