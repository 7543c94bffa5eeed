import { useEffect, useRef, useState } from 'react';
import { client } from '../../data/client.ts';
import { graphql } from '../../data/graphql.ts';
import { type FeedEvent, onEvents } from '../../data/feed/feed.ts';

const LatestDocument = graphql(`
  query LatestEvents {
    events(last: 50) { nodes { id typeName timestamp organizationId subject { kind id label } actor { kind id label } } }
  }
`);

/** Events that are kept: the newest, so that a filter that is set later finds some. */
const kept = 2000;
/** Seconds that are counted. */
const counted = 60;

interface LiveEvents {
  /** Newest first. */
  events: readonly FeedEvent[];
  /** The time since when all events are known. */
  since: Date;
  /** Number of events in each of the last 60 seconds, the oldest second first. */
  perSecond: readonly number[];
  pausedAt: Date | null;
  /** Number of events since the pause. */
  waiting: number;
  pause: () => void;
  resume: () => void;
}

interface Paused {
  at: Date;
  events: readonly FeedEvent[];
  count: number;
}

/** The latest events, and those since the page is open. */
export function useLiveEvents(): LiveEvents {
  const [events, setEvents] = useState<readonly FeedEvent[]>([]);
  const [paused, setPaused] = useState<Paused | null>(null);
  const [openedAt] = useState(() => new Date());
  const isPaused = paused !== null;
  const { perSecond, count } = useDensity();
  const add = (arrived: readonly FeedEvent[]) => (before: readonly FeedEvent[]) =>
    [...arrived.toReversed(), ...before].slice(0, kept);
  useEffect(
    () =>
      onEvents((arrived) => {
        count(arrived.length);
        if (!isPaused) setEvents(add(arrived));
        else {
          setPaused(
            (before) =>
              before && {
                ...before,
                events: [...before.events, ...arrived].slice(-kept),
                count: before.count + arrived.length,
              },
          );
        }
      }),
    [isPaused, count],
  );
  useEffect(() => {
    let isOpen = true;
    const addLatest = async (): Promise<void> => {
      const { data } = await client.query(LatestDocument, {}, { requestPolicy: 'network-only' }).toPromise();
      const latest = (data?.events?.nodes ?? []).toReversed() as readonly FeedEvent[];
      if (!isOpen) return;
      setEvents((before) => [...before, ...latest.filter(({ id }) => !before.some((event) => event.id === id))]);
    };
    void addLatest();
    return () => {
      isOpen = false;
    };
  }, []);
  const resume = (): void => {
    setEvents(add(paused?.events ?? []));
    setPaused(null);
  };
  const pause = (): void => setPaused({ at: new Date(), events: [], count: 0 });
  const oldest = events.at(-1);
  const since = oldest ? new Date(oldest.timestamp) : openedAt;
  return { events, since, perSecond, pausedAt: paused?.at ?? null, waiting: paused?.count ?? 0, pause, resume };
}

/** Counts by second, moved on once a second. */
function useDensity(): { perSecond: readonly number[]; count: (events: number) => void } {
  const [perSecond, setPerSecond] = useState<readonly number[]>(() => Array.from({ length: counted }, () => 0));
  const current = useRef(0);
  const count = useRef((events: number): void => {
    current.current += events;
  });
  useEffect(() => {
    const timer = setInterval(() => {
      const latest = current.current;
      current.current = 0;
      // While nothing happens, nothing is drawn.
      setPerSecond((before) =>
        latest === 0 && before.every((one) => one === 0) ? before : [...before.slice(1), latest],
      );
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return { perSecond, count: count.current };
}
