import { matches, matchesType } from '../../domain/webhook-filter.ts';
import type { EventText } from '../../store/webhooks/events.ts';
import type { RouteRow } from '../../store/webhooks/routes.ts';

/** What a process knows of a webhook: which events it receives, and whether some of them may not have been sent. */
export interface Route extends Omit<RouteRow, 'cursor' | 'wasEnabled'> {
  /** Whether it was enabled at the last position that was read. */
  isEnabled: boolean;
  /** The stored cursor, as far as it is known. */
  stored: number;
  /** Nothing up to this position is left to send. */
  clear: number;
  /** Position of the last event that it receives. */
  wanted: number;
  /** When the first of the events that are left was read. */
  since: Date;
  /** Another process holds it: claimed again after the next look at its cursor. */
  isElsewhere: boolean;
}

/** The webhooks, by the events that they receive. */
export interface Routes {
  /** Takes over settings; what is known of the progress stays. `position` is the last one that was read. */
  load(rows: readonly RouteRow[], position: number, now: Date): void;
  remove(webhookId: string): void;
  /** Reads the next events: notes which webhooks receive them. */
  read(events: readonly EventText[], now: Date): void;
  get(webhookId: string): Route | undefined;
  all(): Route[];
  /** Those that have something left to send. */
  withWork(): Route[];
  /** Nothing up to this position is left to send to a webhook. */
  advance(webhookId: string, position: number): void;
}

export const hasWork = ({ wanted, clear }: Route): boolean => wanted > clear;

export function createRoutes(): Routes {
  const routes = new Map<string, Route>();
  const working = new Set<Route>();
  /** Those that may receive events of a type: the cost of an event depends on how many match it, not on how many there are. */
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

/** One that is behind the position may have something to send: it is in the log. */
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
