import type { ReactNode } from 'react';
import type { TestStep } from '../../data/change.ts';
import { useWords } from '../../words/index.ts';

/** The steps of a test up to the first one that failed, each with what was found. */
export function TestSteps({ steps }: { steps: readonly TestStep[] }): ReactNode {
  const words = useWords();
  if (steps.length === 0) return null;
  return (
    <ul className="plain-list stack tight" role="status">
      {steps.map(({ step, isPassed, message }) => (
        <li key={step} className="test-step">
          <span className={isPassed ? 'good' : 'bad'}>
            <span aria-hidden="true">{isPassed ? '✓' : '✗'}</span>
            <span className="visually-hidden">{isPassed ? words.state.passed : words.state.failed}</span>
          </span>
          <span>
            <strong>{words.label(step)}</strong> <span className="soft">{message}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
