// SQL: fields of JSON documents, and records that are deleted with what was issued under them in one statement.
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import { isValidRecord } from '../sessions/session-epochs.ts';

/** The scopes that a person has allowed a third-party application. */
interface Consent {
  userId: string;
  applicationId: string;
  applicationName: string;
  /** The allowed scopes, those of all API resources together, sorted. */
  scopes: string[];
  /** The first time. */
  consentedAt: Date;
}

/**
 * The consents of users, sorted by the name of the application, at most 1,000 of each. An application has a grant for
 * each session in which it was used: they count as one. That of a trial sign-in is none of the user's.
 */
export const readConsents = (
  prisma: Pick<Prisma | Transaction, '$queryRaw'>,
  userIds: readonly string[],
  now: Date,
): Promise<Consent[]> => prisma.$queryRaw`
  SELECT consent.* FROM unnest(${userIds}::text[]) AS requested (user_id), LATERAL (
    SELECT requested.user_id AS "userId", applications.id AS "applicationId", applications.name AS "applicationName",
      array(SELECT DISTINCT scope FROM unnest(array_agg(scopes)) AS list, unnest(string_to_array(list, ' ')) AS scope
        WHERE scope <> '' ORDER BY scope) AS scopes,
      to_timestamp(min(granted_at)) AS "consentedAt"
    FROM (
      SELECT client_id, (payload ->> 'iat')::float8 AS granted_at,
        concat_ws(' ', payload #>> '{openid,scope}',
          (SELECT string_agg(value, ' ') FROM jsonb_each_text(coalesce(payload -> 'resources', '{}')))) AS scopes
      FROM oidc_records
      WHERE model = 'Grant' AND user_id = requested.user_id AND expires_at > ${now} AND ${isValidRecord}
        AND NOT EXISTS (SELECT FROM sign_in_trials WHERE grant_id IS NOT NULL AND expires_at > ${now}
          AND rtrim(translate(encode(sha256(grant_id::bytea), 'base64'), '+/', '-_'), '=') = oidc_records.key)
    ) AS grants JOIN applications ON applications.id = grants.client_id AND applications.is_third_party
    GROUP BY applications.id, applications.name
    ORDER BY applications.name COLLATE "und-x-icu", applications.id LIMIT 1000
  ) AS consent`;

/**
 * Takes back the consent of a user to a third-party application: its grants, and all that was issued under them.
 * Returns the ids of the grants; undefined if there is no consent. A request in progress that has read the grant issues
 * nothing more under it: tokens need the grant.
 */
export async function deleteConsent(
  tx: Pick<Transaction, '$queryRaw'>,
  userId: string,
  applicationId: string,
): Promise<string[] | undefined> {
  const [row] = await tx.$queryRaw<{ records: number; grantIds: string[] }[]>`
    WITH deleted AS (
      DELETE FROM oidc_records USING applications
      WHERE user_id = ${userId} AND client_id = ${applicationId} AND applications.id = client_id AND is_third_party
        AND model <> 'Session' AND model <> 'Interaction'
      RETURNING grant_id
    ), grants (id) AS (
      SELECT grant_id FROM deleted
      UNION
      SELECT payload #>> ARRAY['authorizations', ${applicationId}, 'grantId'] FROM oidc_records
      WHERE model = 'Session' AND user_id = ${userId}
    )
    SELECT (SELECT count(*)::int FROM deleted) AS records,
      ARRAY(SELECT id FROM grants WHERE id IS NOT NULL ORDER BY id) AS "grantIds"`;
  return row?.records ? row.grantIds : undefined;
}
