import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';
import { When } from './marks.tsx';

/** Until when a lock after failed attempts holds. One that does not end by itself has the year 9999. */
export function LockEnd({ until }: { until: string }): ReactNode {
  const { state } = useWords();
  if (until >= '9999') return state.untilUnlocked;
  return (
    <>
      {state.until} <When at={until} isDated />
    </>
  );
}
