import type { ReactNode } from 'react';
import { ChangeButton } from '../ChangeButton.tsx';
import { StateMark } from '../marks.tsx';
import { newTarget } from './policy.ts';
import { useTexts } from './use-texts.ts';

interface Props {
  applicationId: string;
  /** The API resource that is to be the only one; without one, it is chosen in the form. */
  only?: { id: string; displayName: string } | null | undefined;
}

/** The notice that no rule restricts for which API resources an application exchanges, with the way to such a rule. */
export function OpenTargets({ applicationId, only }: Props): ReactNode {
  const texts = useTexts();
  const rule = only ? { targets: [newTarget(only.id)] } : {};
  return (
    <div className="notice row">
      <span className="grow">
        <StateMark tone="warn">{texts.ifOff.targets}</StateMark>
      </span>
      <ChangeButton operation="setApplicationExchangePolicy" input={{ applicationId, ...rule }}>
        {only ? texts.onlyFor(only.displayName) : texts.onlyForSome}…
      </ChangeButton>
    </div>
  );
}
