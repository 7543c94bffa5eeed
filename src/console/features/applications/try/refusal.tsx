import type { ReactNode } from 'react';
import type { Search } from '../../../data/address.ts';
import { LinkButton } from '../../../parts/LinkButton.tsx';
import { useTexts } from './use-texts.ts';

/** The error of the token endpoint; or that it has not answered, or that the session has ended or is too old. */
export type Failure = { error: string; description: string | null } | 'no-answer' | 'no-session';

interface Props {
  failure: Failure;
  /** The explanation of the same exchange. */
  explain?: Search | undefined;
}

/** Why a trial failed, in the words of the issuer, with what helps. */
export function Refusal({ failure, explain }: Props): ReactNode {
  const texts = useTexts();
  const hints: Readonly<Record<string, string>> = texts.hints;
  if (typeof failure === 'string')
    return (
      <p className="notice" data-kind="bad" role="alert">
        {texts.failures[failure]}
      </p>
    );
  return (
    <div className="notice stack tight" data-kind="bad" role="alert">
      <span>
        <code>{failure.error}</code> {failure.description ?? ''}
      </span>
      {hints[failure.error] === undefined ? null : <span>{hints[failure.error]}</span>}
      {explain ? (
        <span className="row">
          <LinkButton to="/explain" search={explain}>
            {texts.explain}
          </LinkButton>
        </span>
      ) : null}
    </div>
  );
}
