import type pg from 'pg';
import type { Standing } from './webhook-standings.ts';

/** Whose turn it is among the deliveries of a webhook about one record. */
type Client = Pick<pg.ClientBase, 'query'>;

/** Where events about one record stand: the sequence of the delivery whose turn it is. */
export interface LockedStream {
  subjectKey: string;
  head: string | null;
}

/** Locks the streams of these deliveries. A statement of its own: what comes after sees all that was added before it had the lock. */
export async function lockStreams(
  client: Client,
  webhookId: string,
  subjectKeys: readonly string[],
): Promise<LockedStream[]> {
  const { rows } = await client.query<LockedStream>(
    `SELECT subject_key AS "subjectKey", head FROM webhook_streams WHERE webhook_id = $1 AND subject_key = ANY($2)
     ORDER BY subject_key FOR UPDATE`,
    [webhookId, subjectKeys],
  );
  return rows;
}

/** Notes until when deliveries that failed hold back the next ones. The first failure says it. */
export async function holdBack(client: Client, webhookId: string, standings: readonly Standing[]): Promise<void> {
  const holding = standings.filter(({ holdsUntil, sequence }) => holdsUntil !== null && sequence !== null);
  if (!holding.length) return;
  await client.query(
    `UPDATE webhook_streams AS s SET held_until = given.holds_until
     FROM unnest($2::text[], $3::bigint[], $4::timestamptz[]) AS given (subject_key, sequence, holds_until)
     WHERE s.webhook_id = $1 AND s.subject_key = given.subject_key AND s.head = given.sequence AND s.held_until IS NULL`,
    [
      webhookId,
      holding.map(({ subjectKey }) => subjectKey),
      holding.map(({ sequence }) => sequence),
      holding.map(({ holdsUntil }) => holdsUntil),
    ],
  );
}

/** Gives the turn to the next delivery of each of these streams, whose locks are held. What is not finished has an index of its own. */
const passOn = `
  WITH next AS (
    SELECT s.subject_key, n.id, n.sequence FROM webhook_streams AS s LEFT JOIN LATERAL (
      SELECT id, sequence FROM webhook_deliveries AS d
      WHERE s.sequence > s.head
        AND d.webhook_id = s.webhook_id AND d.subject_key = s.subject_key AND d.sequence > s.head AND d.status = 'waiting'
        AND d.finished_at IS NULL
      ORDER BY d.sequence LIMIT 1
    ) AS n ON true
    WHERE s.webhook_id = $1 AND s.subject_key = ANY($2)
  ), promoted AS (
    UPDATE webhook_deliveries AS d SET status = 'pending', next_attempt_at = $3 FROM next WHERE d.id = next.id
  )
  UPDATE webhook_streams AS s SET head = next.sequence, held_until = NULL FROM next
  WHERE s.webhook_id = $1 AND s.subject_key = ANY ($2) AND s.subject_key = next.subject_key`;

/** Ends the turns of deliveries that are finished, and whose streams were locked; the next ones are due. */
export async function endTurns(
  client: Client,
  webhookId: string,
  { standings, streams }: { standings: readonly Standing[]; streams: readonly LockedStream[] },
  now: Date,
): Promise<void> {
  const heads = new Map(streams.map(({ subjectKey, head }) => [subjectKey, head]));
  // One that held back the next ones for too long has lost its turn already.
  const ended = standings.filter(
    ({ finishedAt, sequence, subjectKey }) =>
      finishedAt !== null && sequence !== null && heads.get(subjectKey) === sequence,
  );
  const subjectKeys = ended.map(({ subjectKey }) => subjectKey);
  if (subjectKeys.length) await client.query(passOn, [webhookId, subjectKeys, now]);
}

/** Streams that one look passes on at most. */
const mostStreams = 500;

/** Gives the turn to what was held back for long enough. */
export async function endHolds(client: Client, webhookId: string, now: Date): Promise<void> {
  const { rows } = await client.query<{ subjectKey: string }>(
    `SELECT subject_key AS "subjectKey" FROM webhook_streams WHERE webhook_id = $1 AND held_until <= $2
     ORDER BY subject_key LIMIT ${mostStreams} FOR UPDATE`,
    [webhookId, now],
  );
  if (rows.length) await client.query(passOn, [webhookId, rows.map(({ subjectKey }) => subjectKey), now]);
}

/** Streams in which the delivery that has the turn is gone: its event was removed. Those of deleted webhooks are nobody's. */
const lost = `FROM webhook_streams AS s JOIN webhooks AS w ON w.id = s.webhook_id WHERE head IS NOT NULL AND NOT EXISTS (
  SELECT FROM webhook_deliveries AS d
  WHERE d.webhook_id = s.webhook_id AND d.subject_key = s.subject_key AND d.sequence = s.head AND d.finished_at IS NULL)`;

/** Gives the turn to the next delivery where the one that had it is gone. */
export async function passOnLostTurns(client: Client, now: Date): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`SELECT DISTINCT webhook_id AS id ${lost} ORDER BY webhook_id`);
  for (const { id } of rows) {
    // Whoever writes down anything of a webhook holds this lock first.
    await client.query('SELECT FROM webhooks WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const found = await client.query<{ subjectKey: string }>(
      `SELECT subject_key AS "subjectKey" ${lost} AND webhook_id = $1 FOR UPDATE OF s`,
      [id],
    );
    await client.query(passOn, [id, found.rows.map(({ subjectKey }) => subjectKey), now]);
  }
}
