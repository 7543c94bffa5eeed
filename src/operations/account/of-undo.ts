import { z } from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { ownerOfUndo } from '../../store/account/undos.ts';

/** The common part of the operations of links that take a change back. */
export const ofUndo = {
  permission: 'platform',
  route: null,
  input: z.strictObject({ text: z.string().max(256).describe('The text of the link.') }),
  record: 'userId',
  findRecord: (tx: Transaction, { text }: { text: string }) => ownerOfUndo(tx, text),
} as const;
