// SQL: leases (FOR NO KEY UPDATE SKIP LOCKED), and results of many messages in one statement.
import { type SecretBox, tryOpen } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import { preparedStatement } from '../../platform/database/prepared-statement.ts';
import type { MessageChannel, MessageContent, MessageState } from '../../vocabulary/connectors/message-templates.ts';

type Pooled = Pick<Database, 'pool' | 'preparedStatements'>;

/**
 * Messages with the same key are sent by the same sender: the connector that they name, or the one of their channel.
 */
export type SenderKey = `${MessageChannel}:${string}`;

/** A message that this process has claimed. */
export interface ClaimedMessage {
  id: string;
  channel: MessageChannel;
  recipient: string;
  template: MessageContent['template'];
  language: string;
  connectorId: string | null;
  /** The limit that has counted it, if it no longer counts when it cannot be sent. */
  limitKey: Uint8Array | null;
  senderKey: SenderKey;
  /** The number of this attempt, from 1. */
  attempts: number;
  createdAt: Date;
  expiresAt: Date;
  /** It has expired and is not to be sent. */
  isExpired: boolean;
  /** Null if it has expired. */
  encryptedParameters: Buffer | null;
}

const senderKey = `m.channel || ':' || coalesce(m.connector_id, '')`;

// Messages that have expired are finished here: they become due at the latest when they expire. Skips rows that another
// process claims concurrently.
const claim = `
  WITH due AS (
    SELECT m.id, m.expires_at <= $1 AS is_expired FROM messages AS m
    WHERE m.state = 'pending' AND m.next_attempt_at <= $1 AND (m.expires_at <= $1 OR ${senderKey} <> ALL ($5))
    ORDER BY m.next_attempt_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE messages AS m SET
    state = CASE WHEN is_expired THEN 'expired' ELSE m.state END,
    encrypted_parameters = CASE WHEN is_expired THEN NULL ELSE m.encrypted_parameters END,
    attempts = CASE WHEN is_expired THEN m.attempts ELSE m.attempts + 1 END,
    next_attempt_at = CASE WHEN is_expired THEN NULL ELSE $3::timestamptz END,
    lease_token = CASE WHEN is_expired THEN NULL ELSE $4 END
  FROM due WHERE m.id = due.id
  RETURNING m.id, m.channel, m.recipient, m.template, m.language, m.connector_id AS "connectorId", m.attempts,
    ${senderKey} AS "senderKey", m.created_at AS "createdAt", m.expires_at AS "expiresAt", due.is_expired AS "isExpired",
    m.limit_key AS "limitKey", m.encrypted_parameters AS "encryptedParameters"`;

interface ClaimOptions {
  now: Date;
  limit: number;
  /** Identifies the attempts of this claim. */
  token: string;
  /** Time at which another process may repeat the attempts. */
  leasedUntil: Date;
  /** Messages of these senders are not claimed, unless they have expired. */
  except: readonly SenderKey[];
}

/** Claims messages that are due, in the order in which they became due, and ends those that have expired. */
export async function claimMessages(database: Pooled, options: ClaimOptions): Promise<ClaimedMessage[]> {
  const { now, limit, token, leasedUntil, except } = options;
  const values = [now, limit, leasedUntil, token, except];
  return (await database.pool.query<ClaimedMessage>({ ...preparedStatement(database, 'message_claim', claim), values }))
    .rows;
}

/** The result of an attempt. */
export interface MessageResult {
  state: Exclude<MessageState, 'withheld'>;
  /** Time of the next attempt; null unless the state is "pending". */
  nextAttemptAt: Date | null;
  /** The connector that has sent it. */
  connectorId: string | null;
  lastError: string | null;
  sentAt: Date | null;
  /** False if there was no attempt. */
  counts: boolean;
}

const complete = `
  UPDATE messages SET state = $3, next_attempt_at = $4, connector_id = coalesce($5, connector_id),
    last_error = coalesce($6, last_error), sent_at = $7, attempts = CASE WHEN $8 THEN attempts ELSE attempts - 1 END,
    encrypted_parameters = CASE WHEN $3 = 'pending' THEN encrypted_parameters END, lease_token = NULL
  WHERE id = $1 AND lease_token = $2`;

/** Stores the result of an attempt, unless another process has claimed the message since. */
export async function completeMessage(
  database: Pooled,
  { id, token }: { id: string; token: string },
  { state, nextAttemptAt, connectorId, lastError, sentAt, counts }: MessageResult,
): Promise<void> {
  const values = [id, token, state, nextAttemptAt, connectorId, lastError, sentAt, counts];
  await database.pool.query({ ...preparedStatement(database, 'message_complete', complete), values });
}

/** Decrypts the parameters of a message. Undefined if they were encrypted with a key that is not configured. */
export function openParameters(
  secretBox: Pick<SecretBox, 'open'>,
  { template, encryptedParameters }: Pick<ClaimedMessage, 'template' | 'encryptedParameters'>,
): MessageContent | undefined {
  const opened = tryOpen(secretBox, encryptedParameters ?? Buffer.alloc(0));
  return opened && ({ template, parameters: JSON.parse(opened.toString()) as unknown } as MessageContent);
}

/** Whether any message waits to be sent. */
export async function hasPendingMessages({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const query = "SELECT EXISTS (SELECT FROM messages WHERE state = 'pending') AS any";
  return (await pool.query<{ any: boolean }>(query)).rows[0]?.any ?? false;
}
