import { useEffect, useRef } from 'react';

/** Milliseconds after which what was above the page is gone, its animation included. */
const closing = 200;
/** Milliseconds in which the list can receive a deletion that was made above it. */
const receiving = 5000;

/**
 * Gives the focus back when nothing is above the page any more: to what had it before, also if one dialog was opened
 * from another; if that is gone, to the row after a deleted one, or to the page. Focus is never lost (WCAG 2.2 §2.4.3).
 */
export function useFocusKept(isCovered: boolean): void {
  const latest = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && !target.closest('[role=dialog], [data-focus-guard]'))
        latest.current = target;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  const wasCovered = useRef(false);
  useEffect(() => {
    if (isCovered || !wasCovered.current) {
      wasCovered.current = isCovered;
      return undefined;
    }
    wasCovered.current = false;
    const giveBack = (): void => {
      if (isLost(document.activeElement)) placeFor(latest.current)?.focus();
    };
    // The element with the focus can go when the list receives the deletion, as the buttons of a selection do.
    const deletions = new MutationObserver(giveBack);
    const timers = [
      setTimeout(() => {
        giveBack();
        deletions.observe(document.body, { subtree: true, attributeFilter: ['data-deleted'] });
      }, closing),
      setTimeout(() => deletions.disconnect(), receiving),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      deletions.disconnect();
    };
  }, [isCovered]);
}

const isLost = (active: Element | null): boolean => active === null || active === document.body;

function placeFor(before: HTMLElement | null): HTMLElement | null {
  if (before?.isConnected && !before.closest('[data-deleted=true]')) return before;
  return rowAfterDeleted()?.querySelector<HTMLElement>('a, input, button') ?? document.querySelector('#content');
}

/** The first row after the last deleted one that is still there, otherwise the last before it. */
function rowAfterDeleted(): Element | undefined {
  const rows = [...document.querySelectorAll('tbody tr')];
  const isDeleted = (row: Element): boolean => row.matches('[data-deleted=true]');
  const at = rows.findLastIndex(isDeleted);
  if (at < 0) return undefined;
  return rows.slice(at).find((row) => !isDeleted(row)) ?? rows.findLast((row) => !isDeleted(row));
}
