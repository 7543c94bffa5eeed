import { Prisma } from '../../generated/prisma/client.ts';
import { omittedColumns, type Row, type Transaction } from '../../platform/database/database.ts';
import { columnsOf } from '../sql/columns.ts';
import { lockRow } from './locks.ts';

const columns = columnsOf(Prisma.UserScalarFieldEnum, omittedColumns.user);

/** Locks a user and returns it. NOT_FOUND at "userId" if it does not exist. */
export const lockUser = (tx: Transaction, userId: string) =>
  lockRow<Row<'user'>>(tx, 'user', { columns, id: userId }, 'userId');

/** Returns the ids of the default roles, and locks them against deletion until the transaction ends. */
export async function lockDefaultRoles(tx: Transaction): Promise<string[]> {
  const roles = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM roles WHERE is_default ORDER BY id FOR KEY SHARE`;
  return roles.map(({ id }) => id);
}
