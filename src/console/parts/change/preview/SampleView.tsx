import type { ReactNode } from 'react';
import type { Sample } from '../../../data/change.ts';
import { useWords } from '../../../words/index.ts';
import { Who } from '../../identity/Who.tsx';

/** For how many users a job would run, and for which of the first ones it would fail. */
export function SampleView({ sample: { total, size, failures } }: { sample: Sample }): ReactNode {
  const words = useWords();
  const texts = words.change;
  return (
    <div className="stack tight spaced">
      <strong>{texts.matching(total)}</strong>
      {size > 0 ? (
        <span className={failures.length > 0 ? 'warn' : 'good'}>{texts.sample(size, failures.length)}</span>
      ) : null}
      <ul className="plain-list">
        {failures.map(({ userId, code, message }) => (
          <li key={userId}>
            <Who id={userId} label={null} /> <span className="soft">{words.reason({ code, message })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
