import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { When } from '../marks.tsx';
import { useTexts } from './use-texts.ts';
import type { RecentUse } from './use-used.ts';

/** Why what was used in 30 days may not be all. */
export function Incomplete({ use }: { use: RecentUse }): ReactNode {
  const { incomplete: texts } = useTexts();
  const { isOff, recordedSince, gaps, isCut, hasDeleted } = use;
  if (!isOff && recordedSince === null && gaps === 0 && !isCut && !hasDeleted) return null;
  return (
    <div className="notice stack tight" data-kind="warn">
      <span>{texts.title}</span>
      {isOff ? <span>{texts.off}</span> : null}
      {recordedSince === null ? null : (
        <span>
          {texts.since} <When at={recordedSince} isDated />
        </span>
      )}
      {gaps === 0 ? null : (
        <span>
          {texts.gaps(gaps)} <Link to="/exchanges">{texts.show}</Link>
        </span>
      )}
      {isCut ? <span>{texts.cut}</span> : null}
      {hasDeleted ? <span>{texts.deleted}</span> : null}
    </div>
  );
}
