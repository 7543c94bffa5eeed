// SQL: a webhook with its secrets in one statement, part of others.
import type { WebhookFilter } from '../../domain/webhooks/webhook-filter.ts';
import type { Health } from '../../domain/webhooks/webhook-health.ts';
import type { Pace } from '../../domain/webhooks/webhook-sending.ts';
import type { SigningSecret } from '../../domain/webhooks/webhook-signature.ts';
import type { Database } from '../../platform/database/database.ts';
import { type SecretBox, tryOpen, tryOpenJson } from '../../platform/crypto/secret-box.ts';

/** The data that sending to a webhook needs. */
export interface Endpoint extends Health, Pace, WebhookFilter {
  webhookId: string;
  url: string;
  /** Incremented when the webhook is enabled or gets another URL; results of an earlier generation are ignored. */
  generation: number;
  isEnabled: boolean;
  headers: Record<string, string>;
  /** The secrets in use, the newest first. */
  secrets: SigningSecret[];
  /** Secrets that no key of SECRETS_KEY decrypts. Then nothing is sent to it; others are not affected. */
  lost: readonly LostPart[];
  selection: string | null;
  orderingTimeoutSeconds: number;
  /** Position in the log up to which the webhook has processed events. */
  cursor: number;
  /** When a delivery or an ordering timeout is due; null if none is. */
  dueAt: Date | null;
}

type LostPart = 'secret' | 'headers';

export type EndpointRow = Omit<Endpoint, 'headers' | 'secrets' | 'lost'> & {
  headers: Buffer | null;
  secrets: string[] | null;
};

/** The columns of an endpoint, from "webhooks" as w; $1 is the current time. */
export const endpointColumns = `w.id AS "webhookId", w.url, w.generation, w.is_enabled AS "isEnabled",
  w.encrypted_headers AS headers, w.selection, w.ordering_timeout_seconds AS "orderingTimeoutSeconds", w.failures,
  w.failing_since AS "failingSince", w.paused_until AS "pausedUntil", w.resends_per_second AS "resendsPerSecond",
  w.resends_from AS "resendsFrom", w.cursor::float8, w.due_at AS "dueAt", w.event_types AS "eventTypes",
  w.subject_kinds AS "subjectKinds", w.organization_id AS "organizationId", w.exclude_actor_ids AS "excludeActorIds",
  (SELECT array_agg(encode(encrypted_secret, 'base64') ORDER BY id DESC) FROM webhook_secrets
   WHERE webhook_id = w.id AND (expires_at IS NULL OR expires_at > $1)) AS secrets`;

/** Decrypts the headers and secrets of an endpoint. One secret is enough: receivers accept any of the signatures. */
export function openEndpoint(secretBox: SecretBox, { headers: sealed, secrets: boxes, ...row }: EndpointRow): Endpoint {
  const headers = tryOpenJson(secretBox, sealed) as Record<string, string> | undefined;
  const opened = (boxes ?? []).flatMap((box) => tryOpen(secretBox, Buffer.from(box, 'base64')) ?? []);
  const secrets = opened.map((secret) => secret.toString() as SigningSecret);
  const lost: LostPart[] = [
    ...(secrets.length ? [] : (['secret'] as const)),
    ...(headers ? [] : (['headers'] as const)),
  ];
  return { ...row, headers: headers ?? {}, secrets, lost };
}

/** Reads the endpoint of a webhook; undefined if it does not exist. */
export async function findEndpoint(
  { database, secretBox }: { database: Pick<Database, 'pool'>; secretBox: SecretBox },
  webhookId: string,
  now: Date,
): Promise<Endpoint | undefined> {
  const query = `SELECT ${endpointColumns} FROM webhooks AS w WHERE w.id = $2`;
  const { rows } = await database.pool.query<EndpointRow>(query, [now, webhookId]);
  return rows[0] && openEndpoint(secretBox, rows[0]);
}
