import { useEffect } from 'react';

type Again = (options: { requestPolicy: 'network-only' }) => void;

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
