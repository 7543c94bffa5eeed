import { useLayoutEffect } from 'react';

let parts: readonly string[] = [];
const listeners = new Set<() => void>();

/** The title of the page that is shown, the most special part first: none while its record is loaded. */
export const pageTitle = {
  parts: (): readonly string[] => parts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function setParts(next: readonly string[]): void {
  parts = next;
  for (const listener of listeners) listener();
}

/** Names the page in the tab and the history of the browser, and above it (WCAG 2.2, 2.4.2). */
export function usePageTitle(...named: readonly (string | undefined)[]): void {
  const shown = named.flatMap((part) => part || []);
  useLayoutEffect(() => {
    document.title = [...shown, 'Mandate'].join(' · ');
    setParts(shown);
    return () => setParts([]);
    // The parts are a new list each time.
  }, [shown.join(' · ')]);
}
