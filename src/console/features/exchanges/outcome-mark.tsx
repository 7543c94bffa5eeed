import type { ReactNode } from 'react';
import { StateMark } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { useTexts } from './use-texts.ts';

interface Answer {
  outcome: 'GRANTED' | 'REFUSED';
  reason: string | null;
  description: string | null;
}

/** Whether a token was issued, or why not. */
export function OutcomeMark({ exchange: { outcome, reason, description } }: { exchange: Answer }): ReactNode {
  const { outcomes } = useTexts();
  const { label } = useWords();
  if (outcome === 'GRANTED') return <StateMark tone="good">{outcomes.GRANTED}</StateMark>;
  return (
    <StateMark tone="bad">
      <span title={description ?? undefined}>
        {outcomes.REFUSED}: {reason === null ? '' : label(reason)}
      </span>
    </StateMark>
  );
}
