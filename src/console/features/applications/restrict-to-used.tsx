import type { ReactNode } from 'react';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { ByHand } from '../../parts/exchange-rules/ByHand.tsx';
import { Incomplete } from '../../parts/exchange-rules/Incomplete.tsx';
import type { Target } from '../../parts/exchange-rules/policy.ts';
import { proposalOf, sameTargets } from '../../parts/exchange-rules/proposal.ts';
import { grantedOf, usedApis } from '../../parts/exchange-rules/used.ts';
import { useTexts } from '../../parts/exchange-rules/use-texts.ts';
import { useUsed } from '../../parts/exchange-rules/use-used.ts';
import { useApplication } from './application.ts';

/** The APIs that the application has used in 30 days, as a proposal that fills the form of the rules. */
export function RestrictToUsed({ targets }: { targets: readonly Target[] | null }): ReactNode {
  const texts = useTexts();
  const { id } = useApplication();
  const use = useUsed(id);
  if (!use) return null;
  const granted = grantedOf(use.used);
  const proposal = proposalOf(use.used, targets);
  const isSame = proposal !== null && sameTargets(proposal.targets, targets);
  const isNarrow = targets?.every(({ scopes }) => scopes.length > 0) ?? false;
  return (
    <div className="stack tight">
      {granted === 0 ? (
        <p className="soft">{use.isNeverRecorded ? texts.neverRecorded : texts.nothingUsed}</p>
      ) : (
        <div className="row">
          <span className="grow">
            {texts.used(granted, usedApis(use.used).length)}{' '}
            {proposal === null
              ? texts.tooMany
              : isSame
                ? isNarrow
                  ? texts.isRestricted
                  : texts.isRestrictedToApis
                : ''}
          </span>
          {proposal === null || isSame || proposal.targets.length === 0 ? null : (
            <ChangeButton
              operation="setApplicationExchangePolicy"
              input={{ applicationId: id, targets: proposal.targets }}
            >
              {texts.restrict}…
            </ChangeButton>
          )}
        </div>
      )}
      {proposal ? <ByHand proposal={proposal} /> : null}
      <Incomplete use={use} />
    </div>
  );
}
