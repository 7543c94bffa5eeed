import pg from 'pg';
import { type Cells, cells } from './judge/cells.ts';
import type { LoggedEvent } from './judge/judge.ts';

/** Queries the database, each time over a new connection: the server may have been restarted. */
export async function queryDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // The pending query reports a lost connection.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The position of an event. */
export async function positionOf(client: pg.Client, eventId: string): Promise<number> {
  const { rows } = await client.query<{ position: number }>('SELECT position::int FROM events WHERE id = $1', [
    eventId,
  ]);
  return rows[0]?.position ?? 0;
}

/** The log after a position, in order. */
export async function logAfter(client: pg.Client, position: number): Promise<LoggedEvent[]> {
  const { rows } = await client.query<LoggedEvent>(
    `SELECT id, position::int AS position, sequence::int AS sequence, type, occurred_at AS "occurredAt", subject_kind AS "subjectKind",
       subject_id AS "subjectId", subject_label AS "subjectLabel", organization_id AS "organizationId", actor, cause, data
     FROM events AS e WHERE e.position > $1 ORDER BY e.position`,
    [position],
  );
  return rows;
}

export async function countWithoutPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM events WHERE position IS NULL',
  );
  return rows[0]?.count ?? 0;
}

/** The state of users, roles and organizations in the tables. */
export async function cellsOf(client: pg.Client): Promise<Cells> {
  const { rows: users } = await client.query<{ id: string; name: string; isSuspended: boolean }>(
    `SELECT id, coalesce(name, '') AS name, suspended_at IS NOT NULL AS "isSuspended" FROM users`,
  );
  const { rows: named } = await client.query<{ id: string; name: string }>(
    'SELECT id, name FROM roles UNION ALL SELECT id, name FROM organizations',
  );
  const { rows: held } = await client.query<{ userId: string; roleId: string }>(
    'SELECT user_id AS "userId", role_id AS "roleId" FROM user_roles',
  );
  const { rows: members } = await client.query<{ organizationId: string; userId: string }>(
    'SELECT organization_id AS "organizationId", user_id AS "userId" FROM organization_users',
  );
  return new Map<string, string | boolean>([
    ...[...users, ...named].map(({ id, name }) => [cells.name(id), name] as const),
    ...users.map(({ id, isSuspended }) => [cells.suspension(id), isSuspended] as const),
    ...held.map(({ userId, roleId }) => [cells.role(userId, roleId), true] as const),
    ...members.map(({ organizationId, userId }) => [cells.member(organizationId, userId), true] as const),
  ]);
}

/** The work that is left for webhooks. */
interface Outstanding {
  /** Events between the smallest cursor of a webhook and the end of the log. */
  behind: number;
  /** Deliveries that are neither delivered nor failed. */
  open: number;
  /** Open deliveries whose next attempt is minutes away. */
  putOff: { webhookId: string; deliveryId: string }[];
}

export async function outstanding(client: pg.Client): Promise<Outstanding> {
  const { rows } = await client.query<{ behind: number; open: number }>(
    `SELECT (SELECT h.position - coalesce((SELECT min(coalesce(cursor, 0)) FROM webhooks), h.position) FROM event_head AS h)::int AS behind,
       (SELECT count(*) FROM webhook_deliveries WHERE status IN ('waiting', 'pending'))::int AS open`,
  );
  const { rows: putOff } = await client.query<Outstanding['putOff'][number]>(
    `SELECT d.webhook_id AS "webhookId", d.id AS "deliveryId" FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id
     WHERE d.status = 'pending' AND d.tries >= 2 AND d.next_attempt_at > now() + interval '60 seconds'
       AND (w.paused_until IS NULL OR w.paused_until < now()) LIMIT 200`,
  );
  return { behind: rows[0]?.behind ?? 0, open: rows[0]?.open ?? 0, putOff };
}
