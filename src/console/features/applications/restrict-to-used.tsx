import type { ReactNode } from 'react';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { Incomplete } from '../../parts/exchange-rules/Incomplete.tsx';
import type { Target } from '../../parts/exchange-rules/policy.ts';
import { proposalOf, sameTargets, usedApis } from '../../parts/exchange-rules/used.ts';
import { useTexts } from '../../parts/exchange-rules/use-texts.ts';
import { useUsed } from '../../parts/exchange-rules/use-used.ts';
import { useApplication } from './application.ts';

/** What the application has used in 30 days, as a proposal that fills the form of the rules. */
export function RestrictToUsed({ targets }: { targets: readonly Target[] | null }): ReactNode {
  const texts = useTexts();
  const { id } = useApplication();
  const use = useUsed(id);
  if (!use) return null;
  const apis = usedApis(use.used);
  const granted = apis.reduce((sum, api) => sum + api.granted, 0);
  const proposal = proposalOf(use.used, targets);
  return (
    <div className="stack tight">
      {granted === 0 ? (
        <p className="soft">{use.isNeverRecorded ? texts.neverRecorded : texts.nothingUsed}</p>
      ) : (
        <div className="row">
          <span className="grow">
            {texts.used(granted, apis.length)}{' '}
            {proposal === null ? texts.tooMany : sameTargets(proposal, targets) ? texts.isRestricted : ''}
          </span>
          {proposal === null || sameTargets(proposal, targets) ? null : (
            <ChangeButton operation="setApplicationExchangePolicy" input={{ applicationId: id, targets: proposal }}>
              {texts.restrict}…
            </ChangeButton>
          )}
        </div>
      )}
      <Incomplete use={use} />
    </div>
  );
}
