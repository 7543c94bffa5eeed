import { invalidCursor } from '../../../domain/failure.ts';
import { isId } from '../../../platform/ids/ids.ts';
import type { LastAttempts } from '../../../store/webhooks/attempts.ts';

/**
 * The cursor of a subscription to deliveries: its webhook, or null for all, and the numbers of the last attempts that
 * were sent. It has 60 characters for each webhook with attempts.
 */
export function attemptCursor(webhookId: string | null, last: LastAttempts): string {
  const attempted = [...last].filter(([, number]) => number > 0);
  return Buffer.from(JSON.stringify([webhookId, ...attempted.flat()])).toString('base64url');
}

/**
 * The numbers in a cursor. Throws INVALID_CURSOR at "after" unless it is one of such a subscription: one of a single
 * webhook does not continue a subscription to all.
 */
export function readAttemptCursor(webhookId: string | null, cursor: string): LastAttempts {
  const [of, ...entries] = decode(cursor);
  const last = new Map<string, number>();
  for (let at = 0; at < entries.length; at += 2) {
    const [id, number] = [entries[at], entries[at + 1]];
    if (typeof id !== 'string' || !isId('webhook', id) || !Number.isSafeInteger(number)) throw notOurs();
    last.set(id, number as number);
  }
  if (of !== null && (of !== webhookId || last.size > 1)) throw notOurs();
  return last;
}

const notOurs = () => invalidCursor('Not a cursor of this subscription.', 'after');

function decode(cursor: string): unknown[] {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(decoded) && decoded.length > 0) return decoded;
  } catch {
    // Refused below, as any other text.
  }
  throw notOurs();
}
