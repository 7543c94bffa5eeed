import type { ReactNode } from 'react';
import { StateMark, type Tone } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';

const tones: Readonly<Record<string, Tone>> = { SENT: 'good', FAILED: 'bad' };

/** The state of a message. */
export function MessageMark({ state }: { state: string }): ReactNode {
  const words = useWords();
  return <StateMark tone={tones[state] ?? 'warn'}>{words.label(state)}</StateMark>;
}
