// SQL: one statement that ends everything of a user or an application, without a lock.
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Ends everything a user or an application has at the issuer: sessions, pending sign-ins, grants, codes, tokens.
 * Deleting the records is not enough: a request in progress has read its records and writes new ones later. So an
 * ending also increments the session epoch. Every record contains the epoch with which its request began
 * (src/oidc/provider/storage/request-scope.ts), and is valid while both are equal. This takes no lock: requests in
 * progress do not delay an ending, and changes of an account or application do not delay sign-ins.
 */
const ending = (table: Prisma.Sql, column: Prisma.Sql, id: string): Prisma.Sql => Prisma.sql`
  incremented AS (UPDATE ${table} SET session_epoch = session_epoch + 1 WHERE id = ${id} RETURNING session_epoch),
  ended AS (DELETE FROM oidc_records WHERE ${column} = ${id} RETURNING 1)`;

/**
 * Two members of a WITH clause, `incremented` and `ended`, that end everything a user has: for use in a larger
 * statement.
 */
export const endingOfUser = (userId: string): Prisma.Sql => ending(Prisma.raw('users'), Prisma.raw('user_id'), userId);

/** The result of an ending. */
interface Ending {
  /** Number of deleted records. */
  records: number;
  /** The session epoch since. */
  sessionEpoch: number;
}

/** Ends everything a user has, who exists. */
export const endUser = (tx: Transaction, userId: string): Promise<Ending> => end(tx, endingOfUser(userId));

/** Ends everything an application has, which exists. People stay signed in. */
export const endApplication = (tx: Transaction, applicationId: string): Promise<Ending> =>
  end(tx, ending(Prisma.raw('applications'), Prisma.raw('client_id'), applicationId));

async function end(tx: Transaction, clause: Prisma.Sql): Promise<Ending> {
  const [row] = await tx.$queryRaw<Ending[]>`
    WITH ${clause} SELECT (SELECT count(*)::int FROM ended) AS records, session_epoch AS "sessionEpoch" FROM incremented`;
  if (!row) throw new Error('ending: no such record');
  return row;
}

/**
 * Whether a row of oidc_records is valid: neither its user nor its application was deleted or ended since its request
 * began.
 */
export const isValidRecord = Prisma.sql`
  (oidc_records.user_id IS NULL OR oidc_records.user_session_epoch = (SELECT session_epoch FROM users WHERE users.id = oidc_records.user_id))
  AND (oidc_records.client_id IS NULL
    OR oidc_records.client_session_epoch = (SELECT session_epoch FROM applications WHERE applications.id = oidc_records.client_id))`;
