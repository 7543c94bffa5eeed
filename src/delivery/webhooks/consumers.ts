import { matches, matchesType } from '../../domain/webhooks/webhook-filter.ts';
import type { LoggedEvent } from '../../store/logged-event.ts';
import type { ConsumerRow } from '../../store/webhooks/consumers.ts';

/** The state of a webhook in a process: which events it receives, and whether some may not have been sent. */
export interface Consumer extends Omit<ConsumerRow, 'cursor' | 'wasEnabled'> {
  /** Whether it was enabled at the last position that was read. */
  isEnabled: boolean;
  /** The stored cursor, as far as known. */
  storedCursor: number;
  /** Everything up to this position is sent. */
  sentUpTo: number;
  /** Position of the last event for it. */
  lastMatch: number;
  /** Time at which the first unsent event was read. */
  waitingSince: Date;
  /** Another process serves it. Not claimed until its cursor has been read again. */
  isLeasedElsewhere: boolean;
}

/** All webhooks, with the events that they receive. */
export interface Consumers {
  /** Updates settings, but not the progress. `position` is the last one that was read. */
  load(rows: readonly ConsumerRow[], position: number, now: Date): void;
  remove(webhookId: string): void;
  /** Removes all. */
  clear(): void;
  /** Matches the next events with the webhooks. */
  read(events: readonly LoggedEvent[], now: Date): void;
  get(webhookId: string): Consumer | undefined;
  all(): Consumer[];
  /** Webhooks with unsent events. */
  withWork(): Consumer[];
  /** Everything up to this position is sent to a webhook. */
  advance(webhookId: string, position: number): void;
}

export const hasWork = ({ lastMatch, sentUpTo }: Consumer): boolean => lastMatch > sentUpTo;

/**
 * Webhooks by event type, so that the cost of an event depends on how many match it, not on the number of webhooks
 * (bench:events, deliveries, at least 0.3).
 */
function createReceivers(consumers: ReadonlyMap<string, Consumer>) {
  const byType = new Map<string, Consumer[]>();
  return {
    of(event: LoggedEvent): Consumer[] {
      const ofType = byType.get(event.type);
      if (ofType) return ofType;
      const receivers = Array.from(consumers.values()).filter((consumer) => matchesType(consumer, event));
      byType.set(event.type, receivers);
      return receivers;
    },
    /** To be called when consumers change. */
    forget: () => byType.clear(),
  };
}

export function createConsumers(): Consumers {
  const consumers = new Map<string, Consumer>();
  const working = new Set<Consumer>();
  const receivers = createReceivers(consumers);
  return {
    load(rows, position, now) {
      receivers.forget();
      for (const { cursor, wasEnabled, ...filter } of rows) {
        const existing = consumers.get(filter.webhookId);
        const consumer = existing ?? newConsumer({ ...filter, isEnabled: wasEnabled }, { cursor, position, now });
        consumers.set(filter.webhookId, Object.assign(consumer, filter));
        if (hasWork(consumer)) working.add(consumer);
      }
    },
    remove(webhookId) {
      const consumer = consumers.get(webhookId);
      if (consumer) working.delete(consumer);
      consumers.delete(webhookId);
      receivers.forget();
    },
    clear() {
      working.clear();
      consumers.clear();
      receivers.forget();
    },
    read(events, now) {
      for (const event of events) {
        const webhook = event.subjectKind === 'webhook' ? consumers.get(event.subjectId) : undefined;
        if (webhook && event.type === 'Webhook.Enabled') webhook.isEnabled = true;
        if (webhook && event.type === 'Webhook.Disabled') webhook.isEnabled = false;
        for (const consumer of receivers.of(event)) {
          if (!consumer.isEnabled || event.position <= consumer.sentUpTo || !matches(consumer, event)) continue;
          if (!hasWork(consumer)) Object.assign(consumer, { sentUpTo: event.position - 1, waitingSince: now });
          consumer.lastMatch = event.position;
          working.add(consumer);
        }
      }
    },
    get: (webhookId) => consumers.get(webhookId),
    all: () => Array.from(consumers.values()),
    withWork() {
      for (const consumer of working) if (!hasWork(consumer)) working.delete(consumer);
      return Array.from(working);
    },
    advance(webhookId, position) {
      const consumer = consumers.get(webhookId);
      if (!consumer) return;
      consumer.sentUpTo = Math.max(consumer.sentUpTo, position);
      consumer.storedCursor = Math.max(consumer.storedCursor, position);
    },
  };
}

/** A webhook with a cursor before the position may have unsent events in the log. */
const newConsumer = (
  filter: Omit<ConsumerRow, 'cursor' | 'wasEnabled'> & { isEnabled: boolean },
  { cursor, position, now }: { cursor: number; position: number; now: Date },
): Consumer => ({
  ...filter,
  storedCursor: cursor,
  sentUpTo: cursor,
  lastMatch: cursor < position ? position : cursor,
  waitingSince: now,
  isLeasedElsewhere: false,
});
