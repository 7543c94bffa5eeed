import { useEffect } from 'react';

/** Milliseconds between two reads. */
const interval = 2000;

/** Reads a record again and again while it changes without events: the progress of a job, attempts of a delivery. */
export function useAgainWhile(isChanging: boolean, again: (options: { requestPolicy: 'network-only' }) => void): void {
  useEffect(() => {
    if (!isChanging) return undefined;
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), interval);
    return () => clearInterval(timer);
  }, [isChanging, again]);
}
