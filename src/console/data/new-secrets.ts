// Secrets of applications that were just made: in the memory of this page and nowhere else, until they are put away.
import { useSyncExternalStore } from 'react';

interface NewSecret {
  readonly name: string;
  readonly value: string;
  readonly isCopied: boolean;
}

const secrets = new Map<string, NewSecret>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function keepNewSecret(applicationId: string, secret: NewSecret): void {
  secrets.set(applicationId, secret);
  for (const listener of listeners) listener();
}

/** Notes that it was copied: it can be left. */
export function markCopied(applicationId: string): void {
  const secret = secrets.get(applicationId);
  if (secret && !secret.isCopied) keepNewSecret(applicationId, { ...secret, isCopied: true });
}

export function dropNewSecret(applicationId: string): void {
  if (!secrets.delete(applicationId)) return;
  for (const listener of listeners) listener();
}

/** The secret of an application that was just made; undefined if there is none. */
export const useNewSecret = (applicationId: string): NewSecret | undefined =>
  useSyncExternalStore(subscribe, () => secrets.get(applicationId));
