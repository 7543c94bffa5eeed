import { useSyncExternalStore } from 'react';

/** Milliseconds after which relative times are written again. */
const interval = 20_000;

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, interval);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** The time in milliseconds, which moves on while a page is open: a relative time never becomes wrong. */
export function useNow(): number {
  useSyncExternalStore(subscribe, () => now);
  return Date.now();
}
