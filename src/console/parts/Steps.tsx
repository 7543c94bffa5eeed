import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../data/address.ts';
import { useWords } from '../words/index.ts';

export interface StepTarget {
  to: string;
  search?: Search;
  hash?: string;
}

export interface Step {
  text: string;
  /** The page of what was made; before, the dialog that makes it. Null while it needs what an earlier step makes. */
  to: StepTarget | null;
  /** The record of an earlier step that it needs, such as "after a role": shown while it leads nowhere. */
  after?: string | undefined;
  isDone: boolean;
  /** Another way to the same, or the same once more. */
  other?: { text: string; to: StepTarget } | undefined;
}

/** Steps in their order, ticked by what exists: the next one is bold. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }): ReactNode {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol className="plain-list ticked-steps" aria-label={label}>
      {steps.map((step) => (
        <StepRow key={step.text} step={step} isNext={step === next} />
      ))}
    </ol>
  );
}

function StepRow({ step: { text, to, after, isDone, other }, isNext }: { step: Step; isNext: boolean }): ReactNode {
  const words = useWords();
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      <span className={isDone ? 'good' : 'soft'} aria-hidden="true">
        {isDone ? '✓' : '○'}
      </span>
      <span>
        {to ? <Link {...to}>{text}</Link> : text}
        {to === null && after ? <span className="soft">{after}</span> : null}
        {isDone ? <span className="visually-hidden"> {words.change.done}</span> : null}
        {other ? (
          <span className="soft">
            <Link {...other.to}>{other.text}</Link>
          </span>
        ) : null}
      </span>
    </li>
  );
}
