import type { ReactNode } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { StateMark } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';
import { ObstacleSwitch } from '../../parts/ObstacleSwitch.tsx';

/** The switch of the Account API, and what is in its way. */
export function AccountApi(): ReactNode {
  const { accountApi: texts } = useWords();
  const openChange = useOpenChange();
  const { id, accountApiAllowed, isSuspended } = useApplication();
  const obstacle = useObstacle();
  const change = (): void =>
    openChange('setApplicationAccountApi', { applicationId: id, accountApiAllowed: !accountApiAllowed });
  return (
    <section className="card padded stack" aria-labelledby="account-api">
      <h2 id="account-api">{texts.title}</h2>
      <ObstacleSwitch
        isOn={accountApiAllowed}
        label={texts.allow}
        explanation={texts.explanation}
        obstacle={obstacle}
        turn={change}
      />
      {accountApiAllowed ? (
        <p>
          {isSuspended ? (
            <StateMark tone="soft">{texts.suspended}</StateMark>
          ) : (
            <StateMark tone="good">{texts.possible}</StateMark>
          )}
        </p>
      ) : null}
    </section>
  );
}

/** Why the viewer cannot turn the switch; null if they can. Off is always possible where it was on. */
function useObstacle(): string | null {
  const { accountApi: texts, change } = useWords();
  const may = useMay();
  const { type, isBuiltIn, isThirdParty, accountApiAllowed } = useApplication();
  if (!may('applications:write')) return change.lacking('applications:write');
  if (isBuiltIn) return texts.builtIn;
  if (accountApiAllowed) return null;
  if (type === 'MACHINE_TO_MACHINE') return texts.noPeople;
  return isThirdParty ? texts.thirdParty : null;
}
