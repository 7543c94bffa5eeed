import type { ReactNode } from 'react';
import type { Proposal } from './proposal.ts';
import { RecordNames } from './RecordNames.tsx';
import { useTexts } from './use-texts.ts';

/** The API resources of which a proposal has no scopes, and why. */
export function ByHand({ proposal: { unscoped, tooWide } }: { proposal: Proposal }): ReactNode {
  const { byHand: texts } = useTexts();
  if (unscoped.length + tooWide.length === 0) return null;
  return (
    <div className="notice stack tight" data-kind="warn">
      {unscoped.length > 0 ? (
        <span>
          {texts.unscoped} <RecordNames records={unscoped} />
        </span>
      ) : null}
      {tooWide.length > 0 ? (
        <span>
          {texts.tooWide} <RecordNames records={tooWide} />
        </span>
      ) : null}
      <span>{texts.choose}</span>
    </div>
  );
}
