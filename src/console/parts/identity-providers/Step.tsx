import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';

interface Props {
  title: ReactNode;
  /** Whether it is known that it was done; undefined if that cannot be known. */
  isDone?: boolean;
  children?: ReactNode;
}

/** A numbered step of a list: with a tick in the place of the number once it is done. */
export function Step({ title, isDone, children }: Props): ReactNode {
  const words = useWords();
  return (
    <li className="step" data-done={isDone}>
      <div className="stack tight">
        <h3>
          {title} {isDone ? <span className="visually-hidden">{words.change.done}</span> : null}
        </h3>
        {children}
      </div>
    </li>
  );
}
