import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { useViewer } from '../../data/viewer.ts';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { StateMark } from '../../parts/marks.tsx';
import { Snippets } from '../../parts/Snippets.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';
import { exchangeSnippets } from './exchange-snippets.ts';
import { Reached } from './reached.tsx';

/** The switch of token exchange, what an exchange requires of the application, and its recent use. */
export function TokenExchange(): ReactNode {
  const words = useWords();
  const openChange = useOpenChange();
  const { issuer } = useViewer();
  const { id, tokenExchangeAllowed, tokenExchange } = useApplication();
  const { tokenExchange: texts } = words;
  const others = tokenExchange.reasons.filter((reason) => reason !== 'DISABLED');
  const change = (): void =>
    openChange('setApplicationTokenExchange', { applicationId: id, tokenExchangeAllowed: !tokenExchangeAllowed });
  return (
    <section className="card padded stack" aria-labelledby="token-exchange">
      <h2 id="token-exchange">{texts.title}</h2>
      <Switch
        checked={tokenExchangeAllowed}
        onChange={change}
        label={texts.allow}
        description={texts.explanation}
        size="md"
      />
      <ul className="plain-list stack tight" aria-label={texts.obstacles}>
        {(['PUBLIC_CLIENT', 'THIRD_PARTY', 'SUSPENDED'] as const).map((reason) => (
          <Requirement key={reason} isMet={!others.includes(reason)}>
            {others.includes(reason) ? texts.hindered[reason] : texts.fine[reason]}
          </Requirement>
        ))}
      </ul>
      <p style={{ margin: 0 }}>
        {tokenExchange.isAllowed ? (
          <StateMark tone="good">{texts.possible}</StateMark>
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
      <p className="soft">{texts.codeText}</p>
      <Snippets label={words.change.code} snippets={exchangeSnippets(issuer, id)} />
    </section>
  );
}

const Requirement = ({ isMet, children }: { isMet: boolean; children: ReactNode }): ReactNode => (
  <li>
    <span className={isMet ? 'good' : 'bad'} aria-hidden="true">
      {isMet ? '✓' : '✗'}
    </span>{' '}
    {children}
  </li>
);
