import { Prisma } from '../../generated/prisma/client.ts';
import { leftOut, type Row, type Transaction } from '../../platform/database/database.ts';
import { columnsOf } from '../sql/columns.ts';
import { lockRow } from './locks.ts';

const columns = columnsOf(Prisma.UserScalarFieldEnum, leftOut.user);

/** The user, locked (store/records/locks.ts). NOT_FOUND at "userId" when there is none. */
export const lockUser = (tx: Transaction, userId: string) =>
  lockRow<Row<'user'>>(tx, 'user', { columns, id: userId }, 'userId');

/** Ids of the roles that new users get, kept from being deleted until the transaction ends. */
export async function holdDefaultRoles(tx: Transaction): Promise<string[]> {
  const roles = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM roles WHERE is_default ORDER BY id FOR KEY SHARE`;
  return roles.map(({ id }) => id);
}
