import { useEffect } from 'react';

/** Names the page in the tab and the history of the browser, the most special part first (WCAG 2.2, 2.4.2). */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, 'Mandate'].filter((part) => part !== undefined && part !== '').join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
