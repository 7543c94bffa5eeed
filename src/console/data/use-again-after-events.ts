import { useEffect, useRef } from 'react';
import { type FeedEvent, onEvents } from './feed.ts';

/** Milliseconds in which events are collected: a burst of them is one reading. */
const collecting = 1000;

const isAny = (): boolean => true;

/** Reads again after events (those that `isConcerned` selects), for what depends on records that are not shown. */
export function useAgainAfterEvents(
  again: (options: { requestPolicy: 'network-only' }) => void,
  isConcerned: (event: FeedEvent) => boolean = isAny,
): void {
  const latest = useRef(isConcerned);
  latest.current = isConcerned;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      timer = undefined;
      again({ requestPolicy: 'network-only' });
    };
    const stop = onEvents((events) => {
      if (events.some((event) => latest.current(event))) timer ??= setTimeout(read, collecting);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [again]);
}
