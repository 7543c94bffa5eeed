import type { ReactNode } from 'react';
import { When } from '../../../parts/marks.tsx';
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
              <strong>{texts.checks[name]}</strong> <Value name={name} value={value} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Value({ name, value }: Pick<Check, 'name' | 'value'>): ReactNode {
  const { nothingFound } = useTexts();
  if (value === '') return <span className="soft">{nothingFound[name]}</span>;
  return name === 'expiry' ? <When at={value} isDated /> : <code>{value}</code>;
}
