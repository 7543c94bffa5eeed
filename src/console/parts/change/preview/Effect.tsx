import type { ReactNode } from 'react';
import type { OperationName } from '../../../data/needs.ts';
import type { Operation } from '../../../data/operation.ts';
import { useMay } from '../../../data/viewer.ts';
import { ListedNames } from '../../code/ListedNames.tsx';
import type { Change } from '../use-change.ts';
import { comparedBy, useAccessChanges } from './use-access-changes.ts';
import { useTexts } from './use-texts.ts';

interface Props {
  name: OperationName;
  operation: Operation;
  change: Change;
}

/** Scopes that are listed; the tab *Access* has all. */
const mostScopes = 5;

/** The scopes that roles give to the one who gets them, for those who may read what is compared. */
export default function Effect(props: Props): ReactNode {
  const may = useMay();
  return comparedBy.every((permission) => may(permission)) ? <MoreScopes {...props} /> : null;
}

function MoreScopes(props: Props): ReactNode {
  const texts = useTexts();
  const [holder] = useAccessChanges(props)?.holders ?? [];
  if (!holder) return null;
  const names = [...new Set(holder.gained.map(({ scope }) => scope))];
  if (names.length === 0) return <p className="soft">{texts.noMore}</p>;
  return (
    <p aria-live="polite">
      {texts.more(names.length)} <ListedNames names={names} most={mostScopes} />
    </p>
  );
}
