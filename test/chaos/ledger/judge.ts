import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ExchangeLedgerMode } from '../../../src/vocabulary/token-exchange.ts';
import type { Attempt } from './client.ts';

/** A time in which the platform states that rows may be missing. */
interface Gap {
  from: Date;
  until: Date;
}

/** Milliseconds after the last fault in which gaps are found, rows are counted, and delegations are started. */
const patience = 300_000;
/** Rows that may be missing in a gap, unless they could not be written for a while. */
const mostOfGap = 1000;

/** Compares what clients were answered with the ledger. Returns the differences. */
export async function judgeLedger(
  client: pg.Client,
  { mode, attempts, hasStalled }: { mode: ExchangeLedgerMode; attempts: readonly Attempt[]; hasStalled: boolean },
): Promise<string[]> {
  const { rows } = await client.query<{ traceId: string }>(
    `SELECT replace(trace_id::text, '-', '') AS "traceId" FROM exchanges WHERE trace_id IS NOT NULL`,
  );
  const recorded = new Map<string, number>();
  for (const { traceId } of rows) recorded.set(traceId, (recorded.get(traceId) ?? 0) + 1);
  const answered = attempts.filter(({ status }) => status > 0 && status < 500);
  const missing = answered.filter(({ traceId }) => !recorded.has(traceId));
  const differences = [...recorded].filter(([, count]) => count > 1).map(([id, count]) => `${id} has ${count} rows`);
  if (mode === 'durable') differences.push(...missing.map(({ status }) => `an answer with ${status} has no row`));
  else differences.push(...(await outsideOfGaps(client, missing, hasStalled)));
  return [...differences, ...(await judgeSums(client)), ...(await judgeDelegations(client))];
}

async function outsideOfGaps(client: pg.Client, missing: readonly Attempt[], hasStalled: boolean): Promise<string[]> {
  const covers = ({ from, until }: Gap, { sentAt, receivedAt }: Attempt) =>
    from.getTime() <= receivedAt && until.getTime() >= sentAt;
  const last = Date.now();
  for (;;) {
    const { rows: gaps } = await client.query<Gap>('SELECT "from", until FROM exchange_gaps');
    const outside = missing.filter((one) => !gaps.some((gap) => covers(gap, one)));
    if (outside.length && Date.now() - last < patience) {
      await sleep(1000);
      continue;
    }
    const large = hasStalled ? [] : gaps.filter((gap) => missing.filter((one) => covers(gap, one)).length > mostOfGap);
    return [
      ...outside.map(
        ({ status, sentAt }) => `an answer with ${status} of ${new Date(sentAt).toISOString()} is in no gap`,
      ),
      ...large.map(({ from }) => `the gap from ${from.toISOString()} has more than ${mostOfGap} rows`),
    ];
  }
}

/** Sums of days are those of the rows, once all are counted. */
async function judgeSums(client: pg.Client): Promise<string[]> {
  const different = `
    SELECT coalesce(days.delegation_id, own.delegation_id) AS id, days.count AS counted, own.count AS recorded
    FROM (SELECT day, delegation_id, reason, count FROM exchange_days) AS days
    FULL JOIN (
      SELECT (at AT TIME ZONE 'UTC')::date AS day, delegation_id, coalesce(reason, '') AS reason, count(*) FROM exchanges
      GROUP BY 1, 2, 3
    ) AS own ON (own.day, own.delegation_id, own.reason) = (days.day, days.delegation_id, days.reason)
    WHERE days.count IS DISTINCT FROM own.count`;
  const differences = async () =>
    (await client.query<Record<'id' | 'counted' | 'recorded', string | null>>(different)).rows.map(
      ({ id, counted, recorded }) => `delegation ${id}: ${counted} exchanges were counted of ${recorded}`,
    );
  return settled(differences);
}

/** Each delegation with a token has one event. */
async function judgeDelegations(client: pg.Client): Promise<string[]> {
  const wrong = `
    SELECT d.id, count(events.id)::int AS events FROM delegations AS d LEFT JOIN events
      ON events.type = 'Application.Delegation.Started' AND events.subject_id = d.application_id
      AND coalesce(events.data ->> 'apiResourceId', '') = d.api_resource_id
      AND coalesce(events.data ->> 'subjectApplicationId', '') = d.subject_application_id
    WHERE EXISTS (SELECT FROM exchanges WHERE delegation_id = d.id AND reason IS NULL)
    GROUP BY d.id HAVING count(events.id) <> 1`;
  return settled(async () =>
    (await client.query<{ id: number; events: number }>(wrong)).rows.map(
      ({ id, events }) => `delegation ${id} has ${events} events`,
    ),
  );
}

/** The differences that are left after a while. */
async function settled(differences: () => Promise<string[]>): Promise<string[]> {
  const begin = Date.now();
  for (;;) {
    const all = await differences();
    if (!all.length || Date.now() - begin > patience) return all;
    await sleep(1000);
  }
}
