// SQL: an insertion whose columns depend on other rows, in one statement.
import { messageName } from '../../domain/messages/message-names.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { MessageChannel, MessageContent } from '../../vocabulary/connectors/message-templates.ts';
import { messageParameterSources } from '../../vocabulary/connectors/message-templates.ts';

/** A message to queue. */
export type NewMessage = MessageContent & {
  channel: MessageChannel;
  /** Email address, or phone number in E.164. */
  recipient: string;
  /** BCP 47 language tag. */
  language: string;
  /** It is not sent after this time. */
  expiresAt: Date;
  /** The connector that must send it. By default that of the channel. */
  connectorId?: string | null;
  /**
   * Not to be sent. The row and the statement are the same, so the time of a response does not depend on whether the
   * recipient has an account.
   */
  isWithheld?: boolean;
  /** Withheld as well if the recipient was sent a message of this template since this time. */
  onceSince?: Date | null;
  /** The limit that has counted it, if it no longer counts when it cannot be sent. */
  limitKey?: Uint8Array | null;
};

/** A message whose parameters are encrypted. */
interface SealedMessage {
  channel: MessageChannel;
  recipient: string;
  template: MessageContent['template'];
  language: string;
  encryptedParameters: Buffer | null;
  expiresAt: Date;
  connectorId: string | null;
  isWithheld: boolean;
  onceSince: Date | null;
  limitKey: Uint8Array | null;
}

/** Encrypts a message. For `prepare`, which has the secret box; withheld messages take the same time. */
export function sealMessage(secretBox: Pick<SecretBox, 'seal'>, message: NewMessage): SealedMessage {
  const { channel, recipient, template, parameters, language, expiresAt } = message;
  const { connectorId = null, isWithheld = false, onceSince = null, limitKey = null } = message;
  const encrypted = secretBox.seal(Buffer.from(JSON.stringify(parameters, cleanText)));
  const encryptedParameters = isWithheld ? null : encrypted;
  const sealed = { channel, recipient, template, language, encryptedParameters, expiresAt };
  return { ...sealed, connectorId, isWithheld, onceSince, limitKey };
}

/** A text that the platform has not written is one line, bounded (domain/messages/message-names.ts). */
const cleanText = (name: string, value: unknown): unknown =>
  isForeign(name) && typeof value === 'string' ? messageName(value) || undefined : value;

const sources: Readonly<Record<string, string>> = messageParameterSources;
const isForeign = (parameter: string): boolean => (sources[parameter] ?? 'platform') !== 'platform';

/**
 * Stores a message in the transaction of the change that causes it, so that both commit or neither does. An operation
 * declares `queuesMessages`, so that the message is sent right after the commit; otherwise it is sent within a second.
 */
export async function queueMessage(
  tx: Pick<Transaction, '$executeRaw'>,
  { id, now, ...message }: SealedMessage & { id: string; now: Date },
): Promise<void> {
  const { channel, recipient, template, language, encryptedParameters, expiresAt, connectorId } = message;
  const { isWithheld, onceSince, limitKey } = message;
  await tx.$executeRaw`
    WITH decided AS (
      SELECT ${isWithheld}::boolean OR (${onceSince}::timestamptz IS NOT NULL AND EXISTS (
        SELECT FROM messages WHERE recipient = ${recipient} AND template = ${template} AND state <> 'withheld'
          AND created_at > ${onceSince}::timestamptz)) AS is_withheld
    )
    INSERT INTO messages (id, channel, recipient, template, language, encrypted_parameters, state, next_attempt_at,
      limit_key, connector_id, created_at, expires_at)
    SELECT ${id}::text, ${channel}::text, ${recipient}::text, ${template}::text, ${language}::text,
      CASE WHEN is_withheld THEN NULL ELSE ${encryptedParameters}::bytea END,
      CASE WHEN is_withheld THEN 'withheld' ELSE 'pending' END,
      CASE WHEN is_withheld THEN NULL ELSE ${now}::timestamptz END,
      ${limitKey}::bytea, ${connectorId}::text, ${now}::timestamptz, ${expiresAt}::timestamptz FROM decided`;
}
