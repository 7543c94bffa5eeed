import type { Transaction } from '../../platform/database/database.ts';
import { useBackupCode } from './backup-codes.ts';
import { usePasskey } from './passkeys.ts';
import { useTotp } from './totp.ts';

/** A factor, and what its use changes. */
export type FactorUse =
  | { kind: 'totp'; factorId: string; step: number }
  | { kind: 'backup-code'; factorId: string }
  | { kind: 'passkey'; factorId: string; counter: number; isBackedUp: boolean };

/** Records the use of a factor. False if it was removed, or its code was used since it was compared. */
export function useFactor(tx: Pick<Transaction, '$executeRaw'>, use: FactorUse, now: Date): Promise<boolean> {
  if (use.kind === 'totp') return useTotp(tx, use.factorId, { step: use.step, now });
  if (use.kind === 'backup-code') return useBackupCode(tx, use.factorId, now);
  // Of a passkey that is synchronized there are copies, whose counters differ.
  return usePasskey(tx, use.factorId, { ...use, now, allowStaleCounter: use.isBackedUp });
}
