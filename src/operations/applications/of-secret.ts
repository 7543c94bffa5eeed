import { idSchema } from '../../domain/text.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** The common part of operations on a secret: the record that changes is its application. */
export const ofSecret = {
  applicationId: idSchema('application').optional().describe('The application. Not needed: the secret belongs to one.'),
  findRecord: async (tx: Transaction, { secretId }: { secretId: string }): Promise<string | undefined> =>
    (await tx.applicationSecret.findUnique({ where: { id: secretId }, select: { applicationId: true } }))
      ?.applicationId,
};
