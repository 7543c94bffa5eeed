import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { Contact } from './Contact.tsx';

/** Which permissions are missing, and whom to ask. */
export function Lacking({ permissions }: { permissions: readonly string[] }): ReactNode {
  const words = useWords();
  return (
    <div role="alert" className="notice" data-kind="warn">
      <p>{words.refused(permissions)}</p>
      <Contact />
    </div>
  );
}
