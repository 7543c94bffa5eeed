import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { lastPosition, type Place } from '../../store/event-positions.ts';
import type { LoggedEvent } from '../../store/logged-event.ts';
import type { Endpoint } from '../../store/webhooks/endpoints.ts';
import { type NextEvents, readNextEvents, selectReceived } from '../../store/webhooks/events.ts';
import { readAllConsumers, readConsumers, initializeCursors } from '../../store/webhooks/consumers.ts';
import { bufferLimits } from '../event-log/buffer.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { createConsumers, type Consumers } from './consumers.ts';

interface Services {
  database: Pick<Database, 'pool'>;
  clock: Clock;
  eventLog: Pick<EventLog, 'openReader'>;
}

/** The event log, read once per process for all webhooks. */
export interface EventSource {
  readonly consumers: Consumers;
  /** The last event that was read; undefined before the first read. */
  readonly head: Place | undefined;
  /** See `Tailer.history`: the one of `head` and the consumers. */
  readonly history: number;
  /**
   * Reads to the end of the log and calls `onPage` after each page. `hasChanges`: there were events about webhooks.
   */
  read(onPage: () => Promise<void>): Promise<{ hasChanges: boolean }>;
  /** The next events for a webhook, from memory if it reaches back far enough, otherwise from the log. */
  nextEvents(endpoint: Endpoint, limit: number): Promise<NextEvents>;
  close(): void;
}

export function createEventSource({ database, clock, eventLog }: Services): EventSource {
  const consumers = createConsumers();
  const log = eventLog.openReader();
  let head: Place | undefined;
  let history = 0;

  /** Returns the place from which to read: at most as many events are behind as fit in memory. */
  async function open(): Promise<Place> {
    const { history: opened } = log;
    const last = await lastPosition(database);
    await initializeCursors(database);
    const { consumers: rows, start } = await readAllConsumers(database, { head: last, max: bufferLimits.events });
    consumers.clear();
    consumers.load(rows, start.position, clock.now());
    history = opened;
    return start;
  }
  return {
    consumers,
    get head() {
      return head;
    },
    get history() {
      return history;
    },
    async read(onPage) {
      head ??= await open();
      await log.refresh();
      if (history !== log.history) {
        // The log lacks what was read of it: webhooks go on from what is stored. If that fails, the next read opens it.
        head = undefined;
        head = await open();
      }
      for (let hasChanges = false; ; await onPage()) {
        const events = await log.after(head.position);
        const last = events.at(-1);
        if (!last) return { hasChanges };
        const first = events.findIndex(isOfWebhook);
        const before = events.slice(0, first < 0 ? undefined : first);
        consumers.read(before, clock.now());
        if (first >= 0) await reload({ database, clock, consumers }, head.position, events.filter(isOfWebhook));
        head = { position: last.position, id: last.id };
        consumers.read(events.slice(before.length), clock.now());
        hasChanges ||= first >= 0;
      }
    },
    async nextEvents(endpoint, limit) {
      const { webhookId, cursor } = endpoint;
      const consumer = consumers.get(webhookId);
      const position = Math.max(cursor, consumer?.sentUpTo ?? 0);
      const recent = head && history === log.history ? log.inMemory(position, head.position) : undefined;
      // The state of the webhook here may be of a log that has lost its last events; the stored cursor is not.
      if (!consumer || !head || !recent) return readNextEvents(database, endpoint, cursor, limit);
      const switchEvent = recent.find((event) => isSwitchOf(webhookId, event));
      const wasEnabled = switchEvent ? switchEvent.type === 'Webhook.Disabled' : consumer.isEnabled;
      return receivedOf(recent, endpoint, { wasEnabled, limit, end: laterOf(head, position) });
    },
    close: log.close,
  };
}

/** Loads the settings of webhooks after events about them: a change applies from its position in the log on. */
async function reload(
  { database, clock, consumers }: Pick<Services, 'database' | 'clock'> & { consumers: Consumers },
  position: number,
  webhookEvents: readonly LoggedEvent[],
): Promise<void> {
  if (webhookEvents.some(({ type }) => type === 'Webhook.Created')) await initializeCursors(database);
  const webhookIds = [...new Set(webhookEvents.map(({ subjectId }) => subjectId))];
  const rows = await readConsumers(database, webhookIds, position);
  const presentIds = new Set(rows.map(({ webhookId }) => webhookId));
  for (const webhookId of webhookIds) if (!presentIds.has(webhookId)) consumers.remove(webhookId);
  consumers.load(rows, position, clock.now());
}

const laterOf = (head: Place, position: number): Place => (head.position < position ? { position, id: null } : head);

/** The events that a webhook receives, and the place up to which they are all: `end` unless there are more. */
function receivedOf(
  recent: readonly LoggedEvent[],
  endpoint: Endpoint,
  { wasEnabled, limit, end }: { wasEnabled: boolean; limit: number; end: Place },
): NextEvents {
  // One more than needed shows whether there are more.
  const all = selectReceived(recent, endpoint, { wasEnabled, limit: limit + 1 });
  const events = all.slice(0, limit);
  const hasMore = events.length < all.length;
  return { events, upTo: (hasMore ? events.at(-1) : undefined) ?? end, hasMore };
}

const isOfWebhook = ({ subjectKind }: LoggedEvent): boolean => subjectKind === 'webhook';

const isSwitchOf = (webhookId: string, { subjectId, type }: LoggedEvent): boolean =>
  subjectId === webhookId && (type === 'Webhook.Enabled' || type === 'Webhook.Disabled');
