import type { CombinedError } from '@urql/core';
import type { ReactNode } from 'react';
import { codeOf, problemsOf, requiredSignIn } from '../../data/change.ts';
import { useWords } from '../../words/index.ts';
import { Fault, lackedPermissions } from '../Fault.tsx';
import { ItemName } from './preview/RefusedItems.tsx';
import { SignInAgain } from './sign-in/SignInAgain.tsx';
import type { Change } from './use-change.ts';

interface Props {
  change: Change;
  hidden: ReadonlySet<string>;
  /** The fields that a form of its own shows; those of the mutation otherwise. */
  shown?: ReadonlySet<string> | undefined;
}

/** The problems of no field that is shown. */
export function Problems({ change, hidden, shown: ownShown }: Props): ReactNode {
  const words = useWords();
  const error = errorOf(change);
  if (!error || codeOf(error) === 'VERSION_MISMATCH') return null;
  const maxAge = requiredSignIn(error);
  if (maxAge !== null) return <SignInAgain maxAge={maxAge} onSignedIn={change.confirm} />;
  if (error.networkError || lackedPermissions(error).length > 0) return <Fault error={error} />;
  const inForm = ownShown ?? change.fields.map(({ name }) => name);
  const shown = new Set([...inForm].filter((name) => !hidden.has(name)));
  const rest = problemsOf(error).filter(({ path }) => !shown.has(String(path[0])));
  return rest.map((problem) => (
    <p key={problem.path.join('.') + problem.message} role="alert" className="notice" data-kind="bad">
      {typeof problem.path[1] === 'number' ? (
        <>
          <ItemName items={change.values['items']} index={problem.path[1]} />
          <br />
        </>
      ) : null}
      {words.reason(problem)}
    </p>
  ));
}

/** The error of the run, or of the dry run. */
export const errorOf = ({ failure, dryRun }: Change): CombinedError | null =>
  (failure ?? dryRun.outcome)?.error ?? null;
