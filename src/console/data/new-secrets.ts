// Secrets of applications that were just made: in the memory of this page and nowhere else, until they are put away.
import { useSyncExternalStore } from 'react';

const secrets = new Map<string, string>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function keepNewSecret(applicationId: string, secret: string): void {
  secrets.set(applicationId, secret);
  for (const listener of listeners) listener();
}

export function dropNewSecret(applicationId: string): void {
  if (!secrets.delete(applicationId)) return;
  for (const listener of listeners) listener();
}

/** The secret of an application that was just made; undefined if there is none. */
export const useNewSecret = (applicationId: string): string | undefined =>
  useSyncExternalStore(subscribe, () => secrets.get(applicationId));
