import type pg from 'pg';
import type { Health } from '../domain/webhook-health.ts';
import type { Pace } from '../domain/webhook-sending.ts';
import type { SigningSecret } from '../domain/webhook-signature.ts';
import type { Database } from '../platform/database/database.ts';
import { named } from '../platform/database/statement-names.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { openHeaders } from './webhooks.ts';

/** What it takes to call the endpoint of a webhook. */
export interface Endpoint extends Health, Pace {
  webhookId: string;
  url: string;
  /** How often the webhook began afresh: what is heard of the endpoint is said of this time. */
  beginnings: number;
  isEnabled: boolean;
  headers: Record<string, string>;
  /** All that sign now, the newest first. */
  secrets: SigningSecret[];
  selection: string | null;
  orderingTimeoutSeconds: number;
}

interface Row extends Health, Pace {
  url: string;
  beginnings: number;
  isEnabled: boolean;
  headers: Buffer | null;
  selection: string | null;
  orderingTimeoutSeconds: number;
  secrets: string[] | null;
}

const query = `
  SELECT url, beginnings, is_enabled AS "isEnabled", encrypted_headers AS headers, selection, hold_back_seconds AS "orderingTimeoutSeconds",
    failures, failing_since AS "failingSince", rests_until AS "pausedUntil", resends_per_second AS "resendsPerSecond",
    resends_from AS "resendsFrom",
    (SELECT array_agg(encode(encrypted_secret, 'base64') ORDER BY id DESC) FROM webhook_secrets
     WHERE webhook_id = w.id AND (expires_at IS NULL OR expires_at > $2)) AS secrets
  FROM webhooks AS w WHERE id = $1`;

/** The endpoint of a webhook; undefined when there is no such webhook. */
export async function findEndpoint(
  { database, secretBox }: { database: Pick<Database, 'pool' | 'preparedStatements'>; secretBox: SecretBox },
  webhookId: string,
  now: Date,
): Promise<Endpoint | undefined> {
  const statement = named(database, 'webhook_endpoint', query);
  const { rows } = await database.pool.query<Row>({ ...statement, values: [webhookId, now] });
  const [row] = rows;
  if (!row) return undefined;
  const secrets = row.secrets ?? [];
  return {
    ...row,
    webhookId,
    headers: openHeaders(secretBox, row.headers),
    secrets: secrets.map((sealed) => secretBox.open(Buffer.from(sealed, 'base64')).toString() as SigningSecret),
  };
}

/** How an endpoint does, as was heard when its webhook had begun afresh so often. */
export interface Heard {
  beginnings: number;
  health: Health;
  /** When the next event may be sent again. */
  resendsFrom: Date | null;
}

// One that began afresh meanwhile stays as it is.
const count = `
  UPDATE webhooks SET failures = CASE WHEN beginnings = $2 THEN $3 ELSE failures END,
    failing_since = CASE WHEN beginnings = $2 THEN $4 ELSE failing_since END,
    rests_until = CASE WHEN beginnings = $2 THEN $5 ELSE rests_until END, attempts_made = attempts_made + $6,
    resends_from = greatest(resends_from, $7)
  WHERE id = $1 RETURNING attempts_made AS made`;

/**
 * Writes down how an endpoint does after so many attempts more. It is no change of the webhook: its version and time stay. Whoever writes
 * down anything of a webhook holds this lock first. Returns the number of the attempt before these; undefined when the webhook is gone.
 */
export async function countAttempts(
  client: Pick<pg.ClientBase, 'query'>,
  webhookId: string,
  { beginnings, health: { failures, failingSince, pausedUntil }, resendsFrom }: Heard,
  attempts: number,
): Promise<bigint | undefined> {
  const values = [webhookId, beginnings, failures, failingSince, pausedUntil, attempts, resendsFrom];
  const { rows } = await client.query<{ made: string }>(count, values);
  return rows[0] && BigInt(rows[0].made) - BigInt(attempts);
}
