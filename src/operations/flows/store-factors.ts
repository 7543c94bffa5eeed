import type { FlowInputs } from '../../domain/flow/facts.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { storeBackupCodes } from '../../store/factors/new-backup-codes.ts';
import { distrustDevices } from '../../store/factors/factors.ts';
import { addPasskey } from '../../store/factors/passkeys.ts';
import { addTotp } from '../../store/factors/totp.ts';
import { flowChanged } from './ready-flow.ts';

interface Context {
  tx: Transaction;
  ids: Pick<Ids, 'next'>;
  now: Date;
  secretBox: Pick<SecretBox, 'seal'>;
  publicUrl: string;
}

/** Stores the factor that a person has set up in a flow, and the kept backup codes. Returns whether there is one. */
export async function storeFactors(
  { tx, ids, now, secretBox, publicUrl }: Context,
  userId: string,
  { newFactor, factor, backupCodes = [], hasBackupCodes = false }: FlowInputs,
): Promise<boolean> {
  if (!newFactor) return false;
  const common = { id: ids.next('factor'), userId, createdAt: now };
  if (newFactor.kind === 'totp') {
    const { secret, lastStep } = newFactor;
    const encryptedSecret = secretBox.seal(Buffer.from(secret, 'base64url'));
    await addTotp(tx, { ...common, name: factor?.name ?? 'Authenticator app', encryptedSecret, lastStep });
  } else {
    const publicKey = Uint8Array.from(Buffer.from(newFactor.publicKey, 'base64url'));
    // Another account has it: the authenticator did not make a new one.
    const passkey = {
      ...newFactor,
      ...common,
      name: factor?.name ?? 'Passkey',
      publicKey,
      host: new URL(publicUrl).hostname,
    };
    if (!(await addPasskey(tx, passkey))) throw flowChanged();
  }
  const kept = hasBackupCodes ? backupCodes : [];
  if (kept.length) await storeBackupCodes({ tx, ids, now, secretBox }, userId, kept);
  await distrustDevices(tx, userId);
  return true;
}
