import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { useHoldsEverything, useMay, useViewer } from '../../data/viewer.ts';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { StateMark } from '../../parts/marks.tsx';
import { Snippets } from '../../parts/code/Snippets.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';
import { ImpersonationSwitch } from './impersonation-switch.tsx';
import { exchangeSnippets } from './connect/exchange-snippets.ts';
import { ObstacleSwitch } from '../../parts/ObstacleSwitch.tsx';
import { Reached } from './reached.tsx';
import { useConnectTexts } from './connect/use-connect-texts.ts';

/** The switch of token exchange, what an exchange requires of the application, and its recent use. */
export function TokenExchange(): ReactNode {
  const words = useWords();
  const openChange = useOpenChange();
  const { issuer } = useViewer();
  const { id, tokenExchangeAllowed, managementApiAllowed, tokenExchange } = useApplication();
  const { tokenExchange: texts } = words;
  const { variables } = useConnectTexts();
  const others = tokenExchange.reasons.filter((reason) => reason !== 'DISABLED');
  const change = (): void =>
    openChange('setApplicationTokenExchange', { applicationId: id, tokenExchangeAllowed: !tokenExchangeAllowed });
  return (
    <section className="card padded stack" aria-labelledby="token-exchange">
      <h2 id="token-exchange">{texts.title}</h2>
      <Switch
        checked={tokenExchangeAllowed}
        onChange={change}
        label={words.common.allowExchange}
        description={texts.explanation}
        size="md"
      />
      <ManagementApi />
      <ImpersonationSwitch />
      <ul className="plain-list stack tight" aria-label={texts.obstacles}>
        {(['PUBLIC_CLIENT', 'THIRD_PARTY', 'SUSPENDED'] as const).map((reason) => (
          <Requirement key={reason} isMet={!others.includes(reason)}>
            {others.includes(reason) ? texts.hindered[reason] : texts.fine[reason]}
          </Requirement>
        ))}
      </ul>
      <p>
        {tokenExchange.isAllowed ? (
          <StateMark tone="good">{managementApiAllowed ? texts.possibleForAll : texts.possible}</StateMark>
        ) : (
          <StateMark tone="soft">{others.length > 0 ? texts.impossible : texts.off}</StateMark>
        )}
      </p>
      <Reached id={id} />
      <div className="row">
        <LinkButton to="/explain" search={{ app: id }}>
          {texts.explain}
        </LinkButton>
      </div>
      <p className="soft">{variables}</p>
      <Snippets label={words.change.code} snippets={exchangeSnippets(issuer, id)} />
    </section>
  );
}

/** The switch that makes the Management API a target, too. */
function ManagementApi(): ReactNode {
  const { tokenExchange: texts } = useWords();
  const openChange = useOpenChange();
  const { id, managementApiAllowed } = useApplication();
  const obstacle = useManagementObstacle();
  const change = (): void =>
    openChange('setApplicationManagementApi', { applicationId: id, managementApiAllowed: !managementApiAllowed });
  return (
    <ObstacleSwitch
      isOn={managementApiAllowed}
      label={texts.allowManagement}
      explanation={texts.managementExplanation}
      obstacle={obstacle}
      turn={change}
    />
  );
}

/** Why the viewer cannot turn that switch; null if they can. Off is possible for more people than on. */
function useManagementObstacle(): string | null {
  const { tokenExchange: texts, change } = useWords();
  const may = useMay();
  const holdsEverything = useHoldsEverything();
  const { tokenExchangeAllowed, managementApiAllowed } = useApplication();
  if (!may('applications:write')) return change.lacking('applications:write');
  if (managementApiAllowed) return null;
  if (!tokenExchangeAllowed) return texts.needsExchange;
  return holdsEverything ? null : texts.needsEverything;
}

const Requirement = ({ isMet, children }: { isMet: boolean; children: ReactNode }): ReactNode => (
  <li>
    <span className={isMet ? 'good' : 'bad'} aria-hidden="true">
      {isMet ? '✓' : '✗'}
    </span>{' '}
    {children}
  </li>
);
