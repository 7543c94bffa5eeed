// SQL: sums over the rows of many people, in a statement for each window.
import { Prisma } from '../../generated/prisma/client.ts';
import type { Prisma as Client, Transaction } from '../../platform/database/database.ts';
import { leastUuidAt } from '../../platform/ids/ids.ts';
import { type Window, windowsOf } from './windows.ts';

/** The exchanges of an application for a person at an API. */
export interface ActedFor {
  userId: string;
  delegationId: number;
  applicationId: string;
  subjectApplicationId: string;
  chain: string;
  apiResourceId: string;
  impersonatorIds: string[];
  count: number;
  scopes: string[];
  firstAt: Date;
  lastAt: Date;
}

type Reader = Client | Transaction;

/** Rows of a person that are read at most, the newest: some 100 ms. */
const maxRows = 20_000;
/** Sums for a person at most. */
const maxActedFor = 1000;

/** Tokens that were issued for people since a time, the last used first, by id of the person. */
export async function readActedFor(
  reader: Reader,
  userIds: readonly string[],
  since: Date,
  organizationIds: readonly string[] | undefined,
): Promise<Map<string, ActedFor[]>> {
  const sums = new Map(userIds.map((userId) => [userId, new Map<number, ActedFor>()]));
  const rest = new Map(userIds.map((userId) => [userId, maxRows]));
  for (const window of await windowsOf(reader, { from: since })) {
    const open = new Map([...rest].filter(([, left]) => left > 0));
    if (open.size === 0) break;
    for (const row of await readWindow(reader, open, window, organizationIds)) {
      const ofPerson = sums.get(row.userId);
      ofPerson?.set(row.delegationId, sumOf(row, ofPerson.get(row.delegationId)));
      rest.set(row.userId, (rest.get(row.userId) ?? 0) - row.count);
    }
  }
  return new Map([...sums].map(([userId, ofPerson]) => [userId, newest(ofPerson)]));
}

const sumOf = (older: ActedFor, newer: ActedFor = older): ActedFor => ({
  ...newer,
  ...(older !== newer && { count: older.count + newer.count }),
  impersonatorIds: [...new Set([...older.impersonatorIds, ...newer.impersonatorIds])].sort(),
  scopes: [...new Set([...older.scopes, ...newer.scopes])].sort(),
  firstAt: older.firstAt,
});

const newest = (ofPerson: ReadonlyMap<number, ActedFor>): ActedFor[] =>
  [...ofPerson.values()]
    .sort((one, other) => Number(other.lastAt) - Number(one.lastAt) || one.delegationId - other.delegationId)
    .slice(0, maxActedFor);

/** The sums of one window, over as many rows as are left for each person. */
function readWindow(
  reader: Reader,
  rest: ReadonlyMap<string, number>,
  { from, until }: Window,
  organizationIds: readonly string[] | undefined,
): Promise<ActedFor[]> {
  const within = organizationIds && Prisma.sql`AND organization_id = ANY(${organizationIds})`;
  return reader.$queryRaw<ActedFor[]>`
    SELECT person.user_id AS "userId", d.id AS "delegationId", d.application_id AS "applicationId",
      d.subject_application_id AS "subjectApplicationId", d.chain, d.api_resource_id AS "apiResourceId",
      sums.impersonators AS "impersonatorIds", sums.count, sums.scopes, sums.first_at AS "firstAt", sums.last_at AS "lastAt"
    FROM unnest(${[...rest.keys()]}::text[], ${[...rest.values()]}::int[]) AS person (user_id, rest)
    CROSS JOIN LATERAL (
      SELECT delegation_id, count(*)::int AS count, min(at) AS first_at, max(at) AS last_at,
        array_remove(array_agg(DISTINCT impersonator_id COLLATE "C"), NULL) AS impersonators,
        (SELECT coalesce(array_agg(DISTINCT scope COLLATE "C"), '{}')
         FROM unnest(array_agg(DISTINCT granted)) AS one (granted), string_to_table(nullif(one.granted, ''), ' ') AS scope
        ) AS scopes
      FROM (
        SELECT delegation_id, at, granted, impersonator_id FROM exchanges
        WHERE user_id = person.user_id AND id >= ${leastUuidAt(from)}::uuid AND id < ${leastUuidAt(until)}::uuid
          AND reason IS NULL ${within ?? Prisma.empty}
        ORDER BY id DESC LIMIT person.rest
      ) AS newest
      GROUP BY delegation_id
    ) AS sums
    JOIN delegations AS d ON d.id = sums.delegation_id`;
}
