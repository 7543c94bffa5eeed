import { backupCodeHash } from '../../domain/flow/secrets.ts';
import { readBackupCode } from '../../domain/people/backup-codes.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { replaceBackupCodes } from './backup-codes.ts';

interface Context {
  tx: Pick<Transaction, 'factor'>;
  ids: Pick<Ids, 'next'>;
  now: Date;
  secretBox: Pick<SecretBox, 'seal'>;
}

/** Replaces the backup codes of a person. Only hashes are stored. */
export async function storeBackupCodes(
  { tx, ids, now, secretBox }: Context,
  userId: string,
  codes: readonly string[],
): Promise<void> {
  const stored = codes
    .flatMap((code) => readBackupCode(code) ?? [])
    .map(({ prefix, secret }) => {
      const encryptedSecret = Uint8Array.from(secretBox.seal(backupCodeHash(userId, secret)));
      return { id: ids.next('factor'), prefix, encryptedSecret };
    });
  await replaceBackupCodes(tx, userId, stored, now);
}
