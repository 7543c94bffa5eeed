// SQL: records of the issuer that are valid, with fields of JSON documents.
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import { recordKey } from '../sessions/oidc-records.ts';
import { isValidRecord } from '../sessions/session-epochs.ts';

/** An impersonation that goes on: the grant of its tokens. */
export interface Impersonation {
  /** The id of the grant. */
  id: string;
  userId: string;
  administratorId: string;
  /** Null without a name or username. */
  administratorName: string | null;
  applicationId: string;
  applicationName: string;
  reason: string;
  startedAt: Date;
  expiresAt: Date;
}

/** One that begins, with the session epochs of its user, its administrator and its application. */
interface NewImpersonation extends Omit<Impersonation, 'administratorName' | 'applicationName'> {
  userSessionEpoch: number;
  administratorSessionEpoch: number;
  applicationSessionEpoch: number;
}

/**
 * Stores the grant. It has no session and no refresh token, and ends with everything of its user, its application or
 * its administrator: their session epochs are then others.
 */
export async function insertImpersonation(
  tx: Pick<Transaction, 'oidcRecord'>,
  impersonation: NewImpersonation,
): Promise<void> {
  await tx.oidcRecord.create({ data: grantOf(impersonation) });
}

/** The record of the issuer. */
export function grantOf(impersonation: NewImpersonation) {
  const { id, userId, administratorId, applicationId, reason, startedAt, expiresAt, ...epochs } = impersonation;
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
  const times = { iat: seconds(startedAt), exp: seconds(expiresAt) };
  return {
    model: 'Grant',
    key: recordKey(id),
    payload: { ...times, kind: 'Grant', accountId: userId, clientId: applicationId, reason },
    grantId: id,
    userId,
    clientId: applicationId,
    userSessionEpoch: epochs.userSessionEpoch,
    clientSessionEpoch: epochs.applicationSessionEpoch,
    impersonatorId: administratorId,
    impersonatorSessionEpoch: epochs.administratorSessionEpoch,
    expiresAt,
  };
}

/** The impersonations of users that go on, the last one first, at most 100 of each. */
export const findImpersonations = (
  prisma: Pick<Prisma | Transaction, '$queryRaw'>,
  userIds: readonly string[],
  now: Date,
): Promise<Impersonation[]> => prisma.$queryRaw`
  SELECT impersonation.* FROM unnest(${userIds}::text[]) AS requested (user_id), LATERAL (
    SELECT grant_id AS id, requested.user_id AS "userId", administrators.id AS "administratorId",
      coalesce(administrators.name, administrators.username) AS "administratorName",
      applications.id AS "applicationId", applications.name AS "applicationName", payload ->> 'reason' AS reason,
      to_timestamp((payload ->> 'iat')::float8) AS "startedAt", oidc_records.expires_at AS "expiresAt"
    FROM oidc_records JOIN applications ON applications.id = client_id
      JOIN users AS administrators ON administrators.id = impersonator_id
        AND administrators.session_epoch = impersonator_session_epoch
    WHERE model = 'Grant' AND user_id = requested.user_id AND oidc_records.expires_at > ${now} AND ${isValidRecord}
    ORDER BY "startedAt" DESC, grant_id LIMIT 100
  ) AS impersonation`;

/** One that was ended: its grant, its user, and who was acting through which application. */
type EndedImpersonation = Pick<Impersonation, 'userId' | 'administratorId' | 'applicationId'> & { grantId: string };

/** Which impersonations to end: one of a user, or all of an administrator or an application. */
export type ImpersonationsToEnd =
  | { userId: string; grantId: string }
  | { administratorId: string }
  | { applicationId: string };

/** Ends those of them that go on. */
export const deleteImpersonations = (
  tx: Pick<Transaction, '$queryRaw'>,
  which: ImpersonationsToEnd,
  now: Date,
): Promise<EndedImpersonation[]> => tx.$queryRaw`
  DELETE FROM oidc_records
  WHERE model = 'Grant' AND ${conditionOf(which)} AND impersonator_id IS NOT NULL AND expires_at > ${now}
    AND ${isValidRecord}
  RETURNING user_id AS "userId", grant_id AS "grantId", impersonator_id AS "administratorId", client_id AS "applicationId"`;

function conditionOf(which: ImpersonationsToEnd): Sql.Sql {
  if ('grantId' in which) return Sql.sql`key = ${recordKey(which.grantId)} AND user_id = ${which.userId}`;
  if ('administratorId' in which) return Sql.sql`impersonator_id = ${which.administratorId}`;
  return Sql.sql`client_id = ${which.applicationId}`;
}
