import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';
import { When } from './marks.tsx';

/** The end of a lock after failed attempts. One that does not end by itself has the year 9999. */
export function LockEnd({ until }: { until: string }): ReactNode {
  const { state } = useWords();
  return until >= '9999' ? state.untilUnlocked : <When at={until} isExact />;
}
