// SQL: counts that are added to stored ones, and sums over groups of joined rows.
import type { ExchangeTotals } from '../domain/oauth/exchange-totals.ts';
import { otherSpelling } from '../domain/oauth/resource-indicator.ts';
import type { Database, Prisma } from '../platform/database/database.ts';
import { type ExchangeReason, exchangeReasonNames, exchangeReasons } from '../vocabulary/exchanges/exchange-reasons.ts';
import type { exchangeErrors } from '../vocabulary/token-exchange.ts';
import { removeOldHours } from './sql/remove-old-hours.ts';

/** Token exchanges with the same participants and outcome. */
export interface ExchangeCount {
  /** The application that exchanged a token. */
  applicationId: string;
  /** The application that obtained the subject token; empty if the token could not be read. */
  subjectApplicationId: string;
  /** The resource indicator of the request; empty if there was none. */
  resource: string;
  /** Empty, like the reason, if a token was issued. */
  error: (typeof exchangeErrors)[number] | '';
  reason: ExchangeReason | '';
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/** Totals of an answer at most. */
const maxTotals = 1000;

// Sorted by key, so that concurrent processes lock rows in the same order.
const add = `
  INSERT INTO exchange_counts
  SELECT date_trunc('hour', last_at, 'UTC') AS hour, application_id, subject_application_id, coalesce(r.id, '') AS resource_id,
    error, description, sum(count), min(first_at), max(last_at)
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[], $7::timestamptz[], $8::text[], $9::text[])
    AS given (application_id, subject_application_id, resource, error, count, first_at, last_at, description, other_spelling)
    LEFT JOIN LATERAL (
      SELECT id FROM api_resources WHERE indicator IN (resource, other_spelling) ORDER BY indicator = resource DESC LIMIT 1
    ) AS r ON true
  GROUP BY hour, application_id, subject_application_id, resource_id, error, description
  ORDER BY hour, application_id, subject_application_id, resource_id, error, description
  ON CONFLICT (hour, application_id, subject_application_id, api_resource_id, error, description) DO UPDATE SET
    count = exchange_counts.count + excluded.count,
    first_at = least(exchange_counts.first_at, excluded.first_at),
    last_at = greatest(exchange_counts.last_at, excluded.last_at)`;

/** Adds to the counts of the hour in which each was last seen. */
export async function addExchangeCounts(
  { pool }: Pick<Database, 'pool'>,
  counts: readonly ExchangeCount[],
): Promise<void> {
  const columns = ['applicationId', 'subjectApplicationId', 'resource', 'error', 'count', 'firstAt', 'lastAt'] as const;
  await pool.query(add, [
    ...columns.map((column) => counts.map((count) => count[column])),
    counts.map(({ reason }) => reason && exchangeReasons[reason].description),
    counts.map(({ resource }) => otherSpelling(resource) ?? null),
  ]);
}

type Total = ExchangeTotals['totals'][number];
type Refusals = Omit<Total['refusals'][number], 'reason'>[];
type TotalRow = Omit<Total, 'firstAt' | 'lastAt' | 'refusals'> &
  Record<'firstAt' | 'lastAt', Date> & { refusals: Refusals };

/** The table has the descriptions, as processes of earlier versions write them: each is that of one reason. */
const reasonsByDescription: ReadonlyMap<string, ExchangeReason> = new Map(
  exchangeReasonNames.map((reason) => [exchangeReasons[reason].description, reason]),
);

/** Totals of the hours that begin in a time range, the largest first. */
export async function readExchangeTotals(
  prisma: Pick<Prisma, '$queryRaw'>,
  { since, until }: { since: Date; until: Date },
): Promise<ExchangeTotals> {
  const rows = await prisma.$queryRaw<TotalRow[]>`
    WITH counted AS (
      SELECT application_id, subject_application_id, api_resource_id, error, description,
        sum(count)::float8 AS count, min(first_at) AS first_at, max(last_at) AS last_at
      FROM exchange_counts WHERE hour >= date_trunc('hour', ${since}::timestamptz, 'UTC') AND hour <= ${until}
      GROUP BY application_id, subject_application_id, api_resource_id, error, description
    )
    SELECT application_id AS "applicationId", nullif(subject_application_id, '') AS "subjectApplicationId",
      nullif(api_resource_id, '') AS "apiResourceId",
      coalesce(sum(count) FILTER (WHERE error = ''), 0) AS granted,
      coalesce(sum(count) FILTER (WHERE error <> ''), 0) AS refused,
      coalesce(
        json_agg(json_build_object('error', error, 'description', description, 'count', count) ORDER BY count DESC, description)
          FILTER (WHERE error <> ''),
        '[]'
      ) AS refusals,
      min(first_at) AS "firstAt", max(last_at) AS "lastAt"
    FROM counted GROUP BY application_id, subject_application_id, api_resource_id
    ORDER BY sum(count) DESC, application_id, subject_application_id, api_resource_id LIMIT ${maxTotals + 1}`;
  const totals = rows.slice(0, maxTotals).map(({ firstAt, lastAt, refusals, ...total }) => ({
    ...total,
    refusals: refusals.map((one) => ({ reason: reasonsByDescription.get(one.description) ?? null, ...one })),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
  return { totals, hasMore: rows.length > maxTotals };
}

/** Deletes the counts of 90 days ago. Returns the number of rows. */
export const removeOldExchangeCounts = (database: Pick<Database, 'pool'>, now: Date): Promise<number> =>
  removeOldHours(database, 'exchange_counts', now);
