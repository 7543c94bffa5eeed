import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Ending what a user or an application has at the issuer: sessions, pending sign-ins, grants, codes, tokens. Deleting the records that exist is
 * not enough: a request in progress has read what it needs and writes its records afterwards. So an ending also raises the count of endings, and
 * every record carries the count that its writer began with (src/oidc/provider/storage/request-scope.ts): it is void once the two differ. No lock is
 * needed for that, so requests in progress cannot delay an ending, and no change of an account or application delays sign-ins.
 */
const ending = (table: Prisma.Sql, column: Prisma.Sql, id: string): Prisma.Sql => Prisma.sql`
  raised AS (UPDATE ${table} SET endings = endings + 1 WHERE id = ${id}),
  ended AS (DELETE FROM oidc_records WHERE ${column} = ${id} RETURNING 1)`;

/** Two members of a WITH clause, `raised` and `ended`, that end what a user has: for a statement that does more. */
export const endingOfUser = (userId: string): Prisma.Sql => ending(Prisma.raw('users'), Prisma.raw('user_id'), userId);

/** Ends what a user has. Returns how many records there were. */
export const endUser = (tx: Transaction, userId: string): Promise<number> => end(tx, endingOfUser(userId));

/** Ends what an application has. People stay signed in. */
export const endApplication = (tx: Transaction, applicationId: string): Promise<number> =>
  end(tx, ending(Prisma.raw('applications'), Prisma.raw('client_id'), applicationId));

async function end(tx: Transaction, members: Prisma.Sql): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`WITH ${members} SELECT count(*)::int AS count FROM ended`;
  return row?.count ?? 0;
}

/** Whether a row of oidc_records is in force: neither its user nor its application was deleted or ended since its writer began. */
export const isInForce = Prisma.sql`
  (oidc_records.user_id IS NULL OR oidc_records.user_endings = (SELECT endings FROM users WHERE users.id = oidc_records.user_id))
  AND (oidc_records.client_id IS NULL
    OR oidc_records.client_endings = (SELECT endings FROM applications WHERE applications.id = oidc_records.client_id))`;
