import { hashSecret } from '../../domain/application.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** Characters of a secret that are kept to recognise it by. */
const prefixLength = 8;

/** One more secret of an application. The value itself is not kept. */
export function addSecret(
  tx: Transaction,
  secret: { id: string; applicationId: string; name: string; value: string; expiresAt: Date | null },
) {
  const { value, ...data } = secret;
  return tx.applicationSecret.create({
    data: { ...data, hash: hashSecret(value), prefix: value.slice(0, prefixLength) },
  });
}
