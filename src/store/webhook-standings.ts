import type pg from 'pg';
import type { WebhookAttempt } from '../vocabulary/resources.ts';

/** What becomes of deliveries that were attempted. All of them of one webhook. */
type Client = Pick<pg.ClientBase, 'query'>;

/** How a delivery stands after an attempt. */
export interface Standing {
  id: string;
  subjectKey: string;
  sequence: string | null;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  tries: number;
  nextAttemptAt: Date | null;
  firstAttemptAt: Date;
  finishedAt: Date | null;
  /** When it stops holding back later events about the same record; null when it is finished. */
  holdsUntil: Date | null;
}

/** Attempts that the log holds: the first one, and the last of all others. */
const mostLogged = 21;

// Named beside a join, ids are looked up one by one: how many rows a join has is a guess, and a long queue is no reason to read all of it.
// MERGE asks for the status after the join: an UPDATE that asks before it is planned as if hardly anything were pending, and compares every
// row that is given with every other.
const stand = `
  MERGE INTO webhook_deliveries AS d
  USING jsonb_to_recordset($1::jsonb) AS given (id text, last bigint, standing text, attempts int, tries int, due timestamptz,
    first timestamptz, finished timestamptz, logged jsonb)
  ON d.id = given.id AND d.id = ANY($2)
  WHEN MATCHED AND d.status = 'pending' THEN UPDATE SET status = given.standing, attempts = given.attempts, tries = given.tries,
    next_attempt_at = given.due, first_attempt_at = given.first, finished_at = given.finished, last_attempt = given.last,
    log = (CASE WHEN json_array_length(d.log) < ${mostLogged} THEN d.log::jsonb ELSE d.log::jsonb - 1 END || given.logged)::json`;

/**
 * Writes down how deliveries stand, and the attempts that they had. These are numbered on from `after`, the last one of the webhook, whose
 * lock is held.
 */
export async function saveAttempts(
  client: Client,
  { standings, logged }: { standings: readonly Standing[]; logged: readonly WebhookAttempt[] },
  after: bigint,
): Promise<void> {
  const rows = standings.map((standing, index) => ({
    id: standing.id,
    last: `${after + BigInt(index + 1)}`,
    standing: standing.status,
    attempts: standing.attempts,
    tries: standing.tries,
    due: standing.nextAttemptAt,
    first: standing.firstAttemptAt,
    finished: standing.finishedAt,
    logged: logged[index],
  }));
  await client.query(stand, [JSON.stringify(rows), rows.map(({ id }) => id)]);
}
