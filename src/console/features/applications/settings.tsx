import { SegmentedControl, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { Code } from '../../parts/Code.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { StateMark } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import type { Application } from './application.ts';
import { Reached } from './reached.tsx';
import { type Snippet, snippets } from './snippets.ts';

/** Token exchange of an application: the switch, its requirements, recent use, and sample code. */
export function SettingsOf({ application }: { application: Application }): ReactNode {
  const words = useWords();
  const openChange = useOpenChange();
  const { id, tokenExchangeAllowed, tokenExchange } = application;
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
      <Snippets id={id} />
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

function Snippets({ id }: { id: string }): ReactNode {
  const words = useWords();
  const [shown, setShown] = useState<Snippet>('curl');
  const code = snippets[shown](location.origin, id);
  return (
    <div className="stack tight">
      <SegmentedControl
        size="xs"
        aria-label={words.change.code}
        value={shown}
        onChange={(value) => setShown(value as Snippet)}
        data={Object.keys(snippets).map((name) => ({ value: name, label: name }))}
        style={{ alignSelf: 'start' }}
      />
      <Code label={words.change.code}>{code}</Code>
    </div>
  );
}
