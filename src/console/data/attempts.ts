// Deliveries as they are attempted. They have no events, so the pages that show them follow another subscription.
import { useEffect } from 'react';
import { keepConnected } from './feed/feed-connection.ts';
import { refresh } from './feed/refetch-on-events.ts';

/** A delivery after an attempt. */
interface AttemptedDelivery {
  id: string;
  status: string;
  eventId: string;
  eventType: string;
  /** Of the attempt: 1 for the first. */
  lastAttempt: { number: number } | null;
}

interface AttemptsPayload {
  webhookDeliveries: { cursor: string; deliveries: readonly AttemptedDelivery[] | null } | null;
}

const document = `subscription Attempts($after: String, $id: ID) {
  webhookDeliveries(after: $after, id: $id) {
    cursor
    deliveries { id status eventId eventType lastAttempt { number } }
  }
}`;

/**
 * Follows the deliveries of a webhook, or of all for null, until the returned function is called: what is shown of
 * them, and of that webhook, is queried again. After a lost connection it continues with the last cursor, so no attempt
 * is missed. The first call is for the beginning: what was attempted before is unknown.
 */
export function followAttempts(
  webhookId: string | null,
  listener: (deliveries: readonly AttemptedDelivery[], isFirst: boolean) => void,
): () => void {
  const ended = new AbortController();
  let cursor: string | null = null;
  void keepConnected(
    () => [
      {
        query: document,
        variables: () => ({ after: cursor, id: webhookId }),
        onData: (data) => {
          const { webhookDeliveries: payload } = data as AttemptsPayload;
          if (!payload) return false;
          const isFirst = cursor === null;
          cursor = payload.cursor;
          const deliveries = payload.deliveries ?? [];
          if (!isFirst && deliveries.length === 0) return false;
          refresh([...(webhookId === null ? [] : [webhookId]), ...deliveries.map(({ id }) => id)]);
          listener(deliveries, isFirst);
          return false;
        },
      },
    ],
    ended.signal,
  );
  return () => ended.abort();
}

/** Follows the deliveries of a webhook; undefined follows nothing. */
export function useAttempts(webhookId: string | undefined): void {
  useEffect(() => {
    if (webhookId === undefined) return undefined;
    return followAttempts(webhookId, () => undefined);
  }, [webhookId]);
}
