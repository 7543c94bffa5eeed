import { useEffect } from 'react';

type Again = (options: { requestPolicy: 'network-only' }) => void;

/** Reads again every `interval` milliseconds what changes without events, such as the progress of a job. */
export function useAgainWhile(isChanging: boolean, again: Again, interval = 2000): void {
  useEffect(() => {
    if (!isChanging) return undefined;
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), interval);
    return () => clearInterval(timer);
  }, [isChanging, again, interval]);
}
