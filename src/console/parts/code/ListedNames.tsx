import { Fragment, type ReactNode } from 'react';
import { useWords } from '../../words/index.ts';

/** The first names of scopes in a sentence, and how many there are beyond them. */
export function ListedNames({ names, most }: { names: readonly string[]; most: number }): ReactNode {
  const { change } = useWords();
  const others = names.length - most;
  return (
    <>
      {names.slice(0, most).map((name, index) => (
        <Fragment key={name}>
          {index > 0 ? ', ' : ''}
          <code>{name}</code>
        </Fragment>
      ))}
      {others > 0 ? ` ${change.others(others)}` : ''}
    </>
  );
}
