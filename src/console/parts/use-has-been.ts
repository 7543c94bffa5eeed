import { useEffect, useState } from 'react';

/** Whether something was so at any time while the page was open. */
export function useHasBeen(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    if (isSo) setHasBeen(true);
  }, [isSo]);
  return hasBeen;
}
