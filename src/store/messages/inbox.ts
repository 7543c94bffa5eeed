// SQL: a lock of the table, and the removal of all but the newest rows.
import { isStorable } from '../../domain/text.ts';
import { type SecretBox, tryOpen } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MessageChannel } from '../../vocabulary/connectors/message-templates.ts';
import { pooledTransaction } from '../sql/pooled-transaction.ts';

/** A message in the inbox of a development platform. */
export interface InboxMessage {
  id: string;
  channel: MessageChannel;
  to: string;
  template: string;
  language: string;
  /** Null for SMS, like `html`. */
  subject: string | null;
  text: string;
  html: string | null;
  code: string | null;
  link: string | null;
  /** Time at which it arrived, in the form of RFC 3339. */
  time: string;
}

interface Services {
  database: Pick<Database, 'pool'>;
  secretBox: Pick<SecretBox, 'seal' | 'open'>;
}

/** Messages that are kept. */
const capacity = 200;

/**
 * Adds a message, unless it is there already, and removes the oldest ones. The lock makes positions visible in their
 * order, so that a reader that waits for later ones misses none.
 */
export async function addToInbox({ database, secretBox }: Services, message: InboxMessage): Promise<void> {
  const { id, to, time, ...content } = message;
  const encrypted = secretBox.seal(Buffer.from(JSON.stringify(content)));
  await pooledTransaction(database, async (client) => {
    await client.query('LOCK TABLE inbox_messages IN SHARE ROW EXCLUSIVE MODE');
    await client.query(
      `INSERT INTO inbox_messages (id, recipient, encrypted_content, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO NOTHING`,
      [id, to, encrypted, time],
    );
    await client.query(
      `DELETE FROM inbox_messages WHERE position <= (
         SELECT position FROM inbox_messages ORDER BY position DESC OFFSET ${capacity} LIMIT 1)`,
    );
  });
}

interface InboxQuery {
  /** Only the message with this id. */
  id?: string | undefined;
  /** Only messages to this recipient, in any case. */
  to?: string | undefined;
  /** Only messages that arrived after the one with this id; all if it is not in the inbox. */
  after?: string | undefined;
}

/** The newest messages, the newest first. Those that cannot be decrypted are left out. */
export async function readInbox(
  { database, secretBox }: Services,
  { id, to, after }: InboxQuery = {},
): Promise<InboxMessage[]> {
  // PostgreSQL refuses such a text; nothing is stored with it.
  if (!isStorable(to ?? '') || !isStorable(id ?? '')) return [];
  const cursor = after !== undefined && isStorable(after) ? after : null;
  const { rows } = await database.pool.query<{ id: string; to: string; content: Buffer; time: Date }>(
    `SELECT id, recipient AS "to", encrypted_content AS content, created_at AS time FROM inbox_messages
     WHERE ($1::text IS NULL OR lower(recipient) = lower($1))
       AND ($2::text IS NULL OR position > coalesce((SELECT position FROM inbox_messages WHERE id = $2), 0))
       AND ($3::text IS NULL OR id = $3)
     ORDER BY position DESC LIMIT ${capacity}`,
    [to ?? null, cursor, id ?? null],
  );
  return rows.flatMap(({ content, time, ...row }) => {
    const opened = openContent(secretBox, content);
    return opened ? [{ ...row, ...opened, time: time.toISOString() }] : [];
  });
}

type Content = Omit<InboxMessage, 'id' | 'to' | 'time'>;

/** Undefined for content that another platform or a former key has encrypted. */
function openContent(secretBox: Services['secretBox'], content: Buffer): Content | undefined {
  const opened = tryOpen(secretBox, content);
  return opened && (JSON.parse(opened.toString()) as Content);
}
