import type { ReactNode } from 'react';
import { StateMark, type Tone } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';

const tones: Readonly<Record<string, Tone>> = { FINISHED: 'good', OPEN: 'warn', REFUSED: 'bad', EXPIRED: 'soft' };

/** The state of a sign-in attempt. */
export function AttemptMark({ state }: { state: string }): ReactNode {
  const words = useWords();
  return <StateMark tone={tones[state] ?? 'soft'}>{words.label(state)}</StateMark>;
}
