import { type BlockerFn, type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

type Attempt = Parameters<BlockerFn>[0];

/** A way out that was stopped. */
interface Departure {
  href: string;
  go: () => void;
}

export interface SecretGuard {
  /** Whether the question is open if the secret may be lost. */
  isOpen: boolean;
  stay: () => void;
  leave: () => void;
  /** Ends the guard at once, before the next rendering: the secret is not needed any more. */
  release: () => void;
}

/** The way out, as it is taken after the question: a jump over several entries becomes a new one. */
function departureBy(history: RouterHistory, { nextLocation: { href, state }, action }: Attempt): Departure {
  if (action === 'BACK') return { href, go: () => history.back() };
  if (action === 'FORWARD') return { href, go: () => history.forward() };
  if (action === 'REPLACE') return { href, go: () => history.replace(href, state) };
  return { href, go: () => history.push(href, action === 'GO' ? undefined : state) };
}

/**
 * Stops everything that leaves a secret which was not copied: links, keys, the palette, the way back, the end of its
 * dialog. The browser itself asks before the tab closes.
 */
export function useSecretGuard(isHeld: boolean): SecretGuard {
  const { history } = useRouter();
  const [departure, setDeparture] = useState<Departure | null>(null);
  const unblock = useRef(() => {});
  useEffect(() => {
    if (!isHeld) return undefined;
    unblock.current = history.block({
      blockerFn(attempt: Attempt) {
        const next = departureBy(history, attempt);
        // The same way out again, such as a second Escape, takes the question back.
        setDeparture((before) => (before?.href === next.href ? null : next));
        return true;
      },
      enableBeforeUnload: true,
    });
    return () => {
      unblock.current();
      setDeparture(null);
    };
  }, [isHeld, history]);
  return {
    isOpen: departure !== null,
    stay: () => setDeparture(null),
    leave() {
      unblock.current();
      departure?.go();
    },
    release: () => unblock.current(),
  };
}
