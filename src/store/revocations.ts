// SQL: a search by halves, and the first events of each of many types.
import type { Prisma, Transaction } from '../platform/database/database.ts';

type Reader = Pick<Prisma | Transaction, '$queryRaw'>;

/** An event that can have ended something. */
interface StoredEnding {
  position: bigint;
  type: string;
  subjectId: string;
  occurredAt: Date;
  data: unknown;
}

/** The last assigned position. */
export async function headOf(reader: Reader): Promise<number> {
  const [row] = await reader.$queryRaw<{ position: bigint }[]>`SELECT position FROM event_head`;
  return Number(row?.position ?? 0);
}

/**
 * A position in front of all events at a time or later. Times are nearly in the order of positions: an event has the
 * time at which its change was accepted. So the search is for five minutes earlier.
 */
export async function positionBefore(reader: Reader, time: Date): Promise<number> {
  const [row] = await reader.$queryRaw<{ position: bigint }[]>`
    WITH RECURSIVE search (low, high) AS (
      SELECT coalesce((SELECT min(position) FROM events WHERE position IS NOT NULL), 1) - 1, position FROM event_head
      UNION ALL
      SELECT CASE WHEN probe.is_earlier THEN (low + high + 1) / 2 ELSE low END,
        CASE WHEN probe.is_earlier THEN high ELSE (low + high + 1) / 2 - 1 END
      FROM search, LATERAL (
        SELECT occurred_at < ${time}::timestamptz - interval '5 minutes' AS is_earlier FROM events
        WHERE position >= (low + high + 1) / 2 ORDER BY position LIMIT 1
      ) AS probe
      WHERE low < high
    )
    SELECT low AS position FROM search ORDER BY high - low LIMIT 1`;
  return Number(row?.position ?? 0);
}

interface Range {
  types: readonly string[];
  /** Positions: after the first one, up to the other. */
  after: number;
  upTo: number;
  since: Date;
  limit: number;
}

/** The first events of these types in a range that did not state that nothing ended, in order. */
export const findEndings = (reader: Reader, { types, after, upTo, since, limit }: Range): Promise<StoredEnding[]> =>
  reader.$queryRaw`
    SELECT ending.* FROM unnest(${types}::text[]) AS requested (type), LATERAL (
      SELECT position, type, subject_id AS "subjectId", occurred_at AS "occurredAt", data FROM events
      WHERE type = requested.type AND position > ${after}::bigint AND position <= ${upTo}::bigint AND occurred_at >= ${since}::timestamptz - interval '5 minutes'
        AND data -> 'sessionEpoch' IS DISTINCT FROM 'null'::jsonb
      ORDER BY position LIMIT ${limit}
    ) AS ending ORDER BY position LIMIT ${limit}`;
