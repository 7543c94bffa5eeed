// SQL: sums over the rows of many people, in one statement.
import { Prisma } from '../../generated/prisma/client.ts';
import type { Prisma as Client, Transaction } from '../../platform/database/database.ts';
import { leastUuidAt } from '../../platform/ids/ids.ts';

/** What applications did for a person at an API. */
export interface ActedFor {
  userId: string;
  applicationId: string;
  subjectApplicationId: string;
  chain: string;
  apiResourceId: string;
  count: number;
  scopes: string[];
  firstAt: Date;
  lastAt: Date;
}

/** Rows of a person that are read at most, the newest: some 100 ms. */
const maxRows = 20_000;
/** Sums for a person at most. */
const maxActedFor = 1000;

/** Tokens that were issued for people since a time, the last used first. */
export const readActedFor = (
  reader: Client | Transaction,
  userIds: readonly string[],
  since: Date,
  organizationIds: readonly string[] | undefined,
): Promise<ActedFor[]> => {
  const within = organizationIds && Prisma.sql`AND organization_id = ANY(${organizationIds})`;
  return reader.$queryRaw<ActedFor[]>`
    SELECT person.user_id AS "userId", d.application_id AS "applicationId",
      d.subject_application_id AS "subjectApplicationId", d.chain, d.api_resource_id AS "apiResourceId",
      sums.count, sums.scopes, sums.first_at AS "firstAt", sums.last_at AS "lastAt"
    FROM unnest(${userIds}::text[]) AS person (user_id)
    CROSS JOIN LATERAL (
      SELECT delegation_id, count(*)::int AS count, min(at) AS first_at, max(at) AS last_at,
        (SELECT coalesce(array_agg(DISTINCT scope COLLATE "C" ORDER BY scope COLLATE "C"), '{}')
         FROM unnest(array_agg(DISTINCT granted)) AS one (granted), string_to_table(nullif(one.granted, ''), ' ') AS scope
        ) AS scopes
      FROM (
        SELECT delegation_id, at, granted FROM exchanges
        WHERE user_id = person.user_id AND id >= ${leastUuidAt(since)}::uuid AND reason IS NULL ${within ?? Prisma.empty}
        ORDER BY id DESC LIMIT ${maxRows}
      ) AS newest
      GROUP BY delegation_id ORDER BY last_at DESC, delegation_id LIMIT ${maxActedFor}
    ) AS sums
    JOIN delegations AS d ON d.id = sums.delegation_id
    ORDER BY person.user_id, sums.last_at DESC, d.id`;
};
