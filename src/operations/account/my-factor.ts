import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { FactorKind } from '../../vocabulary/account/factors.ts';

/** A passkey or an authenticator app of the account. NOT_FOUND for any other factor. */
export async function findFactor(tx: Transaction, userId: string, factorId: string) {
  const factor = await tx.factor.findFirst({ where: { id: factorId, userId, kind: { not: 'backup-code' } } });
  if (!factor) throw notFound('factor', 'factorId');
  return { ...factor, kind: factor.kind as FactorKind };
}

export const factorInput = { factorId: idSchema('factor').describe('The passkey or authenticator app.') };

/** Whether the account has a factor that backup codes stand in for. */
export const hasFactor = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await tx.factor.count({ where: { userId, kind: { not: 'backup-code' } } })) > 0;
