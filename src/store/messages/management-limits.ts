import { rateLimited } from '../../domain/failure.ts';
import { messageLimitKey, messageLimitKeyPurpose } from '../../domain/flow/secrets.ts';
import { managementLimits } from '../../domain/messages/message-limits.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { countMessage } from '../flows/message-limits.ts';

interface ManagementMessage {
  recipient: string;
  /** The organization, if the caller has rights in it only. */
  organizationId: string | null;
  now: Date;
  /** The input field that names the recipient. */
  path: string;
}

/**
 * Counts a message to an address that a caller of the Management API has chosen. RATE_LIMITED at `path` if there were
 * too many. Returns the key of the limit, for a message that cannot be sent.
 */
export async function countManagementMessage(
  tx: Pick<Transaction, '$executeRaw' | '$queryRaw'>,
  secretBox: Pick<SecretBox, 'derive'>,
  { recipient, organizationId, now, path }: ManagementMessage,
): Promise<Uint8Array> {
  const limited = { managementTo: recipient, organizationId };
  const key = messageLimitKey(secretBox.derive(messageLimitKeyPurpose), limited);
  const counted = await countMessage(tx, [{ key, limits: managementLimits }], now);
  if (counted.may) return key;
  const message = `Too many messages were sent to this address. The next one can be sent at ${counted.until.toISOString()}.`;
  throw rateLimited(message, counted.until, now, path);
}
