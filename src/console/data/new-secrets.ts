// Secrets of applications that were made in this page: in its memory and nowhere else, until it is reloaded or closed.
import { useSyncExternalStore } from 'react';

interface NewSecret {
  readonly name: string;
  readonly value: string;
  readonly isCopied: boolean;
  /** Whether it is still shown. Later, the application can be tried out with it, and no more. */
  readonly isShown: boolean;
}

const secrets = new Map<string, NewSecret>();
const listeners = new Set<() => void>();

/** The browser itself asks before what was not copied is lost: the console keeps it on all of its pages. */
const askBeforeLoss = (event: BeforeUnloadEvent): void => {
  if ([...secrets.values()].some(({ isShown, isCopied }) => isShown && !isCopied)) event.preventDefault();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const keepNewSecret = (applicationId: string, name: string, value: string): void =>
  set(applicationId, { name, value, isCopied: false, isShown: true });

function set(applicationId: string, secret: NewSecret): void {
  secrets.set(applicationId, secret);
  window.addEventListener('beforeunload', askBeforeLoss);
  for (const listener of listeners) listener();
}

/** Notes that it was copied: it can be left. */
export function markCopied(applicationId: string): void {
  const secret = secrets.get(applicationId);
  if (secret && !secret.isCopied) set(applicationId, { ...secret, isCopied: true });
}

/** Leaves its application: a secret that was copied is not shown to a person who comes back to it. */
export function leaveNewSecret(applicationId: string): void {
  if (secrets.get(applicationId)?.isCopied) hideNewSecret(applicationId);
}

/** Puts it away: it is not shown again. */
export function hideNewSecret(applicationId: string): void {
  const secret = secrets.get(applicationId);
  if (secret?.isShown) set(applicationId, { ...secret, isShown: false });
}

/** The secret of an application that was just made, as long as it is shown. */
export function useNewSecret(applicationId: string): NewSecret | undefined {
  const secret = useSyncExternalStore(subscribe, () => secrets.get(applicationId));
  return secret?.isShown ? secret : undefined;
}

/** The last secret of an application that was made in this page, to try it out. */
export const useKeptSecret = (applicationId: string): string | undefined =>
  useSyncExternalStore(subscribe, () => secrets.get(applicationId)?.value);
