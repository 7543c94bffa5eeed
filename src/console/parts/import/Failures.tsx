import type { ReactNode } from 'react';
import type { Failure } from '../../data/import-users.ts';
import type { Reason } from '../../data/reason.ts';
import { useTexts } from './use-texts.ts';
import { useWords, type Words } from '../../words/index.ts';

/** As many as are shown. */
const most = 100;

/** A reason, after the field that it concerns as the file names it. */
const textOf = (reason: Reason, words: Words): string =>
  [...(reason.path ?? []).map(String), words.reason(reason)].join(': ');

interface Props {
  title: string;
  failures: readonly Failure[];
}

/** Rows with the reason why they are refused. */
export function Failures({ title, failures }: Props): ReactNode {
  const texts = useTexts();
  const words = useWords();
  if (failures.length === 0) return null;
  return (
    <section className="stack tight" aria-label={title}>
      <h3>{title}</h3>
      <ul className="plain-list import-rows">
        {failures.slice(0, most).map(({ row, reasons }) => (
          <li key={row.line}>
            <span className="soft">{texts.line(row.line)}</span>
            <span>{reasons.map((reason) => textOf(reason, words)).join(' ')}</span>
          </li>
        ))}
      </ul>
      {failures.length > most ? <p className="soft">{texts.more(failures.length - most)}</p> : null}
    </section>
  );
}
