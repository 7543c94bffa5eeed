import type { ReactNode } from 'react';
import { useWords } from '../../../words/index.ts';
import type { Check } from './checks.ts';
import { useTexts } from './use-texts.ts';

/** The checks of a token by an API, each with its result and the value that the token has. */
export function CheckList({ title, checks }: { title: string; checks: readonly Check[] }): ReactNode {
  const texts = useTexts();
  const { state } = useWords();
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      <ul className="plain-list stack tight">
        {checks.map(({ name, isMet, value }) => (
          <li key={name} className="test-step">
            <span className={isMet ? 'good' : 'bad'}>
              <span aria-hidden="true">{isMet ? '✓' : '✗'}</span>
              <span className="visually-hidden">{isMet ? state.passed : state.failed}</span>
            </span>
            <span>
              <strong>{texts.checks[name]}</strong>{' '}
              {value === '' ? <span className="soft">{texts.nothingFound[name]}</span> : <code>{value}</code>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
