import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSetAddress } from '../../data/use-address.ts';
import { Sources } from '../../parts/Sources.tsx';
import { useWords } from '../../words/index.ts';
import type { ExplainedScope, ExplanationProps } from './explanation-data.ts';
import { Parties } from './parties.tsx';
import { Remedy } from './remedy.tsx';

/** The outcome, the four parties, and each scope with its reason and what fixes it. */
export function Explanation({ explanation, input }: ExplanationProps): ReactNode {
  const words = useWords();
  const { outcome, scopes, target } = explanation;
  return (
    <div className="stack" aria-live="polite">
      <div className="notice" data-kind={outcome.isGranted ? 'good' : 'bad'} role="status">
        <strong>{outcome.isGranted ? `✓ ${words.exchange.granted}` : `✗ ${words.exchange.refused}`}</strong>{' '}
        {outcome.isGranted ? (
          <>
            <code>{outcome.scope || words.exchange.noScope}</code> · {words.duration(outcome.expiresIn ?? 0)}
          </>
        ) : (
          <>
            <code>{outcome.error}</code> {outcome.errorDescription}
          </>
        )}
      </div>
      <Parties explanation={explanation} input={input} />
      <section className="card" aria-label={words.explain.scopes}>
        {scopes.map((scope) => (
          <ScopeRow key={scope.name} scope={scope} userId={input.userId} resourceId={target?.apiResource?.id ?? null} />
        ))}
        {scopes.length === 0 ? <p className="empty">{words.explain.noScopes}</p> : null}
      </section>
      <p className="soft">● {words.explain.live}</p>
    </div>
  );
}

function ScopeRow({
  scope,
  userId,
  resourceId,
}: {
  scope: ExplainedScope;
  userId: string;
  resourceId: string | null;
}): ReactNode {
  const words = useWords();
  const setAddress = useSetAddress();
  const { name, isGranted, reason, through, inOtherOrganizations } = scope;
  return (
    <div className="scope-row">
      <span className={isGranted ? 'good' : 'bad'} aria-hidden="true">
        {isGranted ? '✓' : '✗'}
      </span>
      <span>
        <code>{name}</code>
        <span className="visually-hidden">{isGranted ? words.explain.isGranted : words.explain.isMissing}</span>
      </span>
      <span className="row">
        {isGranted ? <Sources sources={through} /> : <span>{reason ? words.explain.reasons[reason] : ''}</span>}
        {reason === 'HELD_IN_OTHER_ORGANIZATION'
          ? inOtherOrganizations.map(({ organization }) =>
              organization ? (
                <Button key={organization.id} variant="default" onClick={() => setAddress({ org: organization.id })}>
                  {words.explain.askFor(organization.displayName)}
                </Button>
              ) : null,
            )
          : null}
        {reason === 'NOT_HELD' ? <Remedy scope={name} userId={userId} resourceId={resourceId} /> : null}
      </span>
    </div>
  );
}
