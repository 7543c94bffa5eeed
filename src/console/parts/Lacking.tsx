import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';

/** Which permissions are missing. */
export function Lacking({ permissions }: { permissions: readonly string[] }): ReactNode {
  const words = useWords();
  return (
    <p role="alert" className="notice" data-kind="warn">
      {words.refused(permissions)}
    </p>
  );
}
