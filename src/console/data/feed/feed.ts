// One subscription to all events per tab. It carries no data of the records: what is on screen is queried again.
import { session } from '../../session/session.ts';
import type { EventTypeName } from '../event-facts.ts';
import type { FeedSubscription } from './feed-connection.ts';
import { withPlainNames } from '../records/plain-names.ts';
import { refresh, refreshAll, repeatUnanswered } from './refetch-on-events.ts';
import { followOwnRights } from '../own-rights.ts';

export interface FeedEvent {
  id: string;
  typeName: EventTypeName;
  timestamp: string;
  organizationId: string | null;
  subject: { kind: string; id: string; label: string | null };
  actor: { kind: string; id: string | null; label: string | null };
}

interface FeedState {
  isLive: boolean;
  /** Since when it has not been live; null at first. */
  lostAt: Date | null;
}

const document = `subscription Feed($after: String) {
  events(after: $after) {
    __typename
    ... on EventMessage {
      cursor
      event {
        id typeName timestamp organizationId
        subject { kind id label }
        actor { kind id label }
      }
    }
    ... on CaughtUp { cursor from }
    ... on CursorExpired { message }
  }
}`;

interface FeedPayload {
  __typename: 'EventMessage' | 'CaughtUp' | 'CursorExpired';
  cursor?: string;
  /** Null if the subscription began with new events. */
  from?: string | null;
  event?: FeedEvent;
}

/** Milliseconds in which events are collected before the pages receive them. */
const collecting = 250;

let state: FeedState = { isLive: false, lostAt: null };
let cursor: string | null = null;
let collected: FeedEvent[] = [];
let collector: ReturnType<typeof setTimeout> | undefined;
const stateListeners = new Set<() => void>();
const eventListeners = new Set<(events: readonly FeedEvent[]) => void>();

export const feedState = {
  current: (): FeedState => state,
  subscribe(listener: () => void): () => void {
    stateListeners.add(listener);
    return () => stateListeners.delete(listener);
  },
};

/** Calls the function with new events, oldest first, until the returned function is called. */
export function onEvents(listener: (events: readonly FeedEvent[]) => void): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

/**
 * Follows the events that the viewer may read, those after the cursor, and the rights of the viewer, as long as the
 * page is open.
 */
export function openFeed(mayReadEvents: boolean, after: string | null): void {
  cursor = after;
  let isPossible = mayReadEvents;
  let hasReceived = false;
  const events: FeedSubscription = {
    query: document,
    variables: () => ({ after: cursor }),
    onData(data) {
      hasReceived = true;
      receive(withPlainNames((data as { events: FeedPayload }).events));
      return false;
    },
    onLost({ isRefused, isCursorUnknown }) {
      if (isCursorUnknown) cursor = null;
      setState({ isLive: false, lostAt: state.lostAt ?? new Date() });
      // Refused from the start: the next connection only follows the rights, which the same one would send.
      if (isRefused && !hasReceived) isPossible = false;
      hasReceived = false;
    },
  };
  const rights = followOwnRights((mayReadNow) => {
    const mustConnect = mayReadNow !== isPossible;
    isPossible = mayReadNow;
    return mustConnect;
  });
  // Not needed to show the page.
  import('./feed-connection.ts')
    .then(({ keepConnected }) => keepConnected(() => (isPossible ? [events, rights] : [rights])))
    .catch(() => setState({ isLive: false, lostAt: new Date() }));
  session.subscribe(() => !session.hasEnded() && refreshAll());
}

function receive({ __typename, cursor: latest, from, event }: FeedPayload): void {
  if (latest) cursor = latest;
  if (__typename === 'CursorExpired') cursor = null;
  if (__typename === 'CaughtUp') {
    setState({ isLive: true, lostAt: null });
    // Changes before the subscription began are unknown.
    if (from === null) refreshAll();
    else repeatUnanswered();
  }
  if (!event) return;
  refresh([event.subject.id]);
  collected.push(event);
  collector ??= setTimeout(deliver, collecting);
}

function deliver(): void {
  collector = undefined;
  const events = collected;
  collected = [];
  for (const listener of eventListeners) listener(events);
}

function setState(next: FeedState): void {
  if (next.isLive === state.isLive && next.lostAt === state.lostAt) return;
  state = next;
  for (const listener of stateListeners) listener();
}
