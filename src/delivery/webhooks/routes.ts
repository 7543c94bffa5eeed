import { matches, matchesType } from '../../domain/webhook-filter.ts';
import type { EventText } from '../../store/webhooks/events.ts';
import type { RouteRow } from '../../store/webhooks/routes.ts';

/** What a process knows about a webhook: which events it receives, and whether some may not have been sent. */
export interface Route extends Omit<RouteRow, 'cursor' | 'wasEnabled'> {
  /** Whether it was enabled at the last position that was read. */
  isEnabled: boolean;
  /** The stored cursor, as far as known. */
  stored: number;
  /** Everything up to this position is sent. */
  clear: number;
  /** Position of the last event for it. */
  wanted: number;
  /** Time at which the first unsent event was read. */
  since: Date;
  /** Another process serves it. Not claimed until its cursor has been read again. */
  isElsewhere: boolean;
}

/** All webhooks, with the events that they receive. */
export interface Routes {
  /** Updates settings, but not the progress. `position` is the last one that was read. */
  load(rows: readonly RouteRow[], position: number, now: Date): void;
  remove(webhookId: string): void;
  /** Matches the next events with the webhooks. */
  read(events: readonly EventText[], now: Date): void;
  get(webhookId: string): Route | undefined;
  all(): Route[];
  /** Webhooks with unsent events. */
  withWork(): Route[];
  /** Everything up to this position is sent to a webhook. */
  advance(webhookId: string, position: number): void;
}

export const hasWork = ({ wanted, clear }: Route): boolean => wanted > clear;

export function createRoutes(): Routes {
  const routes = new Map<string, Route>();
  const working = new Set<Route>();
  /**
   * Webhooks by event type, so that the cost of an event depends on how many match it, not on the number of webhooks
   * (bench:events, deliveries, at least 0.45).
   */
  let byType = new Map<string, Route[]>();
  const forType = (event: EventText): Route[] => {
    const known = byType.get(event.type);
    if (known) return known;
    const found = Array.from(routes.values()).filter((route) => matchesType(route, event));
    byType.set(event.type, found);
    return found;
  };
  return {
    load(rows, position, now) {
      byType = new Map();
      for (const { cursor, wasEnabled, ...filter } of rows) {
        const known = routes.get(filter.webhookId);
        const route = known ?? newRoute({ ...filter, isEnabled: wasEnabled }, { cursor, position, now });
        routes.set(filter.webhookId, Object.assign(route, filter));
        if (hasWork(route)) working.add(route);
      }
    },
    remove(webhookId) {
      const route = routes.get(webhookId);
      if (route) working.delete(route);
      routes.delete(webhookId);
      byType = new Map();
    },
    read(events, now) {
      for (const event of events) {
        const own = event.subjectKind === 'webhook' ? routes.get(event.subjectId) : undefined;
        if (own && event.type === 'Webhook.Enabled') own.isEnabled = true;
        if (own && event.type === 'Webhook.Disabled') own.isEnabled = false;
        for (const route of forType(event)) {
          if (!route.isEnabled || event.position <= route.clear || !matches(route, event)) continue;
          if (!hasWork(route)) Object.assign(route, { clear: event.position - 1, since: now });
          route.wanted = event.position;
          working.add(route);
        }
      }
    },
    get: (webhookId) => routes.get(webhookId),
    all: () => Array.from(routes.values()),
    withWork() {
      for (const route of working) if (!hasWork(route)) working.delete(route);
      return Array.from(working);
    },
    advance(webhookId, position) {
      const route = routes.get(webhookId);
      if (!route) return;
      route.clear = Math.max(route.clear, position);
      route.stored = Math.max(route.stored, position);
    },
  };
}

/** A webhook with a cursor before the position may have unsent events in the log. */
const newRoute = (
  filter: Omit<RouteRow, 'cursor' | 'wasEnabled'> & { isEnabled: boolean },
  { cursor, position, now }: { cursor: number; position: number; now: Date },
): Route => ({
  ...filter,
  stored: cursor,
  clear: cursor,
  wanted: cursor < position ? position : cursor,
  since: now,
  isElsewhere: false,
});
