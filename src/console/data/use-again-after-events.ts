import { useEffect } from 'react';
import { onEvents } from './feed.ts';

/** Milliseconds in which events are collected: a burst of them is one reading. */
const collecting = 1000;

/** Reads again after events, for what depends on records that are not shown. */
export function useAgainAfterEvents(again: (options: { requestPolicy: 'network-only' }) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      timer = undefined;
      again({ requestPolicy: 'network-only' });
    };
    const stop = onEvents(() => {
      timer ??= setTimeout(read, collecting);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [again]);
}
