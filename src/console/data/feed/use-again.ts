// Reading again what a page shows, for what does not announce itself.
import { useEffect, useRef } from 'react';
import { type FeedEvent, onEvents } from './feed.ts';

type Again = (options: { requestPolicy: 'network-only' }) => void;

/** Milliseconds in which events are collected: a burst of them is one reading. */
const collecting = 1000;

const isAny = (): boolean => true;

/** Reads again after events (those that `isConcerned` selects), for what depends on records that are not shown. */
export function useAgainAfterEvents(again: Again, isConcerned: (event: FeedEvent) => boolean = isAny): void {
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

/**
 * Reads again every `interval` milliseconds what changes without events, such as the progress of a job. What no one
 * sees, in a tab in the background, waits.
 */
export function useAgainWhile(isChanging: boolean, again: Again, interval = 2000): void {
  useEffect(() => {
    if (!isChanging) return undefined;
    const timer = setInterval(() => !document.hidden && again({ requestPolicy: 'network-only' }), interval);
    return () => clearInterval(timer);
  }, [isChanging, again, interval]);
}
