import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { lastPosition, assignPositions } from '../../store/event-positions.ts';
import type { Endpoint } from '../../store/webhooks/endpoints.ts';
import {
  type EventText,
  eventTextsAfter,
  type NextEvents,
  readNextEvents,
  selectReceived,
} from '../../store/webhooks/events.ts';
import { readAllConsumers, readConsumers, initializeCursors } from '../../store/webhooks/consumers.ts';
import { createLogWindow, type LogWindow, windowSize } from './log-window.ts';
import { createConsumers, type Consumers } from './consumers.ts';

/** Events per read. */
const pageSize = 200;

interface Services {
  database: Pick<Database, 'pool' | 'preparedStatements'>;
  clock: Clock;
}

/** The event log, read once per process for all webhooks. */
export interface EventSource {
  readonly consumers: Consumers;
  /** Position of the last event that was read; undefined before the first read. */
  readonly head: number | undefined;
  /**
   * Reads to the end of the log and calls `onPage` after each full page. `hasChanges`: there were events about
   * webhooks.
   */
  read(onPage: () => Promise<void>): Promise<{ hasChanges: boolean }>;
  /** The next events for a webhook, from memory if it reaches back far enough, otherwise from the log. */
  nextEvents(endpoint: Endpoint, limit: number): Promise<NextEvents>;
}

export function createEventSource({ database, clock }: Services): EventSource {
  const consumers = createConsumers();
  let log: LogWindow | undefined;

  async function open(): Promise<LogWindow> {
    const head = Number(await lastPosition(database));
    await initializeCursors(database);
    const { consumers: rows, position } = await readAllConsumers(database, { head, max: windowSize });
    consumers.load(rows, position, clock.now());
    return createLogWindow(position);
  }
  /** Loads the settings of webhooks after events about them: a change applies from its position in the log on. */
  async function reload(position: number, own: readonly EventText[]): Promise<void> {
    if (own.some(({ type }) => type === 'Webhook.Created')) await initializeCursors(database);
    const webhookIds = [...new Set(own.map(({ subjectId }) => subjectId))];
    const rows = await readConsumers(database, webhookIds, position);
    const found = new Set(rows.map(({ webhookId }) => webhookId));
    for (const webhookId of webhookIds) if (!found.has(webhookId)) consumers.remove(webhookId);
    consumers.load(rows, position, clock.now());
  }
  return {
    consumers,
    get head() {
      return log?.head;
    },
    async read(onPage) {
      log ??= await open();
      await assignPositions(database);
      for (let hasChanges = false; ; await onPage()) {
        const events = await eventTextsAfter(database, log.head, pageSize);
        const first = events.findIndex(isOfWebhook);
        const before = first < 0 ? events : events.slice(0, first);
        consumers.read(before, clock.now());
        if (first >= 0) await reload(log.head, events.filter(isOfWebhook));
        log.add(events);
        consumers.read(events.slice(before.length), clock.now());
        hasChanges ||= first >= 0;
        if (events.length < pageSize) return { hasChanges };
      }
    },
    async nextEvents(endpoint, limit) {
      const { webhookId, cursor } = endpoint;
      const consumer = consumers.get(webhookId);
      const position = Math.max(cursor, consumer?.sentUpTo ?? 0);
      const recent = consumer && log?.after(position);
      if (!log || !recent) return readNextEvents(database, endpoint, position, limit);
      const own = recent.find((event) => isSwitchOf(webhookId, event));
      const wasEnabled = own ? own.type === 'Webhook.Disabled' : consumer.isEnabled;
      // One more than needed shows whether there are more.
      const all = selectReceived(recent, endpoint, { wasEnabled, limit: limit + 1 });
      const events = all.slice(0, limit);
      const hasMore = events.length < all.length;
      return { events, upTo: (hasMore ? events.at(-1)?.position : undefined) ?? Math.max(log.head, position), hasMore };
    },
  };
}

const isOfWebhook = ({ subjectKind }: EventText): boolean => subjectKind === 'webhook';

const isSwitchOf = (webhookId: string, { subjectId, type }: EventText): boolean =>
  subjectId === webhookId && (type === 'Webhook.Enabled' || type === 'Webhook.Disabled');
