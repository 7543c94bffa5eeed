import type { ReactNode } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { ObstacleSwitch } from '../../parts/ObstacleSwitch.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { useWords } from '../../words/index.ts';
import { useIdentityProvider } from './identity-provider.ts';
import { usePageTexts } from './use-page-texts.ts';

/** The settings of a sign-in with it: its effect on accounts, and the people who are led to it. */
export function SignInSettings(): ReactNode {
  const { id, addressTrust, linking, level2Values } = useIdentityProvider();
  const texts = usePageTexts();
  const { common, record } = useWords();
  return (
    <section className="card padded stack">
      <div className="row">
        <h2 className="grow">{texts.people}</h2>
        {changesOf({ identityProviderId: id })(common.edit, 'updateIdentityProvider', {
          addressTrust,
          linking,
          level2Values,
        })}
      </div>
      <Facts
        facts={[
          [texts.trust, texts.trusts[addressTrust]],
          [texts.linking, texts.linkings[linking]],
          [texts.level2, level2Values.join(', ') || record.nothing],
        ]}
      />
      <Switches />
    </section>
  );
}

function Switches(): ReactNode {
  const { id, isShown, isRequired, createsAccounts, domains } = useIdentityProvider();
  const texts = usePageTexts();
  const { change } = useWords();
  const openChange = useOpenChange();
  const mayWrite = useMay()('identity-providers:write');
  const lacking = mayWrite ? null : change.lacking('identity-providers:write');
  const turn = (values: object) => () => openChange('updateIdentityProvider', { identityProviderId: id, ...values });
  return (
    <>
      <ObstacleSwitch
        isOn={isShown}
        label={texts.shown}
        explanation={texts.shownText}
        obstacle={lacking}
        turn={turn({ isShown: !isShown })}
      />
      <ObstacleSwitch
        isOn={createsAccounts}
        label={texts.createsAccounts}
        explanation={texts.createsText}
        obstacle={lacking}
        turn={turn({ createsAccounts: !createsAccounts })}
      />
      <ObstacleSwitch
        isOn={isRequired}
        label={texts.requiredTitle}
        explanation={texts.requiredText}
        obstacle={lacking ?? (domains.length === 0 && !isRequired ? texts.needsDomain : null)}
        turn={turn({ isRequired: !isRequired })}
      />
    </>
  );
}
